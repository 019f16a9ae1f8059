#pragma once

#include "pixels.h"

// Adds a row of RGBA pixels to the sums of its blocks, with four sums per block.
// - width: The number of pixels in the row. The last block may be narrower than `side`.
// - is_wide: 1 for 16 bits per channel, 0 for 8.
void flipbook_add_to_boxes(uint32_t *sums, const void *row, size_t width, size_t side, int is_wide);

// Writes the rounded averages of a row of blocks that have `rows` rows and cover `width` pixels, and resets the sums.
void flipbook_average_boxes(void *out, uint32_t *sums, size_t width, size_t side, size_t rows, int is_wide);
