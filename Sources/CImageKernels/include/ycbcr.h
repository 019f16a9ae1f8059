#pragma once

#include "pixels.h"

struct flipbook_ycbcr {
    /// The luma offset and coefficient.
    float black, luma;
    /// The chroma offset, and the chroma coefficients for each color.
    float center, red_of_red, green_of_blue, green_of_red, blue_of_blue;
};

// Interpolates a chroma row at the positions of luma, linearly between two rows. The results are multiplied by sixteen.
// - near, far: The nearest row, which has a weight of `near_weight` quarters, and the other row, which has the remaining
//   weight. Samples have one byte or, if `is_wide` is set, two bytes with at most 12 bits. Both may be the same row.
// - width: The number of luma samples. `near` and `far` have the same number or, if `is_halved` is set, half of it, rounded up.
// - is_left: 1 if a subsampled sample is on the left column of a pair, 0 if it is between the columns.
void flipbook_chroma_row(
    uint16_t *out, const void *near_row, const void *far_row, int near_weight, int is_wide, size_t width,
    int is_halved, int is_left);

// Converts to a row of opaque RGBA with 8 bits per channel, or 16 if `is_deep` is set. Each value is rounded once.
// - luma: Samples with one byte, or with two if `is_wide` is set.
// - blue, red: The results of flipbook_chroma_row.
void flipbook_ycbcr_row(
    void *out, const void *luma, const uint16_t *blue, const uint16_t *red, size_t width, int is_wide, int is_deep,
    const struct flipbook_ycbcr *matrix);
