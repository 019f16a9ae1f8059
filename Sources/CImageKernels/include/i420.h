// RGBA to planar 4:2:0 video.
#pragma once

#include "pixels.h"

// Converts two rows of `width` opaque RGBA pixels to two rows of luma and one of each chroma, with BT.709's or BT.601's matrix
// in limited range (16 to 235 and 16 to 240). Chroma is sited as H.264 assumes by default (ITU-T H.264 Annex E, type 0): on the
// left column of each pair, between the two rows. It is the average of both rows of a [1 2 1] / 4 filter around that column;
// the first column repeats itself on the left. Coefficients have 15 bits and every sample is rounded once. `width` is even;
// alpha is ignored.
void flipbook_rgba_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue_difference, uint8_t *red_difference,
    const uint8_t *row0, const uint8_t *row1, size_t width, int is_bt601);
