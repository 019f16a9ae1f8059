// Separable scaling of premultiplied RGBA, one row of the result at a time:
// first the source rows are weighed into one, then its columns.
//
// Weights are whole numbers that sum to FLIPBOOK_WEIGHT_ONE for each result, or
// to less where a picture covers but a part of a pixel. Some may be negative as
// long as the absolute values sum to less than twice FLIPBOOK_WEIGHT_ONE: then
// no sum overflows, for any number of taps. Between the two steps a channel has
// 6 bits below the point, and each step rounds once, to nearest. A result is
// kept within 0...255, and its colors within its alpha.
#pragma once

#include "pixels.h"

#define FLIPBOOK_WEIGHT_ONE 16384

// target[i] = 64 * (weighted mean of rows[k][i] over k), for `channel_count` channels.
void flipbook_resample_rows(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count);

// Pixel x of `target` = weighted mean of `tap_count` pixels of `source` from column starts[x].
//
// `tap_count` is even. `weights` holds 4 * tap_count numbers for each x: for each
// two taps, four times the pair of their weights, once for each channel. Taps of
// weight 0 are read, so `source` must be that long.
void flipbook_resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count);
