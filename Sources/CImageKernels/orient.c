#include "orient.h"
#include <string.h>

// Squares of this side, so that what is read along rows and written along columns stays in the cache.
enum { BLOCK = 32 };

void flipbook_orient(
    uint8_t *target, const uint8_t *source, size_t width, size_t height, ptrdiff_t origin, ptrdiff_t column_step,
    ptrdiff_t row_step) {
    for (size_t top = 0; top < height; top += BLOCK) {
        size_t bottom = top + BLOCK < height ? top + BLOCK : height;
        for (size_t left = 0; left < width; left += BLOCK) {
            size_t right = left + BLOCK < width ? left + BLOCK : width;
            for (size_t y = top; y < bottom; y++) {
                for (size_t x = left; x < right; x++) {
                    ptrdiff_t place = origin + (ptrdiff_t)x * column_step + (ptrdiff_t)y * row_step;
                    memcpy(target + place * 4, source + (y * width + x) * 4, 4);
                }
            }
        }
    }
}
