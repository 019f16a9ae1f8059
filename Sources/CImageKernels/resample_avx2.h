// The two steps of scaling for AVX2, with two taps per 256-bit instruction. The sums, and therefore the bytes, are the same as
// in resample.c.
//
// Compilers do not generate the instruction that adds products of pairs of 16-bit numbers. Its operands must be interleaved
// first.
#pragma once

#include "resample.h"
#include "resample_constants.h"

#if defined(__x86_64__) && defined(__GLIBC__)
#define FLIPBOOK_RESAMPLE_AVX2 1

#include <immintrin.h>
#include <string.h>

#define FLIPBOOK_AVX2 __attribute__((target("avx2")))

/// Returns two weights that alternate, eight times each.
FLIPBOOK_AVX2 static inline __m256i weight_pair(int16_t first, int16_t second) {
    return _mm256_set1_epi32((int32_t)((uint32_t)(uint16_t)first | (uint32_t)(uint16_t)second << 16));
}

/// Combines 32 channels of all rows.
FLIPBOOK_AVX2 static inline __attribute__((always_inline)) void weigh_rows32(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t i) {
    const __m256i zero = _mm256_setzero_si256();
    const __m256i half = _mm256_set1_epi32(1 << (ROWS_SHIFT - 1));
    // The sums of channels 0-3 and 16-19, 4-7 and 20-23, 8-11 and 24-27, 12-15 and 28-31.
    __m256i s0 = half, s1 = half, s2 = half, s3 = half;
    for (size_t k = 0; k < row_count; k += 2) {
        // With an odd number of rows, the last row is paired with itself at weight 0.
        size_t other = k + 1 < row_count ? k + 1 : k;
        __m256i w = weight_pair(weights[k], other == k ? 0 : weights[other]);
        __m256i a = _mm256_loadu_si256((const void *)(rows[k] + i));
        __m256i b = _mm256_loadu_si256((const void *)(rows[other] + i));
        __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
        s0 = _mm256_add_epi32(s0, _mm256_madd_epi16(_mm256_unpacklo_epi8(low, zero), w));
        s1 = _mm256_add_epi32(s1, _mm256_madd_epi16(_mm256_unpackhi_epi8(low, zero), w));
        s2 = _mm256_add_epi32(s2, _mm256_madd_epi16(_mm256_unpacklo_epi8(high, zero), w));
        s3 = _mm256_add_epi32(s3, _mm256_madd_epi16(_mm256_unpackhi_epi8(high, zero), w));
    }
    __m256i low = _mm256_packs_epi32(_mm256_srai_epi32(s0, ROWS_SHIFT), _mm256_srai_epi32(s1, ROWS_SHIFT));
    __m256i high = _mm256_packs_epi32(_mm256_srai_epi32(s2, ROWS_SHIFT), _mm256_srai_epi32(s3, ROWS_SHIFT));
    _mm_storeu_si128((void *)(target + i), _mm256_castsi256_si128(low));
    _mm_storeu_si128((void *)(target + i + 8), _mm256_castsi256_si128(high));
    _mm_storeu_si128((void *)(target + i + 16), _mm256_extracti128_si256(low, 1));
    _mm_storeu_si128((void *)(target + i + 24), _mm256_extracti128_si256(high, 1));
}

FLIPBOOK_AVX2 static inline __attribute__((always_inline)) size_t resample_rows_by(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count) {
    const uint8_t *known[4] = {rows[0]};
    // The addresses are copied, so that the loop does not reload them after each store.
    for (size_t k = 1; k < row_count && k < 4; k++) known[k] = rows[k];
    const uint8_t *const *all = row_count <= 4 ? known : rows;
    size_t i = 0;
    for (; i + 32 <= channel_count; i += 32) weigh_rows32(target, all, weights, row_count, i);
    return i;
}

/// Like `flipbook_resample_rows`, for a multiple of 32 channels. Returns the number of processed channels.
FLIPBOOK_AVX2 static size_t resample_rows_avx2(
    int16_t *target, const uint8_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count) {
    // The row count is passed as a constant, so that the loop over rows is unrolled.
    switch (row_count) {
    case 1: return resample_rows_by(target, rows, weights, 1, channel_count);
    case 2: return resample_rows_by(target, rows, weights, 2, channel_count);
    case 3: return resample_rows_by(target, rows, weights, 3, channel_count);
    case 4: return resample_rows_by(target, rows, weights, 4, channel_count);
    default: return resample_rows_by(target, rows, weights, row_count, channel_count);
    }
}

FLIPBOOK_AVX2 static inline __m256i load_halves(const int16_t *low, const int16_t *high) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128((const void *)low)), _mm_loadu_si128((const void *)high), 1);
}

/// Computes the averages of pixels x and x + 1, with four channels each.
FLIPBOOK_AVX2 static inline __attribute__((always_inline)) __m256i weigh_columns2(
    const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count, size_t x) {
    const __m256i pairs = _mm256_setr_epi8(
        0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
    const int16_t *a = source + (size_t)starts[x] * 4, *b = source + (size_t)starts[x + 1] * 4;
    const int16_t *wa = weights + x * tap_count * 4, *wb = wa + tap_count * 4;
    __m256i sum = _mm256_set1_epi32(1 << (COLUMNS_SHIFT - 1));
    size_t k = 0;
    if (tap_count >= 4) {
        // Each half contains two taps of one pixel, which are added at the end.
        __m256i of_a = _mm256_setzero_si256(), of_b = of_a;
        for (; k + 4 <= tap_count; k += 4) {
            __m256i va = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(a + k * 4)), pairs);
            __m256i vb = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(b + k * 4)), pairs);
            of_a = _mm256_add_epi32(
                of_a, _mm256_madd_epi16(va, _mm256_loadu_si256((const void *)(wa + k * 4))));
            of_b = _mm256_add_epi32(
                of_b, _mm256_madd_epi16(vb, _mm256_loadu_si256((const void *)(wb + k * 4))));
        }
        __m256i outer = _mm256_blend_epi32(of_a, of_b, 0xF0), inner = _mm256_permute2x128_si256(of_a, of_b, 0x21);
        sum = _mm256_add_epi32(sum, _mm256_add_epi32(outer, inner));
    }
    if (k < tap_count) {
        // The last two taps: one pixel in each half.
        __m256i v = _mm256_shuffle_epi8(load_halves(a + k * 4, b + k * 4), pairs);
        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(v, load_halves(wa + k * 4, wb + k * 4)));
    }
    return _mm256_srai_epi32(sum, COLUMNS_SHIFT);
}

FLIPBOOK_AVX2 static inline __attribute__((always_inline)) size_t resample_columns_by(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
    const __m256i alphas = _mm256_setr_epi8(
        3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
    size_t x = 0;
    for (; x + 8 <= pixel_count; x += 8) {
        __m256i a = weigh_columns2(source, starts, weights, tap_count, x);
        __m256i b = weigh_columns2(source, starts, weights, tap_count, x + 2);
        __m256i c = weigh_columns2(source, starts, weights, tap_count, x + 4);
        __m256i d = weigh_columns2(source, starts, weights, tap_count, x + 6);
        // Each half contains one pixel of a, b, c, and d.
        __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(a, b), _mm256_packs_epi32(c, d));
        bytes = _mm256_min_epu8(bytes, _mm256_shuffle_epi8(bytes, alphas));
        _mm256_storeu_si256((void *)(target + x * 4), _mm256_permutevar8x32_epi32(bytes, order));
    }
    return x;
}

/// Like `flipbook_resample_columns`, for a multiple of 8 pixels. Returns the number of processed pixels.
FLIPBOOK_AVX2 static size_t resample_columns_avx2(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    // The tap count is passed as a constant, so that the loop over taps is unrolled.
    switch (tap_count) {
    case 2: return resample_columns_by(target, source, starts, weights, 2, pixel_count);
    case 4: return resample_columns_by(target, source, starts, weights, 4, pixel_count);
    case 6: return resample_columns_by(target, source, starts, weights, 6, pixel_count);
    default: return resample_columns_by(target, source, starts, weights, tap_count, pixel_count);
    }
}
#endif
