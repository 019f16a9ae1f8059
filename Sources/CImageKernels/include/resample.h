// Separable scaling of premultiplied RGBA, row by row. Source rows are combined first, then columns.
//
// Weights are integers that add up to FLIPBOOK_WEIGHT_ONE for each result, or to less if a picture covers only part of a pixel.
// They may be negative if the absolute values add up to less than twice FLIPBOOK_WEIGHT_ONE, so that no sum overflows. Between
// the steps, a channel has 6 fractional bits, and each step rounds once. Results are clamped to 0...255, and colors to their
// alpha.
#pragma once

#include "pixels.h"

#define FLIPBOOK_WEIGHT_ONE 16384

// target[i] = 64 * (weighted average of rows[k][i] over k), for `channel_count` channels.
void flipbook_resample_rows(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count);

// Pixel x of `target` = weighted average of `tap_count` pixels of `source`, beginning at column starts[x]. `tap_count` is even.
// `weights` has 4 * tap_count numbers for each x: for every two taps, four copies of their two weights. `source` must include
// taps with weight 0, since they are read.
void flipbook_resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count);
