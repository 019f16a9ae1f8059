// Alpha, channel order, compositing, and color of pixels with 8 bits per channel, in the gamma-encoded domain.
//
// Each product is rounded: mul(x, y) = x * y / 255. A straight source is first premultiplied by the same formula, so one-pass
// kernels produce the same bytes as two passes.
#pragma once

#include "pixels.h"

// Premultiplies `count` RGBA pixels: c * a / 255, rounded. `target` may be `source`.
void flipbook_premultiply(uint8_t *target, const uint8_t *source, size_t count);

// The inverse of flipbook_premultiply: min(255, (c * 255 + a / 2) / a), and 0 if a is 0. `target` may be `source`.
void flipbook_unpremultiply(uint8_t *target, const uint8_t *source, size_t count);

// Swaps the first and third byte of each of `count` pixels. `target` may be `source`.
void flipbook_swap_red_blue(uint8_t *target, const uint8_t *source, size_t count);

// Returns 1 if the alpha of all `count` pixels is 255.
int flipbook_is_opaque(const uint8_t *source, size_t count);

// destination = source + destination * (1 - source alpha), on premultiplied RGBA.
void flipbook_over(uint8_t *destination, const uint8_t *source, size_t count);

// destination = source over one premultiplied color (R, G, B, A). `destination` may be `source`.
void flipbook_over_color(uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]);

// destination = straight source over an opaque color. The result is opaque. `destination` may be `source`.
void flipbook_straight_over_opaque(
    uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]);

void flipbook_fill(uint8_t *destination, size_t count, const uint8_t color[4]);

// Replaces the colors of `count` pixels with one color: The new alpha is source alpha * the color's alpha, the color is
// premultiplied by the new alpha, and each product is rounded. The source's colors are ignored, so it may be straight or
// premultiplied. `color` is straight; the result is premultiplied. `target` may be `source`.
void flipbook_stencil(uint8_t *target, const uint8_t *source, size_t count, const uint8_t color[4]);

// Multiplies all four channels of `count` premultiplied pixels by `alpha` / 255, rounded. `target` may be `source`.
void flipbook_fade(uint8_t *target, const uint8_t *source, size_t count, uint8_t alpha);
