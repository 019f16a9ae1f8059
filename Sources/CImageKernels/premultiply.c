#include "premultiply.h"
#include "vectors.h"

// Calls `kernel` on each block of eight pixels and on what remains.
#define FOR_EACH_BLOCK(kernel)                                  \
    size_t i = 0;                                               \
    pixels8 v;                                                  \
    for (; i + 8 <= count; i += 8) {                            \
        load8(&v, source + i * 4);                              \
        kernel(&v);                                             \
        store8(target + i * 4, &v);                             \
    }                                                           \
    if (i < count) {                                            \
        load_tail(&v, source + i * 4, count - i);               \
        kernel(&v);                                             \
        store_tail(target + i * 4, &v, count - i);              \
    }

FLIPBOOK_INLINE void premultiply8(pixels8 *v) {
    channels16 a = ALPHAS(*v);
    // The alpha channel itself is multiplied by 255, which leaves it as it is.
    channels16 green_factor = (channels16)(((pixels8)a & 0x0000FFFFu) | 0x00FF0000u);
    channels16 rb = MUL255(RED_BLUE(*v), a), ga = MUL255(GREEN_ALPHA(*v), green_factor);
    *v = JOIN(rb, ga);
}

FLIPBOOK_CLONES
void flipbook_premultiply(uint8_t *target, const uint8_t *source, size_t count) {
    FOR_EACH_BLOCK(premultiply8)
}

typedef float floats8 __attribute__((vector_size(32)));

// Division in single precision is exact here after truncation: numerators and
// denominators are whole numbers below 2^16, and a quotient that is not whole
// stays 1/a below the next whole number, which is more than a rounding step.
FLIPBOOK_INLINE void divide8(words8 *channel, const words8 *alpha, const floats8 *divisor) {
    words8 numerator = *channel * 255 + (*alpha >> 1);
    words8 quotient = __builtin_convertvector(__builtin_convertvector(numerator, floats8) / *divisor, words8);
    words8 above = quotient > 255;
    *channel = (quotient & ~above) | (above & 255);
}

FLIPBOOK_INLINE void unpremultiply8(pixels8 *v) {
    words8 alpha = (words8)(*v >> 24);
    words8 is_clear = alpha == 0;
    floats8 divisor = __builtin_convertvector(alpha - is_clear, floats8);
    words8 red = (words8)(*v & 255), green = (words8)((*v >> 8) & 255), blue = (words8)((*v >> 16) & 255);
    divide8(&red, &alpha, &divisor);
    divide8(&green, &alpha, &divisor);
    divide8(&blue, &alpha, &divisor);
    *v = (pixels8)((red | (green << 8) | (blue << 16)) & ~is_clear) | (*v & 0xFF000000u);
}

FLIPBOOK_CLONES
void flipbook_unpremultiply(uint8_t *target, const uint8_t *source, size_t count) {
    FOR_EACH_BLOCK(unpremultiply8)
}

FLIPBOOK_INLINE void swap8(pixels8 *v) {
    *v = (*v & 0xFF00FF00u) | ((*v & 0xFFu) << 16) | ((*v >> 16) & 0xFFu);
}

FLIPBOOK_CLONES
void flipbook_swap_red_blue(uint8_t *target, const uint8_t *source, size_t count) {
    FOR_EACH_BLOCK(swap8)
}

FLIPBOOK_CLONES
int flipbook_is_opaque(const uint8_t *source, size_t count) {
    size_t i = 0;
    // A block at a time, so that a row with alpha is told apart early.
    for (; i + 64 <= count; i += 64) {
        pixels8 all, v;
        load8(&all, source + i * 4);
        for (size_t k = 8; k < 64; k += 8) {
            load8(&v, source + (i + k) * 4);
            all &= v;
        }
        uint32_t common = 0xFF000000u;
        for (int k = 0; k < 8; k++) common &= all[k];
        if (common != 0xFF000000u) return 0;
    }
    for (; i < count; i++) {
        if (source[i * 4 + 3] != 255) return 0;
    }
    return 1;
}
