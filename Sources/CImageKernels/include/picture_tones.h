// The tones of a picture, where its bottom is blank, and a profile by which a shifted picture is known.
#pragma once

#include "pixels.h"

// The most columns, and rows, that a profile has.
#define FLIPBOOK_PROFILE_LENGTH 256

struct flipbook_picture_tones {
    // The smallest and the largest red, green or blue of the pixels that were looked at and are not clear; 255 and 0
    // where there is none.
    uint8_t darkest, brightest;
    // The number of pixels that are not clear, and of these with a channel at its end, 255.
    uint64_t seen_count, burnt_count;
    // The number of rows at the bottom that have one color, the same in all of them.
    uint64_t blank_rows;
    // The last pixel, whose color is that of these rows.
    uint8_t last_color[4];
    // How many columns and rows the middle of the picture has that is profiled, and for each the sum of its pixels'
    // green, multiplied by alpha, and alpha.
    uint64_t column_count, row_count;
    uint32_t columns[FLIPBOOK_PROFILE_LENGTH], rows[FLIPBOOK_PROFILE_LENGTH];
};

// Takes the tones of a picture of `width` by `height` straight RGBA pixels, of every fourth row where it has more than 64. Both
// sides are at least 1, and the rows come as to flipbook_sum_up.
void flipbook_take_tones(
    struct flipbook_picture_tones *tones, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows);

// Returns 1 if each of `count` values of 16 bits is one of 8 bits times 257, or times 256.
int flipbook_is_widened(const uint16_t *source, size_t count);
