// Planes of luma and chroma, as image files have them, to planar 4:2:0 video.
#pragma once

#include "pixels.h"

/// The way from samples of one matrix, range and siting to those of BT.709 in limited range.
struct flipbook_recoding {
    /// The factor of luma, in 1/16384, and the number to add then, in 1/64 of a level.
    uint16_t luma;
    int16_t black;
    /// The gain of luma from chroma, counted from the middle, in 1/65536.
    int16_t luma_of_blue, luma_of_red;
    /// The factors of chroma, in 1/16384.
    int16_t blue_of_blue, blue_of_red, red_of_blue, red_of_red;
    /// Not 0 if chroma has half the columns, and half the rows.
    int halves_columns, halves_rows;
    /// Not 0 if a halved sample stands at the first of its two columns, and not between them.
    int is_left;
};

/// The numbers that `flipbook_planes_to_i420` works in.
#define FLIPBOOK_RECODING_SCRATCH(width) (4 * ((width) + 2))

// Converts two rows of `width` pixels to two rows of luma and one of each chroma, sited as `flipbook_rgba_to_i420` has it.
//
// The same arithmetic as by way of red, green and blue, with chroma linear between its samples, but without limits on the
// way: luma is limited to 16 to 235 and chroma to 16 to 240 at the end. A result is off by less than 1/16 of a level before
// it is rounded.
//
// - luma0, luma1, blue, red: what is written.
// - row0, row1: the rows of luma.
// - blues, reds: where chroma has half the rows, that of these two between the ones above and below, which may be the same
//   one at the picture's edges; else the row of the first, any row, and that of the second.
// - width: even.
// - scratch: FLIPBOOK_RECODING_SCRATCH(width) numbers.
void flipbook_planes_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue, uint8_t *red, const uint8_t *row0, const uint8_t *row1,
    const uint8_t *const blues[3], const uint8_t *const reds[3], size_t width, const struct flipbook_recoding *how,
    int16_t *scratch);
