#include "orient.h"
#include "vectors.h"

// The side of a block. A block is small enough that reading along its rows and writing along its columns stay within the cache.
enum { BLOCK = 32 };

// If this function is inlined with a constant `word_bytes`, each copy is one load and one store.
FLIPBOOK_INLINE void orient(
    uint8_t *target, const uint8_t *source, size_t word_bytes, size_t width, size_t height, ptrdiff_t origin,
    ptrdiff_t column_step, ptrdiff_t row_step) {
    for (size_t top = 0; top < height; top += BLOCK) {
        size_t bottom = top + BLOCK < height ? top + BLOCK : height;
        for (size_t left = 0; left < width; left += BLOCK) {
            size_t right = left + BLOCK < width ? left + BLOCK : width;
            for (size_t y = top; y < bottom; y++) {
                for (size_t x = left; x < right; x++) {
                    ptrdiff_t place = origin + (ptrdiff_t)x * column_step + (ptrdiff_t)y * row_step;
                    memcpy(
                        target + place * (ptrdiff_t)word_bytes, source + (y * width + x) * word_bytes, word_bytes);
                }
            }
        }
    }
}

void flipbook_orient(
    uint8_t *target, const uint8_t *source, size_t word_bytes, size_t width, size_t height, ptrdiff_t origin,
    ptrdiff_t column_step, ptrdiff_t row_step) {
    if (word_bytes == 8) orient(target, source, 8, width, height, origin, column_step, row_step);
    else orient(target, source, 4, width, height, origin, column_step, row_step);
}
