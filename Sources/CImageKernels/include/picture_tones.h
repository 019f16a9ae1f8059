// The tones of a picture, blank rows at its bottom, and a profile that helps recognize shifted pictures.
#pragma once

#include "pixels.h"

// The maximum number of columns or rows in a profile.
#define FLIPBOOK_PROFILE_LENGTH 256

struct flipbook_picture_tones {
    // The smallest and the largest red, green, or blue value of the sampled pixels that are not clear, or 255 and 0 if all are
    // clear.
    uint8_t darkest, brightest;
    // The number of sampled pixels that are not clear, and the number of these with a channel of 255.
    uint64_t seen_count, burnt_count;
    uint64_t blank_rows;
    // The last pixel, which has the color of the blank rows.
    uint8_t last_color[4];
    // The numbers of profiled columns and rows in the middle of the picture, and the sum of premultiplied green and alpha in
    // each of them.
    uint64_t column_count, row_count;
    uint32_t columns[FLIPBOOK_PROFILE_LENGTH], rows[FLIPBOOK_PROFILE_LENGTH];
};

// Measures the tones of `width` by `height` straight RGBA pixels. If there are more than 64 rows, only every fourth row is
// used. Both sides are at least 1. Rows are passed as in flipbook_sum_up.
void flipbook_take_tones(
    struct flipbook_picture_tones *tones, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows);

// Returns 1 if each of `count` 16-bit values is an 8-bit value times 257, or times 256.
int flipbook_is_widened(const uint16_t *source, size_t count);
