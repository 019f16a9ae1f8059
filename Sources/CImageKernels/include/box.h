// Means of square blocks of pixels.
#pragma once

#include "pixels.h"

// Adds a row of RGBA pixels to the sums of the blocks that it lies in, four numbers each.
//
// - width: the row's pixels; the last block may have fewer than `side` of them across.
// - is_wide: whether a channel has 16 bits, and not 8.
void flipbook_add_to_boxes(uint32_t *sums, const void *row, size_t width, size_t side, int is_wide);

// Writes the means of blocks that `rows` rows of `width` pixels were added to, rounded to nearest, and sets the sums to 0.
void flipbook_average_boxes(void *out, uint32_t *sums, size_t width, size_t side, size_t rows, int is_wide);
