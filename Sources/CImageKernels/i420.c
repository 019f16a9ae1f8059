#include "i420.h"
#include "vectors.h"

// A matrix times 219/255 for luma and 224/255 for chroma, in units of 1/32768. Luma rows sum to 28142, which maps white to 235;
// chroma rows sum to 0, which keeps grays at 128.
typedef struct {
    int y_r, y_g, y_b, u_r, u_g, u_b, v_r, v_g, v_b;
} matrix;

// Kr = 0.2126, Kb = 0.0722.
#define BT709 ((matrix){5983, 20127, 2032, -3298, -11094, 14392, 14392, -13073, -1319})
// Kr = 0.299, Kb = 0.114.
#define BT601 ((matrix){8414, 16520, 3208, -4857, -9535, 14392, 14392, -12052, -2340})

enum {
    UNIT_BITS = 15,
    CHROMA_BITS = UNIT_BITS + 3,
};

FLIPBOOK_INLINE void luma8(bytes8 *luma, const pixels8 *v, matrix m) {
    words8 r = (words8)(*v & 255), g = (words8)((*v >> 8) & 255), b = (words8)((*v >> 16) & 255);
    words8 y = r * m.y_r + g * m.y_g + b * m.y_b + ((16 << UNIT_BITS) + (1 << (UNIT_BITS - 1)));
    *luma = __builtin_convertvector(y >> UNIT_BITS, bytes8);
}

FLIPBOOK_INLINE void luma_row(uint8_t *luma, const uint8_t *row, size_t width, matrix m) {
    size_t i = 0;
    pixels8 v;
    bytes8 y;
    for (; i + 8 <= width; i += 8) {
        load8(&v, row + i * 4);
        luma8(&y, &v, m);
        memcpy(luma + i, &y, 8);
    }
    if (i < width) {
        load_tail(&v, row + i * 4, width - i);
        luma8(&y, &v, m);
        memcpy(luma + i, &y, width - i);
    }
}

typedef struct {
    channels16 rb, ga;
} column_sums;

FLIPBOOK_INLINE void add_rows(column_sums *sums, const uint8_t *row0, const uint8_t *row1) {
    pixels8 a, b;
    load8(&a, row0);
    load8(&b, row1);
    sums->rb = RED_BLUE(a) + RED_BLUE(b);
    sums->ga = GREEN_ALPHA(a) + GREEN_ALPHA(b);
}

#define EVENS(a, b) \
    ((channels16)__builtin_shufflevector((pixels8)(a), (pixels8)(b), 0, 2, 4, 6, 8, 10, 12, 14))
#define ODDS(a, b) \
    ((channels16)__builtin_shufflevector((pixels8)(a), (pixels8)(b), 1, 3, 5, 7, 9, 11, 13, 15))

// Computes a chroma plane from the weighted sums of the three channels.
#define CHROMA(kr, kg, kb)                                                                                 \
    __builtin_convertvector(                                                                               \
        (r * (kr) + g * (kg) + b * (kb) + ((128 << CHROMA_BITS) + (1 << (CHROMA_BITS - 1)))) >> CHROMA_BITS, \
        bytes8)

// Computes eight samples of each plane from sixteen columns. `left` contains the pixels one column to the left of `here`.
FLIPBOOK_INLINE void chroma_block(
    bytes8 *u, bytes8 *v, const uint8_t *left0, const uint8_t *left1, const uint8_t *here0, const uint8_t *here1,
    matrix m) {
    column_sums p, q, s, t;
    add_rows(&p, left0, left1);
    add_rows(&q, left0 + 32, left1 + 32);
    add_rows(&s, here0, here1);
    add_rows(&t, here0 + 32, here1 + 32);
    channels16 rb = EVENS(p.rb, q.rb) + 2 * EVENS(s.rb, t.rb) + ODDS(s.rb, t.rb);
    channels16 ga = EVENS(p.ga, q.ga) + 2 * EVENS(s.ga, t.ga) + ODDS(s.ga, t.ga);
    // The sums are below 2^11. The mask lets the compiler multiply 16-bit numbers.
    words8 r = (words8)((pixels8)rb & 0x7FF), b = (words8)(((pixels8)rb >> 16) & 0x7FF);
    words8 g = (words8)((pixels8)ga & 0x7FF);
    *u = CHROMA(m.u_r, m.u_g, m.u_b);
    *v = CHROMA(m.v_r, m.v_g, m.v_b);
}

// Processes a block at the edge of a row, or a block with fewer than sixteen columns. The arithmetic is the same, on copies
// that repeat the nearest pixel.
FLIPBOOK_INLINE void chroma_border(
    uint8_t *u, uint8_t *v, const uint8_t *row0, const uint8_t *row1, size_t x, size_t width, matrix m) {
    uint8_t copy0[17 * 4] = {0}, copy1[17 * 4] = {0};
    for (size_t k = 0; k < 17; k++) {
        size_t column = x + k > 0 ? x + k - 1 : 0;
        if (column >= width) column = width - 1;
        memcpy(copy0 + k * 4, row0 + column * 4, 4);
        memcpy(copy1 + k * 4, row1 + column * 4, 4);
    }
    bytes8 us, vs;
    chroma_block(&us, &vs, copy0, copy1, copy0 + 4, copy1 + 4, m);
    size_t count = (width - x) / 2 < 8 ? (width - x) / 2 : 8;
    memcpy(u + x / 2, &us, count);
    memcpy(v + x / 2, &vs, count);
}

// The compiler makes a copy for each matrix, with constants folded in.
FLIPBOOK_INLINE void convert(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue_difference, uint8_t *red_difference,
    const uint8_t *row0, const uint8_t *row1, size_t width, matrix m) {
    luma_row(luma0, row0, width, m);
    luma_row(luma1, row1, width, m);
    if (width == 0) return;
    chroma_border(blue_difference, red_difference, row0, row1, 0, width, m);
    size_t x = 16;
    for (; x + 16 <= width; x += 16) {
        const uint8_t *here0 = row0 + x * 4, *here1 = row1 + x * 4;
        bytes8 u, v;
        chroma_block(&u, &v, here0 - 4, here1 - 4, here0, here1, m);
        memcpy(blue_difference + x / 2, &u, 8);
        memcpy(red_difference + x / 2, &v, 8);
    }
    if (x < width) chroma_border(blue_difference, red_difference, row0, row1, x, width, m);
}

FLIPBOOK_CLONES
void flipbook_rgba_to_i420(
    uint8_t *luma0, uint8_t *luma1, uint8_t *blue_difference, uint8_t *red_difference,
    const uint8_t *row0, const uint8_t *row1, size_t width, int is_bt601) {
    if (is_bt601) convert(luma0, luma1, blue_difference, red_difference, row0, row1, width, BT601);
    else convert(luma0, luma1, blue_difference, red_difference, row0, row1, width, BT709);
}
