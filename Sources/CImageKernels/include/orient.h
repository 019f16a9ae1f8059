#pragma once

#include "pixels.h"

// Rotates or mirrors a picture of `width` by `height` words with 4 or 8 bytes. The word in column x and row y moves to
// `target`[origin + x * column_step + y * row_step], with steps in words.
void flipbook_orient(
    uint8_t *target, const uint8_t *source, size_t word_bytes, size_t width, size_t height, ptrdiff_t origin,
    ptrdiff_t column_step, ptrdiff_t row_step);
