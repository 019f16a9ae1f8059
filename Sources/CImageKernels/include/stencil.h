// Drawing a picture in one color, or fainter.
#pragma once

#include "pixels.h"

// Replaces the colors of `count` pixels by one: alpha = source alpha * the color's alpha, and the color premultiplied by it,
// each product rounded. The source's colors are ignored, so it may be straight or premultiplied. `color` is straight, the
// result premultiplied. `target` may be `source`.
void flipbook_stencil(uint8_t *target, const uint8_t *source, size_t count, const uint8_t color[4]);

// Multiplies all four channels of `count` premultiplied pixels by `alpha` / 255, rounded. `target` may be `source`.
void flipbook_fade(uint8_t *target, const uint8_t *source, size_t count, uint8_t alpha);
