#pragma once

#include <stddef.h>
#include <stdint.h>

// The sums over the samples of two pictures.
struct flipbook_difference {
    // The squares of all differences.
    double squares;
    uint64_t samples;
    // The structural similarity of all windows.
    double similarity;
    uint64_t windows;
};

// One channel of two pictures of `width` x `height` pixels.
struct flipbook_compared {
    const uint8_t *first, *second;
    ptrdiff_t first_row, second_row;
    size_t width, height;
    // Bytes from a pixel to the next one, and of a sample: 1, or 2 in little-endian order.
    size_t pixel, sample;
    // The place of alpha, in bytes from the sample; 0 if there is none to multiply with.
    ptrdiff_t alpha;
    // The greatest value of a sample.
    uint32_t peak;
};

// Adds the differences of a channel. Samples that stand beside alpha are compared multiplied by it, since what is not seen
// does not count. Similarity is that of Wang et al. (2004) over windows of 8x8 pixels, four apart, as x264 and ffmpeg
// compute it; a picture with a smaller side has windows as small. It is added where `has_similarity` is not 0.
void flipbook_compare_channel(
    struct flipbook_difference *sum, const struct flipbook_compared *channel, int has_similarity
);
