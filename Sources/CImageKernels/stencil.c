#include "stencil.h"
#include "vectors.h"

// Calls `kernel` with `color` on each block of eight pixels and on what remains.
#define FOR_EACH_BLOCK(kernel)                                  \
    size_t i = 0;                                               \
    pixels8 v;                                                  \
    for (; i + 8 <= count; i += 8) {                            \
        load8(&v, source + i * 4);                              \
        kernel(&v, &factor);                                    \
        store8(target + i * 4, &v);                             \
    }                                                           \
    if (i < count) {                                            \
        load_tail(&v, source + i * 4, count - i);               \
        kernel(&v, &factor);                                    \
        store_tail(target + i * 4, &v, count - i);              \
    }

FLIPBOOK_INLINE void stencil8(pixels8 *v, const pixels8 *color) {
    channels16 coverage = ALPHAS(*v), opacity = ALPHAS(*color);
    channels16 a = MUL255(coverage, opacity);
    // The alpha channel is the product itself: 255 takes the place of the colour's alpha.
    pixels8 solid = *color | 0xFF000000u;
    channels16 rb = MUL255(RED_BLUE(solid), a), ga = MUL255(GREEN_ALPHA(solid), a);
    *v = JOIN(rb, ga);
}

FLIPBOOK_CLONES
void flipbook_stencil(uint8_t *target, const uint8_t *source, size_t count, const uint8_t color[4]) {
    pixels8 factor;
    splat8(&factor, color);
    FOR_EACH_BLOCK(stencil8)
}

FLIPBOOK_INLINE void fade8(pixels8 *v, const channels16 *alpha) {
    channels16 rb = MUL255(RED_BLUE(*v), *alpha), ga = MUL255(GREEN_ALPHA(*v), *alpha);
    *v = JOIN(rb, ga);
}

FLIPBOOK_CLONES
void flipbook_fade(uint8_t *target, const uint8_t *source, size_t count, uint8_t alpha) {
    channels16 factor = (channels16){0} + alpha;
    FOR_EACH_BLOCK(fade8)
}
