#include "rgba64.h"
#include "resample.h"
#include "vectors.h"

typedef uint16_t channel;
typedef channels16 block;
typedef channels16 factor;
enum { BLOCK_PIXELS = 4, CHANNEL_MAX = 65535 };
#define ALPHA_MAX ((block){0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535})
#define ALPHAS_OF(v) __builtin_shufflevector((v), (v), 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
#define KERNEL(name) flipbook_rgba64_##name

FLIPBOOK_INLINE void splat(block *v, const channel color[4]) {
    for (int i = 0; i < 4 * BLOCK_PIXELS; i++) (*v)[i] = color[i & 3];
}

// product = x * y / 65535: exact for all x and y up to 65535, without overflow.
FLIPBOOK_INLINE void multiply(block *product, const block *x, const factor *y) {
    wide16 t = __builtin_convertvector(*x, wide16) * __builtin_convertvector(*y, wide16) + 32768;
    *product = __builtin_convertvector((t + (t >> 16)) >> 16, channels16);
}

#define multiply_factors multiply

#include "pixel_kernels.h"

FLIPBOOK_CLONES
void flipbook_rgba64_widen(uint16_t *target, const uint8_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint16_t)(source[i] * 257);
}

FLIPBOOK_CLONES
void flipbook_rgba64_narrow(uint8_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint8_t)((source[i] + 128u) / 257u);
}

FLIPBOOK_CLONES
void flipbook_rgba64_range(uint16_t *least, uint16_t *greatest, const uint16_t *source, size_t count) {
    channels16 low = ~(channels16){0}, high = {0}, v;
    for (size_t i = 0; i < count; i += BLOCK_PIXELS) {
        size_t there = count - i;
        if (there >= BLOCK_PIXELS) memcpy(&v, source + i * 4, sizeof v);
        // The first pixel of the last block replaces the missing pixels.
        else for (size_t k = 0; k < 4 * BLOCK_PIXELS; k++) v[k] = source[i * 4 + (k / 4 < there ? k : k % 4)];
        channels16 below = (channels16)(v < low), above = (channels16)(v > high);
        low = (v & below) | (low & ~below);
        high = (v & above) | (high & ~above);
    }
    for (int k = 0; k < 16; k++) {
        if (k % 4 == 3) continue;
        if (low[k] < *least) *least = low[k];
        if (high[k] > *greatest) *greatest = high[k];
    }
}

// The threshold of pixel `x`, in units of 1/65536.
static inline uint32_t rounding(const uint16_t *dither, size_t x) { return dither[x % FLIPBOOK_DITHER_COLUMNS]; }

FLIPBOOK_CLONES
void flipbook_rgba64_dither(uint8_t *target, const uint16_t *source, size_t count, const uint16_t *dither) {
    for (size_t x = 0; x < count; x++) {
        uint32_t up = rounding(dither, x) * 257u >> 16;
        for (size_t c = 0; c < 4; c++) target[x * 4 + c] = (uint8_t)((source[x * 4 + c] + up) / 257u);
    }
}

void flipbook_rgba64_unpremultiply(uint16_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i += 4) {
        uint32_t alpha = source[i + 3];
        if (alpha == 65535) {
            memmove(target + i, source + i, 8);
            continue;
        }
        for (size_t c = 0; c < 3; c++) {
            uint32_t value = alpha ? (source[i + c] * 65535u + alpha / 2) / alpha : 0;
            target[i + c] = (uint16_t)(value > 65535 ? 65535 : value);
        }
        target[i + 3] = (uint16_t)alpha;
    }
}

enum {
    WEIGHT_BITS = 14,
    // The fractional bits between the two steps of scaling.
    FRACTION_BITS = 7,
};

// Reduces 16 bits to at most 12. Fractions of at least `up` / 65536 are rounded up.
static inline uint16_t fewer(uint16_t value, uint32_t most, uint32_t up) {
    return (uint16_t)((value * most + (up * 65535u >> 16)) / 65535u);
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_planes12(
    uint16_t *green, uint16_t *blue, uint16_t *red, uint16_t *alpha, const uint16_t *source, size_t count,
    const uint16_t *dither) {
    for (size_t i = 0; i < count; i++) {
        uint32_t up = rounding(dither, i);
        red[i] = fewer(source[i * 4], 4095, up);
        green[i] = fewer(source[i * 4 + 1], 4095, up);
        blue[i] = fewer(source[i * 4 + 2], 4095, up);
        alpha[i] = fewer(source[i * 4 + 3], 4095, up);
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_alpha10(uint16_t *alpha, const uint16_t *source, size_t count, const uint16_t *dither) {
    for (size_t i = 0; i < count; i++) alpha[i] = fewer(source[i * 4 + 3], 1023, rounding(dither, i));
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

typedef int32_t words4 __attribute__((vector_size(16)));
typedef int64_t longs4 __attribute__((vector_size(32)));

FLIPBOOK_CLONES
void flipbook_rgba64_resample_columns(
    uint16_t *target, const int32_t *source, const int32_t *starts, const int16_t *weights, size_t tap_count,
    size_t pixel_count) {
    const int shift = WEIGHT_BITS + FRACTION_BITS;
    for (size_t x = 0; x < pixel_count; x++) {
        longs4 sums = (longs4){0} + ((int64_t)1 << (shift - 1));
        const int32_t *pixel = source + (size_t)starts[x] * 4;
        const int16_t *weight = weights + x * tap_count * 4;
        for (size_t k = 0; k < tap_count; k++) {
            words4 v;
            memcpy(&v, pixel + k * 4, sizeof v);
            // The weights of two taps alternate, once for each channel.
            sums += __builtin_convertvector(v, longs4) * (int64_t)weight[k / 2 * 8 + k % 2];
        }
        sums >>= shift;
        uint16_t alpha = clamped(sums[3], 65535);
        for (size_t c = 0; c < 3; c++) target[x * 4 + c] = clamped(sums[c], alpha);
        target[x * 4 + 3] = alpha;
    }
}
