// Displays rows of half-precision OpenEXR files without converting them to single precision.
#pragma once

#include "pixels.h"

// Restores the bytes from the differences that ZIP compression stores.
void flipbook_exr_sum(uint8_t *bytes, size_t count);

// The low and the high bytes of a channel in a row. Neighboring bytes are `step` apart.
struct flipbook_exr_channel {
    const uint8_t *low, *high;
};

// Returns 1 if any value is NaN or infinite. `high` contains the high bytes, which are `step` apart.
int flipbook_exr_has_stray(const uint8_t *high, size_t step, size_t count);

// Displays a row's pixels, beginning at `first`, as RGBA with 16 bits per channel, or rounded to 8. Stops at the first pixel
// that is neither opaque nor clear. Returns the index of that pixel, or `width` if there is none.
// - channels: Red, green, and blue, and alpha if `has_alpha` is set.
// - table: The displayed value for each half-precision value.
// - brightest: Pixels with a value from this one to infinity are counted in `clipped`.
size_t flipbook_exr_show(
    void *out, const struct flipbook_exr_channel *channels, int has_alpha, size_t step, size_t first, size_t width,
    int is_deep, const uint16_t *table, uint16_t brightest, size_t *clipped);
