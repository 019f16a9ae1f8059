#include "over.h"
#include "vectors.h"

// The blocks of a row: `kernel` replaces `v`, the source, by the result; `below`
// is the destination where `reads_destination` is set, and one colour otherwise.
#define FOR_EACH_BLOCK(kernel, reads_destination)                               \
    size_t i = 0;                                                               \
    pixels8 v;                                                                  \
    for (; i + 8 <= count; i += 8) {                                            \
        load8(&v, source + i * 4);                                              \
        if (reads_destination) load8(&below, destination + i * 4);              \
        kernel(&v, &below);                                                     \
        store8(destination + i * 4, &v);                                        \
    }                                                                           \
    if (i < count) {                                                            \
        load_tail(&v, source + i * 4, count - i);                               \
        if (reads_destination) load_tail(&below, destination + i * 4, count - i); \
        kernel(&v, &below);                                                     \
        store_tail(destination + i * 4, &v, count - i);                         \
    }

FLIPBOOK_INLINE void over8(pixels8 *v, const pixels8 *below) {
    channels16 rest = 255 - ALPHAS(*v);
    channels16 rb = MUL255(RED_BLUE(*below), rest), ga = MUL255(GREEN_ALPHA(*below), rest);
    *v += JOIN(rb, ga);
}

FLIPBOOK_CLONES
void flipbook_over(uint8_t *destination, const uint8_t *source, size_t count) {
    pixels8 below;
    FOR_EACH_BLOCK(over8, 1)
}

FLIPBOOK_CLONES
void flipbook_over_color(uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]) {
    pixels8 below;
    splat8(&below, color);
    FOR_EACH_BLOCK(over8, 0)
}

FLIPBOOK_INLINE void straight_over8(pixels8 *v, const pixels8 *below) {
    channels16 a = ALPHAS(*v);
    channels16 rest = 255 - a;
    channels16 rb = MUL255(RED_BLUE(*v), a) + MUL255(RED_BLUE(*below), rest);
    // The sum of the alpha channels is overwritten: over something opaque it is 255.
    channels16 ga = MUL255(GREEN_ALPHA(*v), a) + MUL255(GREEN_ALPHA(*below), rest);
    *v = JOIN(rb, ga) | 0xFF000000u;
}

FLIPBOOK_CLONES
void flipbook_straight_over_opaque(
    uint8_t *destination, const uint8_t *source, size_t count, const uint8_t color[4]) {
    pixels8 below;
    splat8(&below, color);
    FOR_EACH_BLOCK(straight_over8, 0)
}

FLIPBOOK_CLONES
void flipbook_fill(uint8_t *destination, size_t count, const uint8_t color[4]) {
    pixels8 v;
    splat8(&v, color);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) store8(destination + i * 4, &v);
    if (i < count) store_tail(destination + i * 4, &v, count - i);
}
