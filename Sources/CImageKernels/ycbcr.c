#include "ycbcr.h"
#include "vectors.h"

// Samples are copied, since a plane may be unaligned.
FLIPBOOK_INLINE unsigned sample(const uint8_t *row, size_t index, int is_wide) {
    if (!is_wide) return row[index];
    uint16_t value;
    memcpy(&value, row + index * 2, 2);
    return value;
}

FLIPBOOK_INLINE void chroma_row(
    uint16_t *out, const uint8_t *near_row, const uint8_t *far_row, unsigned near_weight, int is_wide, size_t width,
    int is_halved, int is_left) {
    unsigned far_weight = 4 - near_weight;
#define BLENDED(index) \
    (sample(near_row, (index), is_wide) * near_weight + sample(far_row, (index), is_wide) * far_weight)
    if (!is_halved) {
        for (size_t i = 0; i < width; i += 1) out[i] = (uint16_t)(BLENDED(i) * 4);
        return;
    }
    size_t last = (width - 1) / 2;
    unsigned before = BLENDED(0);
    for (size_t i = 0; i <= last; i += 1) {
        unsigned here = BLENDED(i), after = BLENDED(i < last ? i + 1 : last);
        out[2 * i] = (uint16_t)(is_left ? here * 4 : here * 3 + before);
        if (2 * i + 1 < width) out[2 * i + 1] = (uint16_t)(is_left ? (here + after) * 2 : here * 3 + after);
        before = here;
    }
#undef BLENDED
}

void flipbook_chroma_row(
    uint16_t *out, const void *near_row, const void *far_row, int near_weight, int is_wide, size_t width,
    int is_halved, int is_left) {
    if (width == 0) return;
    unsigned weight = (unsigned)near_weight;
    // Each combination has a separate copy with simple loops.
    if (is_wide) chroma_row(out, near_row, far_row, weight, 1, width, is_halved, is_left);
    else if (!is_halved) chroma_row(out, near_row, far_row, weight, 0, width, 0, 0);
    else if (is_left) chroma_row(out, near_row, far_row, weight, 0, width, 1, 1);
    else chroma_row(out, near_row, far_row, weight, 0, width, 1, 0);
}

FLIPBOOK_INLINE float limited(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

FLIPBOOK_INLINE void ycbcr_row(
    void *out, const uint8_t *luma, const uint16_t *blue, const uint16_t *red, size_t width, int is_wide, int is_deep,
    const struct flipbook_ycbcr *matrix) {
    struct flipbook_ycbcr m = *matrix;
    float most = is_deep ? 65535.0f : 255.0f;
    uint8_t *bytes = out;
    uint16_t *words = out;
    for (size_t i = 0; i < width; i += 1) {
        float y = ((float)sample(luma, i, is_wide) - m.black) * m.luma;
        float cb = (float)blue[i] - m.center, cr = (float)red[i] - m.center;
        float r = limited(y + m.red_of_red * cr);
        float g = limited(y + m.green_of_blue * cb + m.green_of_red * cr);
        float b = limited(y + m.blue_of_blue * cb);
        if (is_deep) {
            words[4 * i] = (uint16_t)(int)(r * most + 0.5f);
            words[4 * i + 1] = (uint16_t)(int)(g * most + 0.5f);
            words[4 * i + 2] = (uint16_t)(int)(b * most + 0.5f);
            words[4 * i + 3] = 0xFFFF;
        } else {
            bytes[4 * i] = (uint8_t)(int)(r * most + 0.5f);
            bytes[4 * i + 1] = (uint8_t)(int)(g * most + 0.5f);
            bytes[4 * i + 2] = (uint8_t)(int)(b * most + 0.5f);
            bytes[4 * i + 3] = 0xFF;
        }
    }
}

void flipbook_ycbcr_row(
    void *out, const void *luma, const uint16_t *blue, const uint16_t *red, size_t width, int is_wide, int is_deep,
    const struct flipbook_ycbcr *matrix) {
    if (is_wide && is_deep) ycbcr_row(out, luma, blue, red, width, 1, 1, matrix);
    else if (is_wide) ycbcr_row(out, luma, blue, red, width, 1, 0, matrix);
    else if (is_deep) ycbcr_row(out, luma, blue, red, width, 0, 1, matrix);
    else ycbcr_row(out, luma, blue, red, width, 0, 0, matrix);
}
