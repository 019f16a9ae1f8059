#include "resample.h"
#include "resample_avx2.h"
#include "resample_constants.h"
#include "vectors.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef int16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t words4 __attribute__((vector_size(16)));

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

void flipbook_resample_rows(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count) {
    size_t i = 0;
#if defined(FLIPBOOK_RESAMPLE_AVX2)
    if (__builtin_cpu_supports("avx2")) i = resample_rows_avx2(target, rows, weights, row_count, channel_count);
#endif
    for (; i + 8 <= channel_count; i += 8) weigh_rows8(target, rows, weights, row_count, i);
    for (; i < channel_count; i++) {
        int32_t sum = 1 << (ROWS_SHIFT - 1);
        for (size_t k = 0; k < row_count; k++) sum += rows[k][i] * weights[k];
        target[i] = (int16_t)(sum >> ROWS_SHIFT);
    }
}

// Adds the channels of two pixels, multiplied by their weights. The weights alternate for each channel: the first pixel's, then
// the second's. Since SSE2, x86 has had one instruction for this, which compilers do not generate on their own.
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

FLIPBOOK_INLINE int32_t clamped(int32_t value, int32_t most) { return value < 0 ? 0 : value > most ? most : value; }

void flipbook_resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    size_t x = 0;
    words4 mean;
#if defined(FLIPBOOK_RESAMPLE_AVX2)
    if (__builtin_cpu_supports("avx2"))
        x = resample_columns_avx2(target, source, starts, weights, tap_count, pixel_count);
#endif
    for (; x < pixel_count; x++) {
        weigh_columns(&mean, source + (size_t)starts[x] * 4, weights + x * tap_count * 4, tap_count);
        // With negative weights, a channel may exceed its range or the alpha.
        uint8_t alpha = (uint8_t)clamped(mean[3], 255);
        for (int c = 0; c < 3; c++) target[x * 4 + (size_t)c] = (uint8_t)clamped(mean[c], alpha);
        target[x * 4 + 3] = alpha;
    }
}
