// Pictures of a palette: what animated files store of pictures, and how GIF compresses it.
#pragma once

#include "pixels.h"

// There are so many colors: 8 bits of each channel, red's the highest of a color's number.
enum { FLIPBOOK_COLORS = 1 << 24 };

// Counts the pixels of straight RGBA whose alpha is 128 or more, by their colors.
void flipbook_count_colors(uint32_t *counts, const uint8_t *pixels, size_t count);

// Writes the colors that were counted, in ascending order, and how often; `colors` and `weights` have room for `capacity`.
// Returns how many there are.
size_t flipbook_list_colors(uint32_t *colors, uint32_t *weights, size_t capacity, const uint32_t *counts);

// The colors of some pictures while they are few: a hash table.
struct flipbook_exact_colors {
    // A color plus 1, and 0 for a free place.
    uint32_t keys[1024];
    uint8_t indices[1024];
    uint32_t colors[256];
    size_t count;
};

// Adds the colors of straight RGBA pixels whose alpha is 128 or more, as 0xRRGGBB. Returns 0, having added only some, where
// there are more than `most`, at most 256.
int flipbook_add_exact_colors(struct flipbook_exact_colors *table, const uint8_t *pixels, size_t count, size_t most);

// The indices of pixels whose colors are all in the table, and `transparent` where alpha is below 128.
void flipbook_index_exactly(
    uint8_t *indices, const uint8_t *pixels, size_t count, const struct flipbook_exact_colors *table,
    uint8_t transparent);

enum flipbook_dither {
    FLIPBOOK_DITHER_NONE,
    // An ordered matrix of 8x8.
    FLIPBOOK_DITHER_ORDERED,
    // Floyd and Steinberg's, rows in alternate directions.
    FLIPBOOK_DITHER_DIFFUSED,
};

// The indices of straight RGBA pixels: those of the nearest of `color_count` (1 to 256) RGB colors, dithered, and
// `transparent` where alpha is below 128.
//
// found: FLIPBOOK_FOUND_COLORS numbers that need not be set.
// errors: for diffusion 2 * 3 * (width + 2) numbers that need not be set.
void flipbook_index_pixels(
    uint8_t *indices, const uint8_t *pixels, size_t width, size_t height, const uint8_t *colors, size_t color_count,
    uint8_t transparent, enum flipbook_dither dither, uint32_t *found, int16_t *errors);

enum { FLIPBOOK_FOUND_COLORS = 1 << 14 };

// The smallest rectangle that holds all differences between two pictures of `bytes_per_pixel`: first column,
// first row, columns, rows. Returns 0, and leaves it, where there is none.
int flipbook_find_changes(
    size_t rectangle[4], const uint8_t *before, const uint8_t *after, size_t width, size_t height,
    size_t bytes_per_pixel);

// Sets the indices of pixels that are the same in both straight RGBA pictures to `transparent`.
void flipbook_drop_unchanged(
    uint8_t *indices, const uint8_t *before, const uint8_t *after, size_t count, uint8_t transparent);

// Returns 1 if one of `count` straight RGBA pixels has alpha of 128 or more in `before` and less in `after`.
int flipbook_hides_pixels(const uint8_t *before, const uint8_t *after, size_t count);

// The most bytes that LZW makes of `count` indices, sub-blocks included.
size_t flipbook_lzw_capacity(size_t count);

// Compresses rows of indices of less than 2^code_bits (2 to 8) as GIF does: the code size, sub-blocks of up to 255 bytes,
// and an empty one. Returns the bytes written.
//
// codes: FLIPBOOK_LZW_CODES numbers of a hash table, which need not be set.
size_t flipbook_lzw(
    uint8_t *target, const uint8_t *indices, size_t stride, size_t width, size_t height, int code_bits,
    uint32_t *codes);

// Compresses bytes as TIFF does (TIFF 6.0, section 13), one at least, and returns the bytes written.
size_t flipbook_tiff_lzw(uint8_t *target, const uint8_t *bytes, size_t count, uint32_t *codes);

enum { FLIPBOOK_LZW_CODES = 1 << 14 };
