// From the samples of a TIFF's strips and tiles to RGBA.
#pragma once

#include "tiff_source.h"

/// The meaning of a pixel's samples.
enum tiff_meaning { TIFF_GRAY, TIFF_RGB, TIFF_PALETTE, TIFF_INKS };

/// The samples of a page by its directory.
struct tiff_layout {
    uint32_t width, height;
    uint16_t bits, samples, photometric;
    enum tiff_meaning meaning;
    /// The samples of the colors: 1, 3 or 4; and which sample is alpha, 0 where none is.
    unsigned colors, alpha;
    int is_premultiplied, is_planar, is_inverted;
    /// Signed numbers, those of floating point, and those that are mapped to 16 bits: the latter, and whole ones of 32 bits.
    int is_signed, is_float, is_mapped;
    struct flipbook_tiff_range range;
    /// Red, green and blue of each index, 16 bits each; of a palette only.
    const uint16_t *palette[3];
};

/// Fills the layout from the directory; 0 where it is of no kind that is read, with words in the source's message.
int flipbook_tiff_layout(TIFF *tiff, struct tiff_source *source, struct tiff_layout *layout);

/// Turns `count` pixels into RGBA of `depth` bits, 8 or 16.
/// - channels: for each sample of a pixel, the first one's address; samples of less than 8 bits are packed.
/// - step: from one pixel's sample to the next one's, in samples.
/// - scratch: (9 + 2 * `samples`) * count bytes, aligned to 2.
/// - values: takes the numbers of pixels that are mapped; the first one's place is `x`, `y`.
void flipbook_tiff_convert(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int depth, uint8_t *scratch, struct flipbook_tiff_values *values, uint32_t x, uint32_t y);
