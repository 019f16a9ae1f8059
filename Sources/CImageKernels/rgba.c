#include "rgba.h"
#include "vectors.h"

typedef uint8_t channel;
typedef pixels8 block;
// A number for each red and blue value, or for each green and alpha value.
typedef channels16 factor;
enum { BLOCK_PIXELS = 8, CHANNEL_MAX = 255 };
#define ALPHA_MAX 0xFF000000u
#define ALPHAS_OF(v) ALPHAS(v)
#define splat splat8
#define KERNEL(name) flipbook_##name

FLIPBOOK_INLINE void multiply(block *product, const block *x, const factor *y) {
    channels16 rb = MUL255(RED_BLUE(*x), *y), ga = MUL255(GREEN_ALPHA(*x), *y);
    *product = JOIN(rb, ga);
}

FLIPBOOK_INLINE void multiply_factors(factor *product, const factor *x, const factor *y) { *product = MUL255(*x, *y); }

#include "pixel_kernels.h"

typedef float floats8 __attribute__((vector_size(32)));

// Division in single precision is exact here, after truncation. Numerators and denominators are integers below 2^16. A
// fractional quotient is at least 1/a below the next integer, which is more than a rounding step.
FLIPBOOK_INLINE void divide8(words8 *channel, const words8 *alpha, const floats8 *divisor) {
    words8 numerator = *channel * 255 + (*alpha >> 1);
    words8 quotient = __builtin_convertvector(__builtin_convertvector(numerator, floats8) / *divisor, words8);
    words8 above = quotient > 255;
    *channel = (quotient & ~above) | (above & 255);
}

FLIPBOOK_INLINE void unpremultiply(block *v, const block *unused) {
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
    block other = {0};
    FOR_EACH_BLOCK(unpremultiply, target, 0)
}

FLIPBOOK_INLINE void swap_red_blue(block *v, const block *unused) {
    *v = (*v & 0xFF00FF00u) | ((*v & 0xFFu) << 16) | ((*v >> 16) & 0xFFu);
}

FLIPBOOK_CLONES
void flipbook_swap_red_blue(uint8_t *target, const uint8_t *source, size_t count) {
    block other = {0};
    FOR_EACH_BLOCK(swap_red_blue, target, 0)
}
