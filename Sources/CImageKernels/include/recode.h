#pragma once

#include "pixels.h"

/// A conversion from samples with one matrix, range, and siting to BT.709 in limited range.
struct flipbook_recoding {
    /// The luma coefficient, in units of 1/16384, and the luma offset, in units of 1/64 of a level.
    uint16_t luma;
    int16_t black;
    /// The change of luma per level of centered chroma, in units of 1/65536.
    int16_t luma_of_blue, luma_of_red;
    /// The chroma coefficients, in units of 1/16384.
    int16_t blue_of_blue, blue_of_red, red_of_blue, red_of_red;
    /// 1 if chroma has half the columns, or half the rows.
    int halves_columns, halves_rows;
    /// 1 if subsampled chroma is on the left column of a pair, 0 if it is between the columns.
    int is_left;
};

/// The length of the scratch memory for `flipbook_planes_to_i420`.
#define FLIPBOOK_RECODING_SCRATCH(width) (4 * ((width) + 2))

// Converts two rows of `width` pixels to two luma rows and one row of each chroma, sited as in `flipbook_rgba_to_i420`. The
// arithmetic is the same as in a conversion through RGB with linear interpolation of chroma, but only the results are clamped:
// luma to 16...235, chroma to 16...240. Before rounding, their error is less than 1/16 of a level.
// - luma0, luma1, blue, red: The results.
// - row0, row1: The luma rows.
// - blues, reds: Chroma rows. If chroma has half the rows: the row above, the row for both luma rows, and the row below, with
//   the rows at the edges repeated. Otherwise: the row for the first luma row, any row, and the row for the second.
// - width: An even number.
// - scratch: FLIPBOOK_RECODING_SCRATCH(width) numbers.
void flipbook_planes_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue, uint8_t *red, const uint8_t *row0, const uint8_t *row1,
    const uint8_t *const blues[3], const uint8_t *const reds[3], size_t width, const struct flipbook_recoding *how,
    int16_t *scratch);
