#pragma once

#include "pixels.h"

// The number of cells along each side of the grid.
#define FLIPBOOK_GRID_SIDE 8
#define FLIPBOOK_DIGEST_LANES 8

struct flipbook_picture_facts {
    uint8_t least_alpha, greatest_alpha;
    // 1 if all pixels look alike, with the same color or all clear.
    uint8_t is_uniform;
    // The number of pixels that are neither clear nor opaque, and the number of those whose color exceeds their alpha, which is
    // impossible in premultiplied pixels.
    uint64_t translucent_count, bright_translucent_count;
    // A number that differs between pictures that look different. The colors of clear pixels are ignored.
    uint64_t digest;
    // The sums of premultiplied red, green, and blue, and of alpha, for each cell, row by row.
    uint64_t cells[FLIPBOOK_GRID_SIDE * FLIPBOOK_GRID_SIDE][4];
    // The state between calls: the color of the first pixel, and the incomplete digest.
    uint8_t first_color[4];
    uint64_t digest_lanes[FLIPBOOK_DIGEST_LANES];
};

// The number of alpha levels, each of which covers 16 values.
#define FLIPBOOK_ALPHA_LEVELS 16

// The largest red, green, or blue value of translucent pixels at each alpha level. `has_level` is 0 for levels without pixels.
struct flipbook_alpha_profile {
    uint8_t brightest[FLIPBOOK_ALPHA_LEVELS];
    uint8_t has_level[FLIPBOOK_ALPHA_LEVELS];
};

// Adds `count` straight RGBA pixels to a profile, which is initially zero.
void flipbook_profile_alpha(struct flipbook_alpha_profile *profile, const uint8_t *source, size_t count);

// Sums up straight RGBA pixels. `width` and `height` are at least 1. The rows are passed in one or more consecutive calls. The
// first call resets the facts, and the last one completes them.
void flipbook_sum_up(
    struct flipbook_picture_facts *facts, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows);
