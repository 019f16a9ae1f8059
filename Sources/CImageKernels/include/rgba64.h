// The arithmetic of premultiply.h, over.h, stencil.h and resample.h for 16 bits a channel.
//
// Pixels are four numbers R, G, B, A of 16 bits. Products are rounded to
// nearest: mul(x, y) = x * y / 65535.
#pragma once

#include "pixels.h"

// 8 bits to 16: each channel times 257, so that 255 becomes 65535.
void flipbook_rgba64_widen(uint16_t *target, const uint8_t *source, size_t count);

// 16 bits to 8: each channel divided by 257, rounded to nearest.
void flipbook_rgba64_narrow(uint8_t *target, const uint16_t *source, size_t count);

// The least and the greatest red, green or blue of `count` pixels, if they are beyond those in `least` and `greatest`.
void flipbook_rgba64_range(uint16_t *least, uint16_t *greatest, const uint16_t *source, size_t count);

// The number of columns of a row of thresholds, which repeats along a row of pixels.
#define FLIPBOOK_DITHER_COLUMNS 8

// 16 bits to 8, each value rounded up from the threshold of its column.
//
// In this kernel and those below that make fewer bits of 16, `dither` has FLIPBOOK_DITHER_COLUMNS thresholds in parts of
// 65536 of a step, none of them 0: what lies between two values is the upper one from there on. 32768 everywhere rounds to the
// nearest. What needs no rounding stays as it is under any threshold.
void flipbook_rgba64_dither(uint8_t *target, const uint16_t *source, size_t count, const uint16_t *dither);

// Multiplies color by alpha. `target` may be `source`.
void flipbook_rgba64_premultiply(uint16_t *target, const uint16_t *source, size_t count);

// The inverse: min(65535, (c * 65535 + a / 2) / a), and 0 where a is 0. `target` may be `source`.
void flipbook_rgba64_unpremultiply(uint16_t *target, const uint16_t *source, size_t count);

// destination = source + destination * (1 - source alpha), on premultiplied pixels.
void flipbook_rgba64_over(uint16_t *destination, const uint16_t *source, size_t count);

// destination = source over one premultiplied color. `destination` may be `source`.
void flipbook_rgba64_over_color(uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]);

// The same for a straight source over an opaque color; the result is opaque. `destination` may be `source`.
void flipbook_rgba64_straight_over_opaque(
    uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]);

// Sets `count` pixels to one color.
void flipbook_rgba64_fill(uint16_t *destination, size_t count, const uint16_t color[4]);

// Replaces colors by one, as flipbook_stencil. `target` may be `source`.
void flipbook_rgba64_stencil(uint16_t *target, const uint16_t *source, size_t count, const uint16_t color[4]);

// Multiplies all four channels of premultiplied pixels by `alpha` / 65535. `target` may be `source`.
void flipbook_rgba64_fade(uint16_t *target, const uint16_t *source, size_t count, uint16_t alpha);

// Returns 1 if the alpha of all `count` pixels is 65535.
int flipbook_rgba64_is_opaque(const uint16_t *source, size_t count);

// Straight pixels to planes of 12 bits a channel, each value times 4095 / 65535 and rounded.
void flipbook_rgba64_to_planes12(
    uint16_t *green, uint16_t *blue, uint16_t *red, uint16_t *alpha, const uint16_t *source, size_t count,
    const uint16_t *dither);

// The way from red, green and blue to luma and chroma.
struct flipbook_luma_coding {
    // The weights of red and blue in luma, in parts of 2^20; the rest is green's.
    int32_t red_share, blue_share;
    // Not 0 if all numbers are used, and not only 16 to 235 of 8 bits, or to 240 of chroma.
    int is_full;
};

// Pixels of 16 bits to luma of 8, 10 or 12. Samples of 8 bits are bytes, others numbers of 16 bits.
void flipbook_rgba64_to_luma(
    void *luma, const uint16_t *source, size_t count, int bits, const struct flipbook_luma_coding *coding,
    const uint16_t *dither);

// Two rows of pixels, which may be one, to a row of each chroma. Every sample is rounded once.
//
// At half width chroma is sited on the left column of each pair, filtered as flipbook_rgba_to_i420 does; an odd last
// column stands for its own right neighbor.
void flipbook_rgba64_to_chroma(
    void *blue_difference, void *red_difference, const uint16_t *row0, const uint16_t *row1, size_t width,
    int is_halved, int bits, const struct flipbook_luma_coding *coding, const uint16_t *dither);

// The alpha of pixels of 16 bits in 10: 0 to 1023.
void flipbook_rgba64_to_alpha10(uint16_t *alpha, const uint16_t *source, size_t count, const uint16_t *dither);

// target[i] = 128 * (weighted mean of rows[k][i] over k), for `channel_count` channels.
// The absolute values of the weights sum to less than twice FLIPBOOK_WEIGHT_ONE.
void flipbook_rgba64_resample_rows(
    int32_t *target, const uint16_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count);

// Pixel x of `target` = weighted mean of `tap_count` pixels of `source` from column starts[x], kept within
// 0...65535 and within its alpha. `tap_count` is even, and `weights` as flipbook_resample_columns takes them. Taps of
// weight 0 are read.
void flipbook_rgba64_resample_columns(
    uint16_t *target, const int32_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count);
