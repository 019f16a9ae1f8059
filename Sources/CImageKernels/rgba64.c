#include "rgba64.h"
#include "resample.h"

// Plain loops: compilers make vectors of them, and few frames have 16 bits.

enum {
    WEIGHT_BITS = 14,
    // Bits below the point between the two steps of scaling.
    FRACTION_BITS = 7,
};

// x * y / 65535, rounded to nearest: exact for all x and y up to 65535, and without overflow.
static inline uint32_t mul(uint32_t x, uint32_t y) {
    uint32_t t = x * y + 32768;
    return (t + (t >> 16)) >> 16;
}

FLIPBOOK_CLONES
void flipbook_rgba64_widen(uint16_t *target, const uint8_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint16_t)(source[i] * 257);
}

FLIPBOOK_CLONES
void flipbook_rgba64_narrow(uint8_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint8_t)((source[i] + 128u) / 257u);
}

FLIPBOOK_CLONES
void flipbook_rgba64_premultiply(uint16_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i += 4) {
        uint32_t alpha = source[i + 3];
        for (size_t c = 0; c < 3; c++) target[i + c] = (uint16_t)mul(source[i + c], alpha);
        target[i + 3] = (uint16_t)alpha;
    }
}

void flipbook_rgba64_unpremultiply(uint16_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i += 4) {
        uint32_t alpha = source[i + 3];
        for (size_t c = 0; c < 3; c++) {
            uint32_t value = alpha ? (source[i + c] * 65535u + alpha / 2) / alpha : 0;
            target[i + c] = (uint16_t)(value > 65535 ? 65535 : value);
        }
        target[i + 3] = (uint16_t)alpha;
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_over(uint16_t *destination, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i += 4) {
        uint32_t rest = 65535u - source[i + 3];
        for (size_t c = 0; c < 4; c++)
            destination[i + c] = (uint16_t)(source[i + c] + mul(destination[i + c], rest));
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_resample_rows(
    int32_t *target, const uint16_t *const *rows, const int16_t *weights, size_t row_count, size_t channel_count) {
    for (size_t i = 0; i < channel_count; i++) target[i] = 1 << (WEIGHT_BITS - FRACTION_BITS - 1);
    for (size_t k = 0; k < row_count; k++) {
        const uint16_t *row = rows[k];
        int32_t weight = weights[k];
        for (size_t i = 0; i < channel_count; i++) target[i] += row[i] * weight;
    }
    for (size_t i = 0; i < channel_count; i++) target[i] >>= WEIGHT_BITS - FRACTION_BITS;
}

static inline uint16_t clamped(int64_t value, int64_t most) {
    return (uint16_t)(value < 0 ? 0 : value > most ? most : value);
}

void flipbook_rgba64_resample_columns(
    uint16_t *target, const int32_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    const int shift = WEIGHT_BITS + FRACTION_BITS;
    for (size_t x = 0; x < pixel_count; x++) {
        int64_t sums[4];
        for (int c = 0; c < 4; c++) sums[c] = 1 << (shift - 1);
        const int32_t *pixel = source + (size_t)starts[x] * 4;
        const int16_t *weight = weights + x * tap_count;
        for (size_t k = 0; k < tap_count; k++)
            for (size_t c = 0; c < 4; c++) sums[c] += (int64_t)pixel[k * 4 + c] * weight[k];
        uint16_t alpha = clamped(sums[3] >> shift, 65535);
        for (size_t c = 0; c < 3; c++) target[x * 4 + c] = clamped(sums[c] >> shift, alpha);
        target[x * 4 + 3] = alpha;
    }
}
