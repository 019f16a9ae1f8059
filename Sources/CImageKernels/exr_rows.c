#include "exr_rows.h"
#include "vectors.h"

#define HALF_ONE 0x3C00
#define HALF_INFINITY 0x7C00

typedef uint8_t bytes16 __attribute__((vector_size(16)));

// Adds to each byte the byte that is `count` positions before it.
#define ADD_FROM(v, ...) ((v) + __builtin_shufflevector((bytes16){0}, (v), __VA_ARGS__))

void flipbook_exr_sum(uint8_t *bytes, size_t count) {
    // The assumed value before the first byte.
    uint8_t sum = 128;
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        bytes16 v;
        memcpy(&v, bytes + i, 16);
        v ^= 128;
        v = ADD_FROM(v, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
        v = ADD_FROM(v, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
        v = ADD_FROM(v, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
        v = ADD_FROM(v, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23);
        v += sum;
        sum = v[15];
        memcpy(bytes + i, &v, 16);
    }
    for (; i < count; i += 1) bytes[i] = sum = (uint8_t)(sum + bytes[i] + 128);
}

int flipbook_exr_has_stray(const uint8_t *high, size_t step, size_t count) {
    uint8_t any = 0;
    // The compiler can vectorize the loop if there is no stride.
    if (step == 1)
        for (size_t i = 0; i < count; i += 1) any |= (high[i] & 0x7C) == 0x7C;
    else
        for (size_t i = 0; i < count; i += 1) any |= (high[i * step] & 0x7C) == 0x7C;
    return any;
}

FLIPBOOK_INLINE unsigned number(const struct flipbook_exr_channel *channel, size_t place) {
    return channel->low[place] | (unsigned)channel->high[place] << 8;
}

// Returns the value of a half-precision number.
FLIPBOOK_INLINE float single(unsigned half) {
    uint32_t bits = (half & 0x7FFF) << 13;
    float value;
    memcpy(&value, &bits, 4);
    // The exponent of a single-precision number is larger by 112. The product is exact, also for subnormal numbers.
    value *= 0x1p112f;
    memcpy(&bits, &value, 4);
    if ((half & HALF_INFINITY) == HALF_INFINITY) bits |= 0x7F800000;
    bits |= (half & 0x8000) << 16;
    memcpy(&value, &bits, 4);
    return value;
}

FLIPBOOK_INLINE size_t show(
    void *out, const struct flipbook_exr_channel *channels, int has_alpha, size_t step, size_t first, size_t width,
    int is_deep, const uint16_t *table, unsigned brightest, size_t start, size_t *clipped,
    uint64_t *marks) {
    const struct flipbook_exr_channel red = channels[0], green = channels[1], blue = channels[2];
    const struct flipbook_exr_channel alpha = has_alpha ? channels[3] : channels[0];
    uint16_t *words = out;
    uint8_t *bytes = out;
    // The numbers are unsigned, so that smaller values wrap around.
    unsigned reach = HALF_INFINITY - brightest;
    size_t count = 0, i = first;
    uint64_t sum = 0;
    for (; i < width; i += 1) {
        unsigned opacity = has_alpha ? number(&alpha, i * step) : HALF_ONE;
        unsigned r = number(&red, i * step), g = number(&green, i * step), b = number(&blue, i * step);
        uint64_t pixel = 0;
        if (opacity == HALF_ONE) {
            if ((r - brightest <= reach) | (g - brightest <= reach) | (b - brightest <= reach)) {
                count += 1;
                sum += flipbook_light_mark(single(r), single(g), single(b), start + i);
            }
            pixel = table[r] | (uint64_t)table[g] << 16 | (uint64_t)table[b] << 32 | (uint64_t)0xFFFF << 48;
        } else if (opacity != 0) {
            break;
        }
        if (is_deep) {
            memcpy(words + 4 * i, &pixel, 8);
        } else {
            for (int channel = 0; channel < 4; channel += 1)
                bytes[4 * i + channel] = (uint8_t)(((uint32_t)(pixel >> (16 * channel) & 0xFFFF) * 255 + 32895) >> 16);
        }
    }
    *clipped += count;
    *marks += sum;
    return i;
}

size_t flipbook_exr_show(
    void *out, const struct flipbook_exr_channel *channels, int has_alpha, size_t step, size_t first, size_t width,
    int is_deep, const uint16_t *table, uint16_t brightest, size_t start, size_t *clipped,
    uint64_t *marks) {
    // The two most common cases have separate copies with simple loops.
    if (step == 1 && is_deep && has_alpha)
        return show(out, channels, 1, 1, first, width, 1, table, brightest, start, clipped, marks);
    if (step == 1 && is_deep)
        return show(out, channels, 0, 1, first, width, 1, table, brightest, start, clipped, marks);
    return show(out, channels, has_alpha, step, first, width, is_deep, table, brightest, start, clipped, marks);
}
