// Rows of OpenEXR files in half precision, shown without numbers of single precision on the way.
#pragma once

#include "pixels.h"

// Undoes the differences of ZIP compression: each byte counts from the one before it.
void flipbook_exr_sum(uint8_t *bytes, size_t count);

// The bytes of a row's numbers of one channel, the lower and the upper ones apart; a number's are `step` from the next one's.
struct flipbook_exr_channel {
    const uint8_t *low, *high;
};

// Returns 1 if one of a row's numbers is NaN or infinite, by their upper bytes, each `step` from the next one.
int flipbook_exr_has_stray(const uint8_t *high, size_t step, size_t count);

// Shows a row's pixels from `first` on, as RGBA of 16 bits a channel, or of 8 rounded from these.
//
// - channels: red, green and blue, and alpha where `has_alpha`.
// - table: what each number of half precision is shown as.
// - brightest: the numbers from here to infinity are counted in `clipped`, once a pixel.
// Returns the pixel at which it ended: `width`, or one that is neither opaque nor wholly clear.
size_t flipbook_exr_show(
    void *out, const struct flipbook_exr_channel *channels, int has_alpha, size_t step, size_t first, size_t width,
    int is_deep, const uint16_t *table, uint16_t brightest, size_t *clipped);
