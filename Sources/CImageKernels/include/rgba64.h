// The arithmetic of rgba.h and resample.h for 16 bits per channel.
//
// Pixels are four 16-bit values R, G, B, A. Products are rounded: mul(x, y) = x * y / 65535.
#pragma once

#include "pixels.h"

// Widens 8 bits to 16 by multiplying by 257, so that 255 becomes 65535.
void flipbook_rgba64_widen(uint16_t *target, const uint8_t *source, size_t count);

// Narrows 16 bits to 8 by dividing by 257 and rounding.
void flipbook_rgba64_narrow(uint8_t *target, const uint16_t *source, size_t count);

// Extends the range from `least` to `greatest` to include every red, green, and blue value of `count` pixels.
void flipbook_rgba64_range(uint16_t *least, uint16_t *greatest, const uint16_t *source, size_t count);

// The number of thresholds in a row, which repeat along the pixels.
#define FLIPBOOK_DITHER_COLUMNS 8

// Narrows 16 bits to 8. Fractions that reach a column's threshold are rounded up. Here and in the other kernels that reduce 16
// bits, `dither` contains FLIPBOOK_DITHER_COLUMNS nonzero thresholds, in units of 1/65536 of a step. If all are 32768, values
// are rounded to nearest. Exact values do not depend on the threshold.
void flipbook_rgba64_dither(uint8_t *target, const uint16_t *source, size_t count, const uint16_t *dither);

void flipbook_rgba64_premultiply(uint16_t *target, const uint16_t *source, size_t count);

// The inverse of flipbook_rgba64_premultiply: min(65535, (c * 65535 + a / 2) / a), and 0 if a is 0. `target` may be `source`.
void flipbook_rgba64_unpremultiply(uint16_t *target, const uint16_t *source, size_t count);

// destination = source + destination * (1 - source alpha), on premultiplied pixels.
void flipbook_rgba64_over(uint16_t *destination, const uint16_t *source, size_t count);

// destination = source over one premultiplied color. `destination` may be `source`.
void flipbook_rgba64_over_color(uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]);

// destination = straight source over an opaque color. The result is opaque. `destination` may be `source`.
void flipbook_rgba64_straight_over_opaque(
    uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]);

void flipbook_rgba64_fill(uint16_t *destination, size_t count, const uint16_t color[4]);

// Replaces all colors with one color, like flipbook_stencil. `target` may be `source`.
void flipbook_rgba64_stencil(uint16_t *target, const uint16_t *source, size_t count, const uint16_t color[4]);

// Multiplies all four channels of premultiplied pixels by `alpha` / 65535. `target` may be `source`.
void flipbook_rgba64_fade(uint16_t *target, const uint16_t *source, size_t count, uint16_t alpha);

// Returns 1 if the alpha of all `count` pixels is 65535.
int flipbook_rgba64_is_opaque(const uint16_t *source, size_t count);

// Converts straight pixels to 12-bit planes by multiplying by 4095 / 65535 and rounding.
void flipbook_rgba64_to_planes12(
    uint16_t *green, uint16_t *blue, uint16_t *red, uint16_t *alpha, const uint16_t *source, size_t count,
    const uint16_t *dither);

struct flipbook_luma_coding {
    // The weights of red and blue in luma, in units of 2^-20. Green has the remaining weight.
    int32_t red_share, blue_share;
    int is_full;
};

// Converts 16-bit pixels to 8-, 10-, or 12-bit luma. 8-bit samples are bytes; others are 16-bit.
void flipbook_rgba64_to_luma(
    void *luma, const uint16_t *source, size_t count, int bits, const struct flipbook_luma_coding *coding,
    const uint16_t *dither);

// Converts two rows of pixels, which may be the same row, to one row of each chroma plane. Every sample is rounded once. At
// half width, chroma is sited and filtered as in flipbook_rgba_to_i420. An odd last column is repeated.
void flipbook_rgba64_to_chroma(
    void *blue_difference, void *red_difference, const uint16_t *row0, const uint16_t *row1, size_t width,
    int is_halved, int bits, const struct flipbook_luma_coding *coding, const uint16_t *dither);

void flipbook_rgba64_to_alpha10(uint16_t *alpha, const uint16_t *source, size_t count, const uint16_t *dither);

// target[i] = 128 * (weighted average of rows[k][i] over k), for `channel_count` channels. The absolute values of the weights
// add up to less than twice FLIPBOOK_WEIGHT_ONE.
void flipbook_rgba64_resample_rows(
    int32_t *target, const uint16_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count);

// Pixel x of `target` = weighted average of `tap_count` pixels of `source`, beginning at column starts[x], clamped to 0...65535
// and to its alpha. `tap_count` and `weights` are as in flipbook_resample_columns. Taps with weight 0 are read.
void flipbook_rgba64_resample_columns(
    uint16_t *target, const int32_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count);
