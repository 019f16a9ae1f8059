#include "resample.h"
#include "vectors.h"

enum {
    WEIGHT_BITS = 14,
    // Bits below the point between the two steps: 255 << 7 is the most that fits 16 bits with a sign.
    FRACTION_BITS = 7,
    ROWS_SHIFT = WEIGHT_BITS - FRACTION_BITS,
    COLUMNS_SHIFT = WEIGHT_BITS + FRACTION_BITS,
};

typedef int16_t shorts8 __attribute__((vector_size(16)));
typedef int32_t words4 __attribute__((vector_size(16)));
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

FLIPBOOK_CLONES
void flipbook_resample_columns(
    uint8_t *target, const int16_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    for (size_t x = 0; x < pixel_count; x++) {
        const int16_t *pixels = source + (size_t)starts[x] * 4;
        // Two taps at a time: four channels of one, four of the next.
        words8 sums = {0};
        for (size_t k = 0; k < tap_count; k += 2) {
            shorts8 v, w;
            memcpy(&v, pixels + k * 4, sizeof v);
            memcpy(&w, weights + k * 4, sizeof w);
            sums += __builtin_convertvector(v, words8) * __builtin_convertvector(w, words8);
        }
        weights += tap_count * 4;
        words4 even = __builtin_shufflevector(sums, sums, 0, 1, 2, 3);
        words4 odd = __builtin_shufflevector(sums, sums, 4, 5, 6, 7);
        words4 mean = (even + odd + (1 << (COLUMNS_SHIFT - 1))) >> COLUMNS_SHIFT;
        bytes4 result = __builtin_convertvector(mean, bytes4);
        memcpy(target + x * 4, &result, 4);
    }
}
