// Displays rows of half-precision OpenEXR files without converting them to single precision.
#pragma once

#include "pixels.h"
#include <string.h>

// Restores the bytes from the differences that ZIP compression stores.
void flipbook_exr_sum(uint8_t *bytes, size_t count);

// The low and the high bytes of a channel in a row. Neighboring bytes are `step` apart.
struct flipbook_exr_channel {
    const uint8_t *low, *high;
};

// Returns 1 if any value is NaN or infinite. `high` contains the high bytes, which are `step` apart.
int flipbook_exr_has_stray(const uint8_t *high, size_t step, size_t count);

// Returns a number that depends on a pixel's light and on its index in the picture.
static inline uint64_t flipbook_light_mark(float red, float green, float blue, size_t index) {
    uint32_t bits[3];
    float light[3] = {red, green, blue};
    memcpy(bits, light, sizeof bits);
    uint64_t mark = ((uint64_t)bits[0] << 32 | bits[1]) * 0x9E3779B97F4A7C15;
    mark ^= ((uint64_t)bits[2] << 32 ^ index) * 0xC2B2AE3D27D4EB4F;
    mark = (mark ^ mark >> 29) * 0xBF58476D1CE4E5B9;
    return mark ^ mark >> 32;
}

// Displays a row's pixels, beginning at `first`, as RGBA with 16 bits per channel, or rounded to 8. Stops at the first pixel
// that is neither opaque nor clear. Returns the index of that pixel, or `width` if there is none.
// - channels: Red, green, and blue, and alpha if `has_alpha` is set.
// - table: The displayed value for each half-precision value.
// - brightest: Pixels with a value from this one to infinity are counted in `clipped`, and their marks are added to `marks`.
// - start: The index of the row's first pixel in the picture.
size_t flipbook_exr_show(
    void *out, const struct flipbook_exr_channel *channels, int has_alpha, size_t step, size_t first, size_t width,
    int is_deep, const uint16_t *table, uint16_t brightest, size_t start, size_t *clipped,
    uint64_t *marks);
