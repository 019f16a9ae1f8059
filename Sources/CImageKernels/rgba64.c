#include "rgba64.h"
#include "resample.h"
#include "vectors.h"

enum {
    WEIGHT_BITS = 14,
    // Bits below the point between the two steps of scaling.
    FRACTION_BITS = 7,
};

// Four pixels are sixteen channels; what widens them to 32 bits is vectors.h's.
enum { BLOCK_PIXELS = 4, BLOCK_CHANNELS = 16 };

FLIPBOOK_INLINE void load4(channels16 *v, const uint16_t *p, size_t count) {
    *v = (channels16){0};
    memcpy(v, p, count * 8);
}
FLIPBOOK_INLINE void store4(uint16_t *p, const channels16 *v, size_t count) { memcpy(p, v, count * 8); }

// Four times one pixel.
FLIPBOOK_INLINE void splat4(channels16 *v, const uint16_t color[4]) {
    for (int i = 0; i < BLOCK_CHANNELS; i++) (*v)[i] = color[i & 3];
}

// All ones in the places of alpha: as a factor, it leaves alpha as it is.
#define ALPHA_PLACES \
    ((channels16){0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535, 0, 0, 0, 65535})

// Each pixel's alpha in all its places.
#define ALPHAS4(v) __builtin_shufflevector((v), (v), 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15)

// product = x * y / 65535, rounded to nearest: exact for all x and y up to 65535, and without overflow.
FLIPBOOK_INLINE void multiply4(channels16 *product, const channels16 *x, const channels16 *y) {
    wide16 t = __builtin_convertvector(*x, wide16) * __builtin_convertvector(*y, wide16) + 32768;
    *product = __builtin_convertvector((t + (t >> 16)) >> 16, channels16);
}

// `kernel` replaces `v`, four pixels of the source, by the result; `other` is whatever else it needs, read from
// the destination where `reads` is set. The pixels at the end of a row go the same way, padded.
#define FOR_EACH_BLOCK4(kernel, destination, reads)                        \
    channels16 v;                                                          \
    for (size_t i = 0; i < count; i += BLOCK_PIXELS) {                     \
        size_t n = count - i < BLOCK_PIXELS ? count - i : BLOCK_PIXELS;    \
        if (n == BLOCK_PIXELS) {                                           \
            load4(&v, source + i * 4, BLOCK_PIXELS);                       \
            if (reads) load4(&other, (destination) + i * 4, BLOCK_PIXELS); \
            kernel(&v, &other);                                            \
            store4((destination) + i * 4, &v, BLOCK_PIXELS);               \
        } else {                                                           \
            load4(&v, source + i * 4, n);                                  \
            if (reads) load4(&other, (destination) + i * 4, n);            \
            kernel(&v, &other);                                            \
            store4((destination) + i * 4, &v, n);                          \
        }                                                                  \
    }

FLIPBOOK_CLONES
void flipbook_rgba64_widen(uint16_t *target, const uint8_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint16_t)(source[i] * 257);
}

FLIPBOOK_CLONES
void flipbook_rgba64_narrow(uint8_t *target, const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count * 4; i++) target[i] = (uint8_t)((source[i] + 128u) / 257u);
}

FLIPBOOK_INLINE void premultiply4(channels16 *v, const channels16 *unused) {
    (void)unused;
    channels16 factor = ALPHAS4(*v) | ALPHA_PLACES;
    multiply4(v, v, &factor);
}

FLIPBOOK_CLONES
void flipbook_rgba64_premultiply(uint16_t *target, const uint16_t *source, size_t count) {
    channels16 other = {0};
    FOR_EACH_BLOCK4(premultiply4, target, 0)
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

FLIPBOOK_INLINE void over4(channels16 *v, const channels16 *below) {
    channels16 rest = 65535 - ALPHAS4(*v), share;
    multiply4(&share, below, &rest);
    *v += share;
}

FLIPBOOK_CLONES
void flipbook_rgba64_over(uint16_t *destination, const uint16_t *source, size_t count) {
    channels16 other;
    FOR_EACH_BLOCK4(over4, destination, 1)
}

FLIPBOOK_CLONES
void flipbook_rgba64_over_color(uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]) {
    channels16 other;
    splat4(&other, color);
    FOR_EACH_BLOCK4(over4, destination, 0)
}

FLIPBOOK_INLINE void straight_over4(channels16 *v, const channels16 *below) {
    channels16 a = ALPHAS4(*v), rest = 65535 - a, share;
    multiply4(&share, below, &rest);
    multiply4(v, v, &a);
    *v = (*v + share) | ALPHA_PLACES;
}

FLIPBOOK_CLONES
void flipbook_rgba64_straight_over_opaque(
    uint16_t *destination, const uint16_t *source, size_t count, const uint16_t color[4]) {
    channels16 other;
    splat4(&other, color);
    FOR_EACH_BLOCK4(straight_over4, destination, 0)
}

void flipbook_rgba64_fill(uint16_t *destination, size_t count, const uint16_t color[4]) {
    for (size_t i = 0; i < count; i++) memcpy(destination + i * 4, color, 8);
}

FLIPBOOK_INLINE void stencil4(channels16 *v, const channels16 *color) {
    channels16 coverage = ALPHAS4(*v), opacity = ALPHAS4(*color), solid = *color | ALPHA_PLACES, a;
    multiply4(&a, &coverage, &opacity);
    multiply4(v, &solid, &a);
}

FLIPBOOK_CLONES
void flipbook_rgba64_stencil(uint16_t *target, const uint16_t *source, size_t count, const uint16_t color[4]) {
    channels16 other;
    splat4(&other, color);
    FOR_EACH_BLOCK4(stencil4, target, 0)
}

FLIPBOOK_INLINE void fade4(channels16 *v, const channels16 *factor) { multiply4(v, v, factor); }

FLIPBOOK_CLONES
void flipbook_rgba64_fade(uint16_t *target, const uint16_t *source, size_t count, uint16_t alpha) {
    channels16 other = (channels16){0} + alpha;
    FOR_EACH_BLOCK4(fade4, target, 0)
}

int flipbook_rgba64_is_opaque(const uint16_t *source, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (source[i * 4 + 3] != 65535) return 0;
    }
    return 1;
}

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
