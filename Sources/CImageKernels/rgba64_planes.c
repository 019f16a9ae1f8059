#include "rgba64.h"
#include "vectors.h"

// Luma and chroma of 16-bit pixels, computed in doubles for four samples at a time. Every number is below 2^53, so the results
// are exact.

enum { SHARES = 1 << 20 };

// Four pixels as words, with red in the lowest 16 bits.
typedef uint64_t pixels4 __attribute__((vector_size(32)));
typedef double doubles4 __attribute__((vector_size(32)));
typedef int32_t words4 __attribute__((vector_size(16)));
typedef uint16_t halves4 __attribute__((vector_size(8)));
typedef uint8_t bytes4 __attribute__((vector_size(4)));

// Converts integers below 2^32 to doubles, using the bits of 2^52.
#define NUMBERS(v) ((doubles4)((v) | 0x4330000000000000u) - 0x1p52)

// A column's threshold, as a fraction.
FLIPBOOK_INLINE double part(const uint16_t *dither, int column) { return dither[column % FLIPBOOK_DITHER_COLUMNS]; }

// Stores the first `count` of four samples, as bytes or 16-bit numbers.
FLIPBOOK_INLINE void store(void *row, size_t index, const words4 *samples, size_t count, int bits) {
    if (bits == 8) {
        bytes4 bytes = __builtin_convertvector(*samples, bytes4);
        if (count == 4) memcpy((uint8_t *)row + index, &bytes, 4);
        else memcpy((uint8_t *)row + index, &bytes, count);
    } else {
        halves4 halves = __builtin_convertvector(*samples, halves4);
        if (count == 4) memcpy((uint16_t *)row + index, &halves, 8);
        else memcpy((uint16_t *)row + index, &halves, count * 2);
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_luma(
    void *luma, const uint16_t *source, size_t count, int bits, const struct flipbook_luma_coding *coding,
    const uint16_t *dither) {
    const double range = coding->is_full ? (1 << bits) - 1 : 219 << (bits - 8);
    const double black = coding->is_full ? 0 : 16 << (bits - 8);
    const double red = coding->red_share * range, blue = coding->blue_share * range;
    const double green = (SHARES - coding->red_share - coding->blue_share) * range;
    // White, in units of 2^-20. With the added half, no quotient is an integer. The error of multiplying by the inverse is
    // smaller than the distance to the next integer, so the product truncates to the same sample.
    const double white = 65535.0 * SHARES;
    doubles4 ups[2];
    for (int i = 0; i < 8; i++) ups[i / 4][i % 4] = part(dither, i) * 65535 * 16 + 0.5;
    for (size_t i = 0; i < count; i += 4) {
        size_t rest = count - i < 4 ? count - i : 4;
        pixels4 v = {0};
        if (rest == 4) memcpy(&v, source + i * 4, sizeof v);
        else memcpy(&v, source + i * 4, rest * 8);
        doubles4 sum = NUMBERS(v & 65535) * red + NUMBERS((v >> 16) & 65535) * green + NUMBERS((v >> 32) & 65535) * blue;
        words4 samples = __builtin_convertvector((sum + ups[i / 4 % 2]) * (1 / white) + black, words4);
        store(luma, i, &samples, rest, bits);
    }
}

// Sums of pixels: red and blue in the halves of one word, and green in another.
typedef struct {
    pixels4 red_blue, green;
} pixel_sums;

// Adds four pixels of two rows, or doubles those of one row.
FLIPBOOK_INLINE void add_rows(pixel_sums *sums, const uint16_t *row0, const uint16_t *row1) {
    const uint64_t mask = 0x0000FFFF0000FFFFu;
    pixels4 a, b;
    memcpy(&a, row0, sizeof a);
    if (row0 == row1) {
        sums->red_blue = (a & mask) * 2;
        sums->green = ((a >> 16) & 65535) * 2;
        return;
    }
    memcpy(&b, row1, sizeof b);
    sums->red_blue = (a & mask) + (b & mask);
    sums->green = ((a >> 16) & 65535) + ((b >> 16) & 65535);
}

// Computes four weighted sums, each with a total weight of eight, from four columns of both rows.
FLIPBOOK_INLINE void weigh(pixel_sums *sums, const uint16_t *row0, const uint16_t *row1) {
    add_rows(sums, row0, row1);
    sums->red_blue *= 4;
    sums->green *= 4;
}

#define EVENS(a, b) __builtin_shufflevector((a), (b), 0, 2, 4, 6)
#define ODDS(a, b) __builtin_shufflevector((a), (b), 1, 3, 5, 7)

// Like `weigh`, but at half width, from nine columns that begin left of the first sample's own column.
FLIPBOOK_INLINE void weigh_halved(pixel_sums *sums, const uint16_t *row0, const uint16_t *row1) {
    pixel_sums p, q, s, t;
    add_rows(&p, row0, row1);
    add_rows(&q, row0 + 16, row1 + 16);
    add_rows(&s, row0 + 4, row1 + 4);
    add_rows(&t, row0 + 20, row1 + 20);
    sums->red_blue =
        EVENS(p.red_blue, q.red_blue) + 2 * EVENS(s.red_blue, t.red_blue) + ODDS(s.red_blue, t.red_blue);
    sums->green = EVENS(p.green, q.green) + 2 * EVENS(s.green, t.green) + ODDS(s.green, t.green);
}

// Computes four chroma samples of `channel`. Cb = (B - Y) / (2 - 2 * blue share), and likewise for Cr, each scaled around the
// center. In full range, pure blue and red are half a step too high.
FLIPBOOK_INLINE void difference(
    words4 *samples, const doubles4 *channel, const doubles4 *luma, const doubles4 *zeros, double scale, int32_t most) {
    words4 values = __builtin_convertvector(*zeros + (*channel * SHARES - *luma) / 8.0 * scale, words4);
    words4 limit = (words4){0} + most, is_over = values > limit;
    *samples = (values & ~is_over) | (limit & is_over);
}

// The compiler makes a copy for each kind of row.
FLIPBOOK_INLINE void chroma_row(
    void *blue_difference, void *red_difference, const uint16_t *row0, const uint16_t *row1, size_t width,
    int is_halved, int bits, const struct flipbook_luma_coding *coding, const uint16_t *dither) {
    const int32_t most = (1 << bits) - 1;
    const double steps = coding->is_full ? most : 224 << (bits - 8), center = 128 << (bits - 8);
    const double red_share = coding->red_share, blue_share = coding->blue_share;
    const double green_share = SHARES - red_share - blue_share;
    const double blue_scale = steps / (2.0 * (SHARES - blue_share)) / 65535.0;
    const double red_scale = steps / (2.0 * (SHARES - red_share)) / 65535.0;
    doubles4 zeros[2];
    for (int i = 0; i < 8; i++) zeros[i / 4][i % 4] = center + part(dither, i) / 65536.0;
    const size_t step = is_halved ? 2 : 1, needed = is_halved ? 8 : 4, count = (width + step - 1) / step;
    for (size_t i = 0; i < count; i += 4) {
        size_t x = i * step;
        const uint16_t *upper = row0 + x * 4, *lower = row1 + x * 4;
        uint16_t copy0[9 * 4], copy1[9 * 4];
        if (x + needed > width || (is_halved && x == 0)) {
            // At the edge of a row, copies repeat the nearest pixel.
            for (size_t k = 0; k < needed + step - 1; k++) {
                size_t column = x + k + 1 > step ? x + k + 1 - step : 0;
                if (column >= width) column = width - 1;
                memcpy(copy0 + k * 4, row0 + column * 4, 8);
                memcpy(copy1 + k * 4, row1 + column * 4, 8);
            }
            upper = copy0;
            lower = row0 == row1 ? copy0 : copy1;
        } else if (is_halved) {
            upper -= 4;
            lower -= 4;
        }
        pixel_sums sums;
        if (is_halved) weigh_halved(&sums, upper, lower);
        else weigh(&sums, upper, lower);
        doubles4 red = NUMBERS(sums.red_blue & 0xFFFFFFFFu), blue = NUMBERS(sums.red_blue >> 32);
        doubles4 green = NUMBERS(sums.green);
        doubles4 luma = red * red_share + green * green_share + blue * blue_share;
        words4 blues, reds;
        difference(&blues, &blue, &luma, &zeros[i / 4 % 2], blue_scale, most);
        difference(&reds, &red, &luma, &zeros[i / 4 % 2], red_scale, most);
        size_t rest = count - i < 4 ? count - i : 4;
        store(blue_difference, i, &blues, rest, bits);
        store(red_difference, i, &reds, rest, bits);
    }
}

FLIPBOOK_CLONES
void flipbook_rgba64_to_chroma(
    void *blue_difference, void *red_difference, const uint16_t *row0, const uint16_t *row1, size_t width,
    int is_halved, int bits, const struct flipbook_luma_coding *coding, const uint16_t *dither) {
    if (row0 != row1) chroma_row(blue_difference, red_difference, row0, row1, width, is_halved, bits, coding, dither);
    else if (is_halved) chroma_row(blue_difference, red_difference, row0, row0, width, 1, bits, coding, dither);
    else chroma_row(blue_difference, red_difference, row0, row0, width, 0, bits, coding, dither);
}
