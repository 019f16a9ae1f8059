#include "indexed.h"

#include <stdlib.h>
#include <string.h>

static inline uint32_t color_of(const uint8_t *pixel) {
    return (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
}

void flipbook_count_colors(uint32_t *counts, const uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (pixels[i * 4 + 3] >= 128) counts[color_of(pixels + i * 4)]++;
}

size_t flipbook_list_colors(uint32_t *colors, uint32_t *weights, size_t capacity, const uint32_t *counts) {
    size_t count = 0;
    for (uint32_t color = 0; color < FLIPBOOK_COLORS; color++) {
        if (!counts[color]) continue;
        if (count < capacity) {
            colors[count] = color;
            weights[count] = counts[color];
        }
        count++;
    }
    return count;
}

static inline size_t place_of(const uint32_t *keys, uint32_t color) {
    size_t place = color * 2654435761u >> 22;
    while (keys[place] && keys[place] != color + 1) place = (place + 1) & 1023;
    return place;
}

int flipbook_add_exact_colors(struct flipbook_exact_colors *table, const uint8_t *pixels, size_t count, size_t most) {
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        uint32_t color = color_of(pixels + i * 4);
        if (color == last || pixels[i * 4 + 3] < 128) continue;
        last = color;
        size_t place = place_of(table->keys, color);
        if (table->keys[place]) continue;
        if (table->count == most) return 0;
        table->keys[place] = color + 1;
        table->indices[place] = (uint8_t)table->count;
        table->colors[table->count++] = color;
    }
    return 1;
}

void flipbook_index_exactly(
    uint8_t *indices, const uint8_t *pixels, size_t count, const struct flipbook_exact_colors *table,
    uint8_t transparent) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t *pixel = pixels + i * 4;
        indices[i] = pixel[3] < 128 ? transparent : table->indices[place_of(table->keys, color_of(pixel))];
    }
}

struct search {
    int32_t red[256], green[256], blue[256];
    uint32_t *found;
};

static void begin_search(struct search *search, const uint8_t *colors, size_t color_count, uint32_t *found) {
    for (size_t i = 0; i < 256; i++) {
        int is_there = i < color_count;
        search->red[i] = is_there ? colors[i * 3] : 1024;
        search->green[i] = is_there ? colors[i * 3 + 1] : 1024;
        search->blue[i] = is_there ? colors[i * 3 + 2] : 1024;
    }
    memset(found, 0, FLIPBOOK_FOUND_COLORS * sizeof *found);
    search->found = found;
}

FLIPBOOK_CLONES
static uint32_t nearest_of_all(const struct search *search, int red, int green, int blue) {
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < 256; i++) {
        int r = search->red[i] - red, g = search->green[i] - green, b = search->blue[i] - blue;
        // The distance is in the bits above the index, so that the minimum identifies the first of the nearest colors.
        uint32_t value = (uint32_t)(r * r + g * g + b * b) << 8 | i;
        best = value < best ? value : best;
    }
    return best & 255;
}

static inline uint8_t nearest(const struct search *search, int red, int green, int blue) {
    uint32_t color = (uint32_t)red << 16 | (uint32_t)green << 8 | (uint32_t)blue;
    uint32_t *place = search->found + (color * 2654435761u >> 18);
    // The color is in the bits above the index. Black with index 0 looks like an empty entry, so it is searched for again.
    if (*place >> 8 == color && *place) return (uint8_t)*place;
    uint8_t index = (uint8_t)nearest_of_all(search, red, green, blue);
    *place = color << 8 | index;
    return index;
}

static inline int clamped(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }

// A threshold of the Bayer matrix: the interleaved bits of column and row.
static inline int threshold(size_t x, size_t y) {
    int value = 0;
    for (int bit = 0; bit < 3; bit++) {
        int a = (int)(x >> bit & 1), b = (int)(y >> bit & 1);
        value = value << 2 | (a ^ b) << 1 | b;
    }
    return value;
}

static void index_plain(
    uint8_t *indices, const uint8_t *pixels, size_t width, size_t height, const struct search *search,
    const uint8_t *colors, uint8_t transparent, int amplitude) {
    int matrix[64];
    for (size_t i = 0; i < 64; i++) matrix[i] = (threshold(i % 8, i / 8) * 2 - 63) * amplitude / 128;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const uint8_t *p = pixels + (y * width + x) * 4;
            if (p[3] < 128) {
                indices[y * width + x] = transparent;
                continue;
            }
            uint8_t index = nearest(search, p[0], p[1], p[2]);
            const uint8_t *color = colors + index * 3;
            int distance = abs(color[0] - p[0]) + abs(color[1] - p[1]) + abs(color[2] - p[2]);
            // Colors that match the palette exactly or nearly are not dithered.
            if (amplitude && distance > 3) {
                int shift = matrix[y % 8 * 8 + x % 8];
                index = nearest(search, clamped(p[0] + shift), clamped(p[1] + shift), clamped(p[2] + shift));
            }
            indices[y * width + x] = index;
        }
}

static void index_diffused(
    uint8_t *indices, const uint8_t *pixels, size_t width, size_t height, const struct search *search,
    const uint8_t *colors, uint8_t transparent, int16_t *errors) {
    size_t row_length = 3 * (width + 2);
    int16_t *here = errors, *below = errors + row_length;
    memset(errors, 0, 2 * row_length * sizeof *errors);
    for (size_t y = 0; y < height; y++) {
        int step = y % 2 ? -1 : 1;
        for (size_t i = 0; i < width; i++) {
            size_t x = step > 0 ? i : width - 1 - i;
            const uint8_t *p = pixels + (y * width + x) * 4;
            size_t place = 3 * (x + 1);
            if (p[3] < 128) {
                indices[y * width + x] = transparent;
                continue;
            }
            int wanted[3];
            for (int c = 0; c < 3; c++) {
                int error = here[place + (size_t)c];
                wanted[c] = clamped(p[c] + (error < 0 ? error - 8 : error + 8) / 16);
            }
            uint8_t index = nearest(search, wanted[0], wanted[1], wanted[2]);
            indices[y * width + x] = index;
            for (int c = 0; c < 3; c++) {
                int error = wanted[c] - colors[index * 3 + c];
                int16_t *channel = here + place + c, *next = below + place + c;
                channel[3 * step] = (int16_t)(channel[3 * step] + error * 7);
                next[-3 * step] = (int16_t)(next[-3 * step] + error * 3);
                next[0] = (int16_t)(next[0] + error * 5);
                next[3 * step] = (int16_t)(next[3 * step] + error);
            }
        }
        int16_t *used = here;
        here = below;
        below = used;
        memset(below, 0, row_length * sizeof *below);
    }
}

void flipbook_index_pixels(
    uint8_t *indices, const uint8_t *pixels, size_t width, size_t height, const uint8_t *colors, size_t color_count,
    uint8_t transparent, enum flipbook_dither dither, uint32_t *found, int16_t *errors) {
    struct search search;
    begin_search(&search, colors, color_count, found);
    if (dither == FLIPBOOK_DITHER_DIFFUSED) {
        index_diffused(indices, pixels, width, height, &search, colors, transparent, errors);
    } else {
        int amplitude = dither == FLIPBOOK_DITHER_ORDERED ? 16 : 0;
        index_plain(indices, pixels, width, height, &search, colors, transparent, amplitude);
    }
}

int flipbook_find_changes(
    size_t rectangle[4], const uint8_t *before, const uint8_t *after, size_t width, size_t height,
    size_t bytes_per_pixel) {
    size_t row_length = width * bytes_per_pixel, top = 0, bottom = height;
    while (top < height && !memcmp(before + top * row_length, after + top * row_length, row_length)) top++;
    if (top == height) return 0;
    while (!memcmp(before + (bottom - 1) * row_length, after + (bottom - 1) * row_length, row_length)) bottom--;
    size_t left = row_length, right = 0;
    for (size_t y = top; y < bottom; y++) {
        const uint8_t *a = before + y * row_length, *b = after + y * row_length;
        size_t first = 0;
        while (first < left && a[first] == b[first]) first++;
        left = first;
        size_t last = row_length;
        while (last > right && a[last - 1] == b[last - 1]) last--;
        right = last;
    }
    size_t first = left / bytes_per_pixel, end = (right + bytes_per_pixel - 1) / bytes_per_pixel;
    rectangle[0] = first;
    rectangle[1] = top;
    rectangle[2] = end - first;
    rectangle[3] = bottom - top;
    return 1;
}

FLIPBOOK_CLONES
void flipbook_drop_unchanged(
    uint8_t *indices, const uint8_t *before, const uint8_t *after, size_t count, uint8_t transparent) {
    for (size_t i = 0; i < count; i++) {
        uint32_t a, b;
        memcpy(&a, before + i * 4, 4);
        memcpy(&b, after + i * 4, 4);
        indices[i] = a == b ? transparent : indices[i];
    }
}

FLIPBOOK_CLONES
int flipbook_hides_pixels(const uint8_t *before, const uint8_t *after, size_t count) {
    uint8_t hidden = 0;
    for (size_t i = 0; i < count; i++) hidden |= before[i * 4 + 3] & (uint8_t)~after[i * 4 + 3] & 128;
    return hidden != 0;
}

// Packs codes of any bit length. GIF uses sub-blocks, and begins at a byte's lowest bit. TIFF begins at the highest bit, and
// has no blocks.
struct packer {
    uint8_t *block;
    size_t fill;
    uint32_t bits;
    int bit_count;
};

static inline __attribute__((always_inline)) void put_byte(struct packer *packer, int is_tiff) {
    if (is_tiff) {
        *packer->block++ = (uint8_t)(packer->bits >> 24);
        return;
    }
    packer->block[1 + packer->fill++] = (uint8_t)packer->bits;
    if (packer->fill == 255) {
        packer->block[0] = 255;
        packer->block += 256;
        packer->fill = 0;
    }
}

static inline __attribute__((always_inline)) void put_code(struct packer *packer, uint32_t code, int length, int is_tiff) {
    packer->bits |= code << (is_tiff ? 32 - length - packer->bit_count : packer->bit_count);
    packer->bit_count += length;
    while (packer->bit_count >= 8) {
        put_byte(packer, is_tiff);
        packer->bits = is_tiff ? packer->bits << 8 : packer->bits >> 8;
        packer->bit_count -= 8;
    }
}

size_t flipbook_lzw_capacity(size_t count) {
    // Each index takes at most a 12-bit code, and a code clears the table every 2000 indices.
    size_t bytes = (count + count / 2000 + 16) * 3 / 2;
    return bytes + bytes / 255 + 16;
}

// An entry of the hash table: the code in 12 bits, and the key plus 1 in the bits above. A key consists of a prefix's code and
// an index.
static inline uint32_t *slot(uint32_t *codes, uint32_t key) {
    uint32_t place = (key * 2654435761u) >> 18;
    while (codes[place] && codes[place] >> 12 != key + 1) place = (place + 1) & (FLIPBOOK_LZW_CODES - 1);
    return codes + place;
}

static inline __attribute__((always_inline)) uint8_t *pack(
    uint8_t *target, const uint8_t *indices, size_t stride, size_t width, size_t height, int code_bits,
    uint32_t *codes, const int is_tiff) {
    struct packer packer = {.block = target};
    // TIFF's codes get longer one code earlier, and the last codes are unused (TIFF 6.0, section 13).
    const uint32_t clear = 1u << code_bits, end = clear + 1, early = is_tiff ? 1 : 0, most = is_tiff ? 4093 : 4096;
    uint32_t next = end + 1, prefix = indices[0];
    int length = code_bits + 1;
    memset(codes, 0, FLIPBOOK_LZW_CODES * sizeof *codes);
    put_code(&packer, clear, length, is_tiff);
    for (size_t y = 0; y < height; y++)
        for (size_t x = y ? 0 : 1; x < width; x++) {
            uint32_t index = indices[y * stride + x], key = prefix << 8 | index;
            uint32_t *found = slot(codes, key);
            if (*found) {
                prefix = *found & 4095;
                continue;
            }
            put_code(&packer, prefix, length, is_tiff);
            prefix = index;
            if (next == most) {
                put_code(&packer, clear, length, is_tiff);
                memset(codes, 0, FLIPBOOK_LZW_CODES * sizeof *codes);
                next = end + 1;
                length = code_bits + 1;
            } else {
                *found = (key + 1) << 12 | next;
                // A decoder adds each code one step later.
                if (next + early == 1u << length) length++;
                next++;
            }
        }
    put_code(&packer, prefix, length, is_tiff);
    // The last code may have increased the decoder's code length.
    if (next + early == 1u << length && length < 12) length++;
    put_code(&packer, end, length, is_tiff);
    if (packer.bit_count) put_byte(&packer, is_tiff);
    if (packer.fill) {
        packer.block[0] = (uint8_t)packer.fill;
        packer.block += 1 + packer.fill;
    }
    return packer.block;
}

size_t flipbook_lzw(
    uint8_t *target, const uint8_t *indices, size_t stride, size_t width, size_t height, int code_bits,
    uint32_t *codes) {
    target[0] = (uint8_t)code_bits;
    uint8_t *last = pack(target + 1, indices, stride, width, height, code_bits, codes, 0);
    *last = 0;
    return (size_t)(last + 1 - target);
}

size_t flipbook_tiff_lzw(uint8_t *target, const uint8_t *bytes, size_t count, uint32_t *codes) {
    return (size_t)(pack(target, bytes, count, count, 1, 8, codes, 1) - target);
}
