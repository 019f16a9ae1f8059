#include "box.h"
#include "vectors.h"

#define ADD(type)                                                      \
    for (size_t x = 0; x < width; x += side) {                         \
        size_t end = width - x < side ? width : x + side;              \
        uint32_t sum[4] = {sums[0], sums[1], sums[2], sums[3]};        \
        for (size_t i = x; i < end; i += 1) {                          \
            for (int c = 0; c < 4; c += 1) sum[c] += ((const type *)row)[4 * i + (size_t)c]; \
        }                                                              \
        memcpy(sums, sum, sizeof sum);                                 \
        sums += 4;                                                     \
    }

void flipbook_add_to_boxes(uint32_t *sums, const void *row, size_t width, size_t side, int is_wide) {
    if (is_wide) {
        ADD(uint16_t)
    } else {
        ADD(uint8_t)
    }
}

void flipbook_average_boxes(void *out, uint32_t *sums, size_t width, size_t side, size_t rows, int is_wide) {
    for (size_t x = 0, place = 0; x < width; x += side) {
        uint32_t count = (uint32_t)((width - x < side ? width - x : side) * rows);
        for (int c = 0; c < 4; c += 1, place += 1) {
            uint32_t mean = (sums[place] + count / 2) / count;
            if (is_wide) ((uint16_t *)out)[place] = (uint16_t)mean;
            else ((uint8_t *)out)[place] = (uint8_t)mean;
            sums[place] = 0;
        }
    }
}
