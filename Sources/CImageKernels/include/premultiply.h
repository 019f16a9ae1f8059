// Conversion between straight and premultiplied alpha, and between RGBA and BGRA.
#pragma once

#include "pixels.h"

// Premultiplies `count` RGBA pixels: c * a / 255, rounded. `target` may be `source`.
void flipbook_premultiply(uint8_t *target, const uint8_t *source, size_t count);

// The inverse: min(255, (c * 255 + a / 2) / a), and 0 where a is 0. `target` may be `source`.
void flipbook_unpremultiply(uint8_t *target, const uint8_t *source, size_t count);

// Swaps the first and third byte of each of `count` pixels. `target` may be `source`.
void flipbook_swap_red_blue(uint8_t *target, const uint8_t *source, size_t count);

// Returns 1 if the alpha of all `count` pixels is 255.
int flipbook_is_opaque(const uint8_t *source, size_t count);
