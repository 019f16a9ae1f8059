#include "picture_tones.h"
#include "vectors.h"

#include <string.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

FLIPBOOK_INLINE void take_tones8(const pixels8 *pixels, words8 *low, words8 *high, words8 *seen, words8 *burnt) {
    pixels8 v = *pixels;
    words8 is_seen = (words8)(v >> 24) > 0;
    words8 red = (words8)(v & 255), green = (words8)((v >> 8) & 255), blue = (words8)((v >> 16) & 255);
    words8 smaller = (red & (red < green)) | (green & ~(red < green));
    words8 smallest = (smaller & (smaller < blue)) | (blue & ~(smaller < blue));
    words8 larger = (red & (red > green)) | (green & ~(red > green));
    words8 largest = (larger & (larger > blue)) | (blue & ~(larger > blue));
    smallest |= ~is_seen & 255;
    largest &= is_seen;
    words8 below = smallest < *low, above = largest > *high;
    *low = (smallest & below) | (*low & ~below);
    *high = (largest & above) | (*high & ~above);
    *seen -= is_seen;
    *burnt -= is_seen & (largest == 255);
}

// Returns the number of rows at the bottom that consist only of the last pixel's color.
static size_t blank_rows(const uint8_t *source, size_t width, size_t rows) {
    uint32_t color, pixel;
    memcpy(&color, source + (width * rows - 1) * 4, 4);
    size_t blank = 0;
    for (; blank < rows; blank++) {
        const uint8_t *row = source + (rows - 1 - blank) * width * 4;
        // If a row begins with the color, and equals itself shifted by one pixel, the whole row has that color.
        memcpy(&pixel, row, 4);
        if (pixel != color || memcmp(row, row + 4, (width - 1) * 4) != 0) break;
    }
    return blank;
}

static void add_profile(
    struct flipbook_picture_tones *tones, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows) {
    size_t columns = least(width, FLIPBOOK_PROFILE_LENGTH), count = least(height, FLIPBOOK_PROFILE_LENGTH);
    tones->column_count = columns;
    tones->row_count = count;
    size_t top = (height - count) / 2, end = least(first_row + rows, top + count);
    for (size_t y = first_row > top ? first_row : top; y < end; y++) {
        const uint8_t *row = source + ((y - first_row) * width + (width - columns) / 2) * 4;
        uint32_t sum = 0;
        for (size_t x = 0; x < columns; x++) {
            uint32_t alpha = row[x * 4 + 3];
            uint32_t value = row[x * 4 + 1] * alpha / 255 + alpha;
            tones->columns[x] += value;
            sum += value;
        }
        tones->rows[y - top] = sum;
    }
}

FLIPBOOK_CLONES
void flipbook_take_tones(
    struct flipbook_picture_tones *tones, const uint8_t *source, size_t width, size_t height, size_t first_row,
    size_t rows) {
    if (first_row == 0) {
        memset(tones, 0, sizeof *tones);
        tones->darkest = 255;
    }
    words8 low = (words8){0} + 255, high = {0}, seen, burnt;
    size_t step = height > 64 ? 4 : 1;
    for (size_t y = (step - first_row % step) % step; y < rows; y += step) {
        const uint8_t *row = source + y * width * 4;
        pixels8 v;
        size_t x = 0;
        seen = burnt = (words8){0};
        for (; x + 8 <= width; x += 8) {
            load8(&v, row + x * 4);
            take_tones8(&v, &low, &high, &seen, &burnt);
        }
        if (x < width) {
            load_tail(&v, row + x * 4, width - x);
            take_tones8(&v, &low, &high, &seen, &burnt);
        }
        for (int i = 0; i < 8; i++) {
            tones->seen_count += (uint32_t)seen[i];
            tones->burnt_count += (uint32_t)burnt[i];
        }
    }
    for (int i = 0; i < 8; i++) {
        if (low[i] < tones->darkest) tones->darkest = (uint8_t)low[i];
        if (high[i] > tones->brightest) tones->brightest = (uint8_t)high[i];
    }
    size_t blank = blank_rows(source, width, rows);
    int goes_on = blank == rows && first_row > 0 && memcmp(tones->last_color, source, 4) == 0;
    tones->blank_rows = blank + (goes_on ? tones->blank_rows : 0);
    memcpy(tones->last_color, source + (width * rows - 1) * 4, 4);
    add_profile(tones, source, width, height, first_row, rows);
}

FLIPBOOK_CLONES
int flipbook_is_widened(const uint16_t *source, size_t count) {
    size_t i = 0;
    // The values are checked in blocks, so that most genuine 16-bit pictures are recognized early.
    while (i < count) {
        size_t end = least(count, i + 4096);
        uint16_t not_copied = 0, not_shifted = 0;
        for (; i < end; i++) {
            not_copied |= (source[i] >> 8) ^ (source[i] & 255);
            // Full alpha is 65535 in both cases.
            not_shifted |= source[i] == UINT16_MAX ? 0 : source[i] & 255;
        }
        if (not_copied && not_shifted) return 0;
    }
    return 1;
}
