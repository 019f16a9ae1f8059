#pragma once

#include <stddef.h>
#include <stdint.h>

// The accumulated differences between two pictures.
struct flipbook_difference {
    // The sum of all squared differences.
    double squares;
    uint64_t samples;
    // The sum of the structural similarities of all windows.
    double similarity;
    uint64_t windows;
};

// A channel of two pictures of `width` x `height` pixels.
struct flipbook_compared {
    const uint8_t *first, *second;
    ptrdiff_t first_row, second_row;
    size_t width, height;
    // The pixel stride in bytes, and the number of bytes per sample: 1, or 2 in little-endian order.
    size_t pixel, sample;
    // The offset from a sample to its alpha in bytes, or 0 if samples are not premultiplied.
    ptrdiff_t alpha;
    uint32_t peak;
};

// Adds the differences of a channel. Samples with alpha are premultiplied, so that invisible colors are ignored. The similarity
// is computed as in Wang et al. (2004), over 8x8 windows, four pixels apart, as in x264 and ffmpeg. Smaller pictures have
// smaller windows. The similarity is added only if `has_similarity` is 1.
void flipbook_compare_channel(
    struct flipbook_difference *sum, const struct flipbook_compared *channel, int has_similarity);
