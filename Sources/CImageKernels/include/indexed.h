#pragma once

#include "pixels.h"

// The number of colors: 8 bits per channel, with red in the highest bits.
enum { FLIPBOOK_COLORS = 1 << 24 };

// Counts the colors of straight RGBA pixels whose alpha is 128 or more.
void flipbook_count_colors(uint32_t *counts, const uint8_t *pixels, size_t count);

// Writes up to `capacity` counted colors in ascending order, and their counts. Returns the number of colors.
size_t flipbook_list_colors(uint32_t *colors, uint32_t *weights, size_t capacity, const uint32_t *counts);

struct flipbook_exact_colors {
    // A color plus 1, or 0 for a free slot.
    uint32_t keys[1024];
    uint8_t indices[1024];
    uint32_t colors[256];
    size_t count;
};

// Adds the colors of straight RGBA pixels whose alpha is 128 or more, as 0xRRGGBB. If there are more than `most` colors, adds
// only some of them and returns 0. `most` is at most 256.
int flipbook_add_exact_colors(struct flipbook_exact_colors *table, const uint8_t *pixels, size_t count, size_t most);

// Writes the index of each pixel's color, which must be in the table, or `transparent` for an alpha below 128.
void flipbook_index_exactly(
    uint8_t *indices, const uint8_t *pixels, size_t count, const struct flipbook_exact_colors *table,
    uint8_t transparent);

enum flipbook_dither {
    FLIPBOOK_DITHER_NONE,
    FLIPBOOK_DITHER_ORDERED,
    // Floyd–Steinberg, with alternating row directions.
    FLIPBOOK_DITHER_DIFFUSED,
};

// Writes the index of the nearest color for each straight RGBA pixel, with dithering, or `transparent` for an alpha below 128.
// There are `color_count` (1 to 256) RGB colors.
// - found: FLIPBOOK_FOUND_COLORS uninitialized numbers.
// - errors: 2 * 3 * (width + 2) uninitialized numbers for diffusion.
void flipbook_index_pixels(
    uint8_t *indices, const uint8_t *pixels, size_t width, size_t height, const uint8_t *colors, size_t color_count,
    uint8_t transparent, enum flipbook_dither dither, uint32_t *found, int16_t *errors);

enum { FLIPBOOK_FOUND_COLORS = 1 << 14 };

// Finds the smallest rectangle that contains all differences between two pictures: its first column, its first row, its width,
// and its height. Returns 0 if the pictures are equal.
int flipbook_find_changes(
    size_t rectangle[4], const uint8_t *before, const uint8_t *after, size_t width, size_t height,
    size_t bytes_per_pixel);

// Sets the indices of pixels that are equal in both straight RGBA pictures to `transparent`.
void flipbook_drop_unchanged(
    uint8_t *indices, const uint8_t *before, const uint8_t *after, size_t count, uint8_t transparent);

// Returns 1 if any straight RGBA pixel has an alpha of 128 or more in `before`, and less than 128 in `after`.
int flipbook_hides_pixels(const uint8_t *before, const uint8_t *after, size_t count);

// Returns the maximum number of bytes that LZW writes for `count` indices, including sub-blocks.
size_t flipbook_lzw_capacity(size_t count);

// Compresses rows of indices below 2^code_bits (2 to 8) as in a GIF: the code size, sub-blocks of up to 255 bytes, and an empty
// sub-block. Returns the number of bytes.
// - codes: Uninitialized memory for a hash table of FLIPBOOK_LZW_CODES numbers.
size_t flipbook_lzw(
    uint8_t *target, const uint8_t *indices, size_t stride, size_t width, size_t height, int code_bits,
    uint32_t *codes);

// Compresses at least one byte as in a TIFF (TIFF 6.0, section 13). Returns the number of bytes.
size_t flipbook_tiff_lzw(uint8_t *target, const uint8_t *bytes, size_t count, uint32_t *codes);

enum { FLIPBOOK_LZW_CODES = 1 << 14 };
