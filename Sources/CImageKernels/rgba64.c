#include "rgba64.h"
#include "resample.h"
#include "vectors.h"

// The kernels for 16 bits a channel.

typedef uint16_t channel;
// Four pixels are sixteen channels.
typedef channels16 block;
typedef channels16 factor;
enum { BLOCK_PIXELS = 4, CHANNEL_MAX = 65535 };
#define ALPHA_MAX ((block){0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535})
#define ALPHAS_OF(v) __builtin_shufflevector((v), (v), 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)
#define KERNEL(name) flipbook_rgba64_##name

FLIPBOOK_INLINE void splat(block *v, const channel color[4]) {
    for (int i = 0; i < 4 * BLOCK_PIXELS; i++) (*v)[i] = color[i & 3];
}

// product = x * y / 65535: exact for all x and y up to 65535, and without overflow.
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
    // Bits below the point between the two steps of scaling.
    FRACTION_BITS = 7,
};

static inline uint16_t twelve(uint16_t value) { return (uint16_t)((value * 4095u + 32767u) / 65535u); }

FLIPBOOK_CLONES
void flipbook_rgba64_to_planes12(
    uint16_t *green, uint16_t *blue, uint16_t *red, uint16_t *alpha, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        red[i] = twelve(source[i * 4]);
        green[i] = twelve(source[i * 4 + 1]);
        blue[i] = twelve(source[i * 4 + 2]);
        alpha[i] = twelve(source[i * 4 + 3]);
    }
}

// BT.709's shares of luma, in parts of 2^20.
enum { RED_SHARE = 222927, GREEN_SHARE = 749942, BLUE_SHARE = 75707, SHARES = 1 << 20 };

// round(value * range / (65535 * 2^20)) of a number that may be negative, where the whole is at most 2^40.
static inline int64_t scaled10(int64_t value, int64_t range) {
    const int64_t whole = (int64_t)65535 << 20;
    int64_t product = value * range;
    return (product + (product < 0 ? -whole / 2 : whole / 2)) / whole;
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_luma10(uint16_t *luma, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const uint16_t *pixel = source + i * 4;
        int64_t value = (int64_t)pixel[0] * RED_SHARE + (int64_t)pixel[1] * GREEN_SHARE + (int64_t)pixel[2] * BLUE_SHARE;
        luma[i] = (uint16_t)(64 + scaled10(value, 876));
    }
}

// The sum over both rows of a pixel's colour without its luma, blue or red, in parts of 2^20.
static inline void add_differences(
    int64_t *blue, int64_t *red, const uint16_t *row0, const uint16_t *row1, size_t x, int64_t weight) {
    for (int row = 0; row < 2; row++) {
        const uint16_t *pixel = (row ? row1 : row0) + x * 4;
        int64_t luma = (int64_t)pixel[0] * RED_SHARE + (int64_t)pixel[1] * GREEN_SHARE + (int64_t)pixel[2] * BLUE_SHARE;
        *blue += weight * (((int64_t)pixel[2] << 20) - luma);
        *red += weight * (((int64_t)pixel[0] << 20) - luma);
    }
}

void flipbook_rgba64_to_chroma10(
    uint16_t *blue_difference, uint16_t *red_difference, const uint16_t *row0, const uint16_t *row1, size_t width,
    int is_halved) {
    // Cb = (B - Y) / (2 - 2 * share of blue), Cr likewise, each scaled to 896 steps around 512.
    const double blue_scale = 896.0 / (2.0 * (SHARES - BLUE_SHARE)) / 65535.0;
    const double red_scale = 896.0 / (2.0 * (SHARES - RED_SHARE)) / 65535.0;
    size_t count = is_halved ? (width + 1) / 2 : width;
    for (size_t i = 0; i < count; i++) {
        int64_t blue = 0, red = 0;
        size_t x = is_halved ? i * 2 : i;
        if (is_halved) {
            add_differences(&blue, &red, row0, row1, x ? x - 1 : 0, 1);
            add_differences(&blue, &red, row0, row1, x, 2);
            add_differences(&blue, &red, row0, row1, x + 1 < width ? x + 1 : x, 1);
        } else {
            add_differences(&blue, &red, row0, row1, x, 4);
        }
        // Eight weights in all; the sums are exact in a double.
        blue_difference[i] = (uint16_t)(512.5 + (double)blue / 8.0 * blue_scale);
        red_difference[i] = (uint16_t)(512.5 + (double)red / 8.0 * red_scale);
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_alpha10(uint16_t *alpha, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) alpha[i] = (uint16_t)((source[i * 4 + 3] * 1023u + 32767u) / 65535u);
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
            // Two taps' weights lie side by side, once for each channel.
            sums += __builtin_convertvector(v, longs4) * (int64_t)weight[k / 2 * 8 + k % 2];
        }
        sums >>= shift;
        uint16_t alpha = clamped(sums[3], 65535);
        for (size_t c = 0; c < 3; c++) target[x * 4 + c] = clamped(sums[c], alpha);
        target[x * 4 + 3] = alpha;
    }
}
