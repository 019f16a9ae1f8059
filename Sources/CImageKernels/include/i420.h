#pragma once

#include "pixels.h"

// Converts two rows of `width` opaque RGBA pixels to two luma rows and one row of each chroma, with the BT.709 or BT.601 matrix
// in limited range (16 to 235 and 16 to 240). Chroma is sited as H.264 assumes by default (ITU-T H.264 Annex E, type 0): on the
// left column of each pair, between the two rows. It is the average of both rows, filtered by [1 2 1] / 4 around that column.
// At the left edge, the first column repeats. Coefficients have 15 bits, and every sample is rounded once. `width` is even;
// alpha is ignored.
void flipbook_rgba_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue_difference, uint8_t *red_difference,
    const uint8_t *row0, const uint8_t *row1, size_t width, int is_bt601);
