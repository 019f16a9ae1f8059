// Planes of luma and chroma, as decoders of video give them, to RGBA.
#pragma once

#include "pixels.h"

/// The way from luma and chroma to red, green and blue, all of which reach from 0 to 1.
struct flipbook_ycbcr {
    /// The number to take from a sample of luma, and the factor of the rest.
    float black, luma;
    /// The number to take from a sample of chroma, and the factors of the rest for each color.
    float center, red_of_red, green_of_blue, green_of_red, blue_of_blue;
};

// The samples of a row of chroma at the places of luma, sixteen times as large: linear between those of two rows.
//
// - near, far: the row that is nearest to the row of luma, which counts for `near_weight` quarters, and the other, for the
//   rest. Samples of one byte, or of two of at most 12 bits where `is_wide`. They may be the same row.
// - width: the samples of luma; `near` and `far` have as many, or half as many, rounded up, where `is_halved`.
// - is_left: whether a halved sample stands at the first of its two, and not between them.
void flipbook_chroma_row(
    uint16_t *out, const void *near_row, const void *far_row, int near_weight, int is_wide, size_t width,
    int is_halved, int is_left);

// A row of opaque RGBA, 8 bits a channel, or 16 where `is_deep`, each channel rounded once.
//
// - luma: samples of one byte, or of two where `is_wide`.
// - blue, red: what flipbook_chroma_row made.
void flipbook_ycbcr_row(
    void *out, const void *luma, const uint16_t *blue, const uint16_t *red, size_t width, int is_wide, int is_deep,
    const struct flipbook_ycbcr *matrix);
