// Vector types and 8-bit arithmetic for the kernels.
//
// Vectors are never passed by value: the calling convention depends on the target, and the AVX2 clone of a kernel and its
// inlined helpers have different ones. Therefore, expressions are macros, and helpers take pointers.
#pragma once

#include "pixels.h"
#include <string.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pixels are read as little-endian words: R is the lowest byte of RGBA"
#endif

#define FLIPBOOK_INLINE static inline __attribute__((always_inline))

// Eight pixels as words; their sixteen red and blue, or green and alpha, channels; one channel of each in a word.
typedef uint32_t pixels8 __attribute__((vector_size(32)));
typedef uint16_t channels16 __attribute__((vector_size(32)));
typedef uint32_t wide16 __attribute__((vector_size(64)));
typedef int32_t words8 __attribute__((vector_size(32)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));

FLIPBOOK_INLINE void load8(pixels8 *v, const uint8_t *p) { memcpy(v, p, sizeof *v); }

// The one to seven pixels at the end of a row use a padded block, so that there is no second, scalar formula that could differ.
FLIPBOOK_INLINE void load_tail(pixels8 *v, const uint8_t *p, size_t count) {
    *v = (pixels8){0};
    memcpy(v, p, count * 4);
}

// A pixel, eight times.
FLIPBOOK_INLINE void splat8(pixels8 *v, const uint8_t color[4]) {
    uint32_t word;
    memcpy(&word, color, 4);
    *v = (pixels8){0} + word;
}

// The red and blue channels of RGBA pixels, the green and alpha ones, and back.
#define RED_BLUE(v) ((channels16)((v) & 0x00FF00FFu))
#define GREEN_ALPHA(v) ((channels16)(v) >> 8)
#define JOIN(rb, ga) ((pixels8)((rb) | ((ga) << 8)))

// Each pixel's alpha, for both of its channels.
#define ALPHAS(v) ((channels16)(((v) >> 24) | (((v) >> 24) << 16)))

// x * y / 255, rounded: exact for all x and y up to 255. With t = x * y + 128 this is (t + (t >> 8)) >> 8, written as t * 257
// >> 16: the same number in one instruction, the high half of a 16-bit product.
#define MUL255(x, y)                                                                                       \
    __builtin_convertvector(                                                                               \
        (__builtin_convertvector((channels16)((x) * (y) + 128), wide16) * 257) >> 16, channels16)
