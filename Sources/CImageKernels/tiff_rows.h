#pragma once

#include "tiff_source.h"

enum tiff_meaning { TIFF_GRAY, TIFF_RGB, TIFF_PALETTE, TIFF_INKS };

struct tiff_layout {
    uint32_t width, height;
    uint16_t bits, samples, photometric;
    enum tiff_meaning meaning;
    /// The number of color samples, 1, 3, or 4, and the index of alpha, or 0 if there is no alpha.
    unsigned colors, alpha;
    int is_premultiplied, is_planar, is_inverted;
    /// Flags for signed values, for floating-point values, and for values that are mapped to 16 bits. Floating-point values and
    /// 32-bit integers are mapped.
    int is_signed, is_float, is_mapped;
    struct flipbook_tiff_range range;
    /// The red, green, and blue of each index, with 16 bits each.
    const uint16_t *palette[3];
};

/// Reads the layout from the directory. Returns 0 with a message if the layout is not supported.
int flipbook_tiff_layout(TIFF *tiff, struct tiff_source *source, struct tiff_layout *layout);

/// Converts `count` pixels to RGBA with a `depth` of 8 or 16 bits.
/// - channels: The address of each sample of the first pixel. Samples below 8 bits are packed.
/// - step: The distance between pixels, in samples.
/// - scratch: (9 + 2 * `samples`) * count bytes, aligned to 2.
/// - values: Receives the values of mapped pixels; the first pixel is at `x`, `y`.
void flipbook_tiff_convert(
    const struct tiff_layout *layout, uint8_t *out, const uint8_t *const *channels, size_t step, size_t count,
    int depth, uint8_t *scratch, struct flipbook_tiff_values *values, uint32_t x, uint32_t y);
