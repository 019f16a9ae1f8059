#include "resample.h"
#include "vectors.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
    WEIGHT_BITS = 14,
    // Bits below the point between the two steps: 255 << 7 is the most that fits 16 bits with a sign.
    FRACTION_BITS = 7,
    ROWS_SHIFT = WEIGHT_BITS - FRACTION_BITS,
    COLUMNS_SHIFT = WEIGHT_BITS + FRACTION_BITS,
};

typedef int16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t words4 __attribute__((vector_size(16)));
typedef int32_t words16 __attribute__((vector_size(64)));
typedef uint8_t bytes16 __attribute__((vector_size(16)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));

FLIPBOOK_INLINE void weigh_rows8(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t i) {
    words8 sum = (words8){0} + (1 << (ROWS_SHIFT - 1));
    for (size_t k = 0; k < row_count; k++) {
        bytes8 v;
        memcpy(&v, rows[k] + i, 8);
        sum += __builtin_convertvector(v, words8) * (int32_t)weights[k];
    }
    shorts8 result = __builtin_convertvector(sum >> ROWS_SHIFT, shorts8);
    memcpy(target + i, &result, sizeof result);
}

FLIPBOOK_CLONES
void flipbook_resample_rows(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count) {
    size_t i = 0;
    for (; i + 32 <= channel_count; i += 32) {
        words8 sums[4];
        for (int part = 0; part < 4; part++) sums[part] = (words8){0} + (1 << (ROWS_SHIFT - 1));
        for (size_t k = 0; k < row_count; k++) {
            for (int part = 0; part < 4; part++) {
                bytes8 v;
                memcpy(&v, rows[k] + i + part * 8, 8);
                sums[part] += __builtin_convertvector(v, words8) * (int32_t)weights[k];
            }
        }
        for (int part = 0; part < 4; part++) {
            shorts8 result = __builtin_convertvector(sums[part] >> ROWS_SHIFT, shorts8);
            memcpy(target + i + part * 8, &result, sizeof result);
        }
    }
    for (; i + 8 <= channel_count; i += 8) weigh_rows8(target, rows, weights, row_count, i);
    for (; i < channel_count; i++) {
        int32_t sum = 1 << (ROWS_SHIFT - 1);
        for (size_t k = 0; k < row_count; k++) sum += rows[k][i] * weights[k];
        target[i] = (int16_t)(sum >> ROWS_SHIFT);
    }
}

// sums += the products of two pixels' channels with their weights, which lie in
// pairs: the first pixel's weight, the second's, once for each channel.
//
// x86 has this in one instruction since SSE2, which compilers do not find by themselves.
FLIPBOOK_INLINE void add_two_taps(words4 *sums, const int16_t *pixels, const int16_t *weights) {
    shorts8 v, w;
    memcpy(&v, pixels, sizeof v);
    memcpy(&w, weights, sizeof w);
    shorts8 pairs = __builtin_shufflevector(v, v, 0, 4, 1, 5, 2, 6, 3, 7);
#if defined(__SSE2__)
    *sums += (words4)_mm_madd_epi16((__m128i)pairs, (__m128i)w);
#else
    words8 products = __builtin_convertvector(pairs, words8) * __builtin_convertvector(w, words8);
    *sums += __builtin_shufflevector(products, products, 0, 2, 4, 6)
        + __builtin_shufflevector(products, products, 1, 3, 5, 7);
#endif
}

FLIPBOOK_INLINE void weigh_columns(
    words4 *mean, const int16_t *pixels, const int16_t *weights, size_t tap_count) {
    words4 sums = (words4){0} + (1 << (COLUMNS_SHIFT - 1));
    for (size_t k = 0; k < tap_count; k += 2) add_two_taps(&sums, pixels + k * 4, weights + k * 4);
    *mean = sums >> COLUMNS_SHIFT;
}

FLIPBOOK_INLINE void resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    size_t x = 0;
    words4 a, b, c, d;
    for (; x + 4 <= pixel_count; x += 4) {
        const int16_t *w = weights + x * tap_count * 4;
        weigh_columns(&a, source + (size_t)starts[x] * 4, w, tap_count);
        weigh_columns(&b, source + (size_t)starts[x + 1] * 4, w + tap_count * 4, tap_count);
        weigh_columns(&c, source + (size_t)starts[x + 2] * 4, w + tap_count * 8, tap_count);
        weigh_columns(&d, source + (size_t)starts[x + 3] * 4, w + tap_count * 12, tap_count);
        words8 ab = __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7);
        words8 cd = __builtin_shufflevector(c, d, 0, 1, 2, 3, 4, 5, 6, 7);
        words16 all = __builtin_shufflevector(ab, cd, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        bytes16 result = __builtin_convertvector(all, bytes16);
        memcpy(target + x * 4, &result, sizeof result);
    }
    for (; x < pixel_count; x++) {
        weigh_columns(&a, source + (size_t)starts[x] * 4, weights + x * tap_count * 4, tap_count);
        bytes4 result = __builtin_convertvector(a, bytes4);
        memcpy(target + x * 4, &result, sizeof result);
    }
}

FLIPBOOK_CLONES
void flipbook_resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    // The common case by name, so that its loop over taps is unrolled: two taps, where a picture grows.
    if (tap_count == 2) {
        resample_columns(target, source, starts, weights, 2, pixel_count);
    } else {
        resample_columns(target, source, starts, weights, tap_count, pixel_count);
    }
}
