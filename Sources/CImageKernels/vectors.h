// Vector types and 8-bit arithmetic for the kernels.
//
// Vectors are never passed by value. The calling convention depends on the target, and differs between the AVX2 clone of a
// kernel and its inlined helpers. Therefore, expressions are macros, and helpers take pointers.
#pragma once

#include "pixels.h"
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pixels are read as little-endian words: R is the lowest byte of RGBA"
#endif

#define FLIPBOOK_INLINE static inline __attribute__((always_inline))

// Eight pixels as words, sixteen of their channels (red and blue, or green and alpha), and one channel of each pixel as words
// or bytes.
typedef uint32_t pixels8 __attribute__((vector_size(32)));
typedef uint16_t channels16 __attribute__((vector_size(32)));
typedef uint32_t wide16 __attribute__((vector_size(64)));
typedef int32_t words8 __attribute__((vector_size(32)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));

FLIPBOOK_INLINE void load8(pixels8 *v, const uint8_t *p) { memcpy(v, p, sizeof *v); }

// Loads the one to seven pixels at the end of a row into a padded block, which avoids a separate scalar formula that could
// differ.
FLIPBOOK_INLINE void load_tail(pixels8 *v, const uint8_t *p, size_t count) {
    *v = (pixels8){0};
    memcpy(v, p, count * 4);
}

// Repeats a pixel eight times.
FLIPBOOK_INLINE void splat8(pixels8 *v, const uint8_t color[4]) {
    uint32_t word;
    memcpy(&word, color, 4);
    *v = (pixels8){0} + word;
}

// The red and blue channels of RGBA pixels, the green and alpha channels, and the reverse conversion.
#define RED_BLUE(v) ((channels16)((v) & 0x00FF00FFu))
#define GREEN_ALPHA(v) ((channels16)(v) >> 8)
#define JOIN(rb, ga) ((pixels8)((rb) | ((ga) << 8)))

// The alpha of each pixel, for both of its channels.
#define ALPHAS(v) ((channels16)(((v) >> 24) | (((v) >> 24) << 16)))

// x * y / 255, rounded: exact for all x and y up to 255. With t = x * y + 128, this is (t + (t >> 8)) >> 8. It is written as
// (t * 257) >> 16, which has the same result in one instruction: the high half of a 16-bit product.
#define MUL255(x, y)                                                                                       \
    __builtin_convertvector(                                                                               \
        (__builtin_convertvector((channels16)((x) * (y) + 128), wide16) * 257) >> 16, channels16)
