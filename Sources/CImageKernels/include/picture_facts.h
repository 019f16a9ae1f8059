// The common properties of a whole picture's pixels.
#pragma once

#include "pixels.h"

// The side of the grid of cells that a picture is summed up in.
#define FLIPBOOK_GRID_SIDE 8
#define FLIPBOOK_DIGEST_LANES 8

struct flipbook_picture_facts {
    // The smallest and largest alpha.
    uint8_t least_alpha, greatest_alpha;
    // Not 0 if all pixels look alike: the same color, or all clear.
    uint8_t is_uniform;
    // Pixels that are neither clear nor opaque, and those of them with a color above their alpha, which
    // premultiplied pixels cannot have.
    uint64_t translucent_count, bright_translucent_count;
    // A number that differs for pictures that look different; what lies under clear pixels does not count.
    uint64_t digest;
    // For each cell the sum of premultiplied red, green and blue, and of alpha, row by row.
    uint64_t cells[FLIPBOOK_GRID_SIDE * FLIPBOOK_GRID_SIDE][4];
    // Data of rows for those that follow: the color of the first pixel, and the digest in the making.
    uint8_t first_color[4];
    uint64_t digest_lanes[FLIPBOOK_DIGEST_LANES];
};

// The number of levels of alpha, each of 16 steps.
#define FLIPBOOK_ALPHA_LEVELS 16

// For each level of alpha the greatest red, green or blue of a pixel that is neither clear nor opaque; 0 for a level
// that no such pixel has. Where `has_level` is 0, no pixel is of that level.
struct flipbook_alpha_profile {
    uint8_t brightest[FLIPBOOK_ALPHA_LEVELS];
    uint8_t has_level[FLIPBOOK_ALPHA_LEVELS];
};

// Adds `count` straight RGBA pixels to a profile, which begins with zeros.
void flipbook_profile_alpha(struct flipbook_alpha_profile *profile, const uint8_t *source, size_t count);

// Sums up a picture of `width` by `height` straight RGBA pixels, both at least 1, whose rows come some at a time, without a
// gap, from the first to the last: with the first the facts begin, and with the last they are complete.
void flipbook_sum_up(
    struct flipbook_picture_facts *facts, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows);
