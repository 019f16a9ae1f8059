// Source over destination, 8 bits a channel, in the gamma-encoded domain.
//
// Each product is rounded: mul(x, y) = x * y / 255. A straight source is premultiplied by the same formula first, so one-pass
// kernels give the same bytes as two passes.
#pragma once

#include "pixels.h"

// destination = source + destination * (1 - source alpha), on premultiplied RGBA.
void flipbook_over(uint8_t *destination, const uint8_t *source, size_t count);

// destination = source over one premultiplied color (R, G, B, A). `destination` may be `source`.
void flipbook_over_color(uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]);

// destination = straight source over an opaque color. The result is opaque. `destination` may be `source`.
void flipbook_straight_over_opaque(
    uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]);

// Sets `count` pixels to one color.
void flipbook_fill(uint8_t *destination, size_t count, const uint8_t color[4]);
