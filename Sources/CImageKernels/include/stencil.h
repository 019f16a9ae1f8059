// A picture drawn in one colour, and a picture drawn fainter.
#pragma once

#include "pixels.h"

// Replaces the colours of `count` pixels by one: alpha = source alpha * the colour's, each product
// rounded to nearest, and the colour's channels multiplied by that. The source's channels do not
// matter, so it may be straight or premultiplied; `color` is straight, the result premultiplied.
// `target` may be `source`.
void flipbook_stencil(uint8_t *target, const uint8_t *source, size_t count, const uint8_t color[4]);

// Multiplies all four channels of `count` premultiplied pixels by `alpha` / 255, rounded to nearest.
// `target` may be `source`.
void flipbook_fade(uint8_t *target, const uint8_t *source, size_t count, uint8_t alpha);
