#include "recode.h"
#include "vectors.h"

enum { MIDDLE = 128 };

// The high half of a product, which takes one vector instruction.
#define HIGH(x, y) ((int16_t)(((int32_t)(int16_t)(x) * (int32_t)(y)) >> 16))

// Interpolates between two chroma rows. The second row has a weight of `weight` quarters. The result is multiplied by 128 and
// centered, so it is between -16384 and 16256.
FLIPBOOK_INLINE void blend(
    int16_t *restrict out, const uint8_t *restrict first, const uint8_t *restrict second, int16_t weight, size_t count) {
    int16_t a = (int16_t)(32 * (4 - weight)), b = (int16_t)(32 * weight);
    for (size_t i = 0; i < count; i += 1) out[i] = (int16_t)(first[i] * a + second[i] * b - 4 * 32 * MIDDLE);
}

// Computes the change of luma from a chroma row, times four, in units of 1/32 of a level. The end values are repeated on both
// sides.
FLIPBOOK_INLINE void gains(
    int16_t *restrict out, const int16_t *restrict blue, const int16_t *restrict red, size_t count,
    const struct flipbook_recoding *how) {
    int16_t of_blue = how->luma_of_blue, of_red = how->luma_of_red;
    for (size_t i = 0; i < count; i += 1) out[i] = (int16_t)(HIGH(blue[i], of_blue) + HIGH(red[i], of_red) + 1);
    out[-1] = out[0];
    out[count] = out[count - 1];
}

// Converts a luma sample, to which chroma adds at most 24,700/512 of a level.
FLIPBOOK_INLINE uint16_t luma(uint16_t sample, int16_t gain, uint16_t scale, int16_t black) {
    uint16_t scaled = (uint16_t)((uint32_t)(uint16_t)(sample << 8) * scale >> 16);
    int16_t value = (int16_t)((int16_t)(scaled + (gain >> 3) + black) >> 6);
    value = value < 16 ? 16 : value;
    return (uint16_t)(value > 235 ? 235 : value);
}

FLIPBOOK_INLINE void luma_row(
    uint8_t *restrict out, const uint8_t *restrict row, const int16_t *restrict gain, size_t half,
    const struct flipbook_recoding *how) {
    // Half a level is added. The truncation in the shifts is not compensated for, so that grays are rounded as in a conversion
    // through RGB.
    int16_t black = (int16_t)(how->black + 32);
    uint16_t scale = how->luma;
    // Processes two samples at a time. Even and odd samples stay in separate words.
#define LUMA_LOOP(even, odd)                                                                   \
    for (size_t i = 0; i < half; i += 1) {                                                     \
        uint16_t pair;                                                                         \
        memcpy(&pair, row + 2 * i, 2);                                                         \
        uint16_t first = luma(pair & 255, (int16_t)(even), scale, black);                      \
        uint16_t second = luma((uint16_t)(pair >> 8), (int16_t)(odd), scale, black);           \
        pair = (uint16_t)(first | second << 8);                                                \
        memcpy(out + 2 * i, &pair, 2);                                                         \
    }
    if (!how->halves_columns) {
        LUMA_LOOP(gain[2 * i] * 4, gain[2 * i + 1] * 4)
    } else if (how->is_left) {
        LUMA_LOOP(gain[i] * 4, (gain[i] + gain[i + 1]) * 2)
    } else {
        LUMA_LOOP(gain[i] * 3 + gain[(ptrdiff_t)i - 1], gain[i] * 3 + gain[i + 1])
    }
#undef LUMA_LOOP
}

// Averages the chroma rows around the middle of two luma rows. The result is multiplied by eight and centered.
FLIPBOOK_INLINE void gather(
    int16_t *restrict out, const uint8_t *restrict above, const uint8_t *restrict here, const uint8_t *restrict below,
    int16_t outer, size_t count) {
    int16_t inner = (int16_t)(8 - 2 * outer);
    for (size_t i = 0; i < count; i += 1)
        out[i] = (int16_t)((above[i] + below[i]) * outer + here[i] * inner - 8 * MIDDLE);
    out[-1] = out[0];
    out[count] = out[count - 1];
}

// Applies the filter [1 2 1] / 4 around every other column of full-width chroma, as stored, times 32.
FLIPBOOK_INLINE void filter(
    int16_t *restrict out, const int16_t *restrict sums, size_t count, const struct flipbook_recoding *how) {
    if (!how->halves_columns) {
        for (ptrdiff_t i = 0; i < (ptrdiff_t)count; i += 1)
            out[i] = (int16_t)((sums[2 * i - 1] + 2 * sums[2 * i] + sums[2 * i + 1]) * 8);
    } else if (how->is_left) {
        for (ptrdiff_t i = 0; i < (ptrdiff_t)count; i += 1)
            out[i] = (int16_t)((sums[i - 1] + sums[i] * 6 + sums[i + 1]) * 4);
    } else {
        for (ptrdiff_t i = 0; i < (ptrdiff_t)count; i += 1)
            out[i] = (int16_t)((sums[i - 1] * 5 + sums[i] * 10 + sums[i + 1]) * 2);
    }
}

// Computes a chroma plane from both source planes, times 256.
FLIPBOOK_INLINE void chroma_row(
    uint8_t *restrict out, const int16_t *restrict blue, const int16_t *restrict red, int16_t of_blue, int16_t of_red,
    size_t count) {
    for (size_t i = 0; i < count; i += 1) {
        // Adds half a level, and compensates for the average truncation in both products.
        int16_t value = (int16_t)((HIGH(blue[i], of_blue) + HIGH(red[i], of_red) + 32 + 1) >> 6);
        value = value < 16 - MIDDLE ? 16 - MIDDLE : value;
        out[i] = (uint8_t)((value > 240 - MIDDLE ? 240 - MIDDLE : value) + MIDDLE);
    }
}

FLIPBOOK_CLONES
void flipbook_planes_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue, uint8_t *red, const uint8_t *row0, const uint8_t *row1,
    const uint8_t *const blues[3], const uint8_t *const reds[3], size_t width, const struct flipbook_recoding *how,
    int16_t *scratch) {
    if (width == 0) return;
    size_t half = width / 2, count = how->halves_columns ? half : width;
    // Each buffer has a margin of one sample on both sides.
    int16_t *a = scratch + 1, *b = a + width + 2, *c = b + width + 2, *d = c + width + 2;
    int16_t near = how->halves_rows ? 3 : 0;
    for (int line = 0; line < 2; line += 1) {
        blend(a, blues[2 * line], blues[1], near, count);
        blend(b, reds[2 * line], reds[1], near, count);
        gains(c, a, b, count, how);
        luma_row(line ? luma1 : luma0, line ? row1 : row0, c, half, how);
    }
    int16_t outer = how->halves_rows ? 1 : 4;
    gather(c, blues[0], blues[1], blues[2], outer, count);
    gather(d, reds[0], reds[1], reds[2], outer, count);
    filter(a, c, half, how);
    filter(b, d, half, how);
    chroma_row(blue, a, b, how->blue_of_blue, how->blue_of_red, half);
    chroma_row(red, a, b, how->red_of_blue, how->red_of_red, half);
}
