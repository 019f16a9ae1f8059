#include "unfilter.h"

#include <string.h>

// clang's vector types become SSE2 on x86 and NEON on arm64. This code is written in C since Swift's SIMD types, although as
// fast in release builds, take seconds per frame in debug builds, which the tests use.

typedef uint8_t bytes8 __attribute__((vector_size(8)));
typedef uint32_t words2 __attribute__((vector_size(8)));
typedef int16_t lanes __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

enum filter { NONE, SUB, UP, AVERAGE, PAETH };

INLINE uint32_t load(const uint8_t *bytes) {
    uint32_t value;
    memcpy(&value, bytes, 4);
    return value;
}

INLINE void store(uint8_t *bytes, uint32_t value, size_t channels) {
    // Alpha is the last byte in memory, and the highest byte in a little-endian word.
    if (channels == 3) value |= 0xFF000000;
    memcpy(bytes, &value, 4);
}

/// Returns two pixels as eight 16-bit lanes, with `first` in the lower half.
INLINE lanes widen(uint32_t first, uint32_t second) {
    return __builtin_convertvector((bytes8)(words2){first, second}, lanes);
}

/// Returns the low bytes of eight lanes as two pixels.
INLINE words2 narrow(lanes value) { return (words2)__builtin_convertvector(value, bytes8); }

INLINE lanes average(lanes raw, lanes left, lanes above) { return (raw + ((left + above) >> 1)) & 0xFF; }

INLINE lanes paeth(lanes raw, lanes left, lanes above, lanes above_left) {
    // The distances of the estimate left + above - above_left from its three terms.
    lanes from_above_left_to_above = above - above_left;
    lanes from_above_left_to_left = left - above_left;
    lanes to_left = __builtin_elementwise_abs(from_above_left_to_above);
    lanes to_above = __builtin_elementwise_abs(from_above_left_to_left);
    lanes to_above_left = __builtin_elementwise_abs(from_above_left_to_above + from_above_left_to_left);
    lanes nearest = __builtin_elementwise_min(to_left, __builtin_elementwise_min(to_above, to_above_left));
    // In a tie, `left` wins over `above`, and `above` over `above_left`.
    lanes is_above = nearest == to_above;
    lanes is_left = nearest == to_left;
    lanes other = (above & is_above) | (above_left & ~is_above);
    return (raw + ((left & is_left) | (other & ~is_left))) & 0xFF;
}

INLINE lanes reconstruct(enum filter filter, lanes raw, lanes left, lanes above, lanes above_left) {
    return filter == PAETH ? paeth(raw, left, above, above_left) : average(raw, left, above);
}

INLINE void predicted_row(
    enum filter filter, uint8_t *out, const uint8_t *above, const uint8_t *raw, size_t width, size_t channels) {
    lanes left = {0}, above_left = {0};
    for (size_t x = 0; x < width; x += 1) {
        lanes over = widen(load(above + 4 * x), 0);
        left = reconstruct(filter, widen(load(raw + channels * x), 0), left, over, above_left);
        above_left = over;
        store(out + 4 * x, narrow(left)[0], channels);
    }
}

/// Processes two rows with the same predicting filter at once: the lower lanes process pixel x of the first row, and the upper
/// lanes process pixel x - 1 of the second. Each pixel depends on its left neighbor, so the latencies in a row add up. This
/// way, two rows take as long as one.
INLINE void predicted_rows(
    enum filter filter, uint8_t *out, const uint8_t *above, const uint8_t *raw, size_t width, size_t channels) {
    uint8_t *second_out = out + 4 * width;
    const uint8_t *second_raw = raw + channels * width + 1;
    lanes left = {0}, above_left = {0};
    words2 done = {0, 0};
    for (size_t x = 0; x < width; x += 1) {
        lanes over = widen(load(above + 4 * x), done[0]);
        // In the first step, the second row has not begun, so its lanes stay zero.
        lanes from = widen(load(raw + channels * x), x ? load(second_raw + channels * (x - 1)) : 0);
        left = reconstruct(filter, from, left, over, above_left);
        above_left = over;
        done = narrow(left);
        store(out + 4 * x, done[0], channels);
        if (x) store(second_out + 4 * (x - 1), done[1], channels);
    }
    lanes from = widen(0, load(second_raw + channels * (width - 1)));
    left = reconstruct(filter, from, left, widen(0, done[0]), above_left);
    store(second_out + 4 * (width - 1), narrow(left)[1], channels);
}

INLINE void sub_row(uint8_t *out, const uint8_t *raw, size_t width, size_t channels) {
    bytes8 left = {0};
    for (size_t x = 0; x < width; x += 1) {
        left += (bytes8)(words2){load(raw + channels * x), 0};
        store(out + 4 * x, ((words2)left)[0], channels);
    }
}

INLINE void up_row(uint8_t *restrict out, const uint8_t *above, const uint8_t *raw, size_t width, size_t channels) {
    if (channels == 4) {
        for (size_t x = 0; x < 4 * width; x += 1) out[x] = raw[x] + above[x];
        return;
    }
    for (size_t x = 0; x < width; x += 1) {
        bytes8 sum = (bytes8)(words2){load(raw + 3 * x), 0} + (bytes8)(words2){load(above + 4 * x), 0};
        store(out + 4 * x, ((words2)sum)[0], 3);
    }
}

INLINE void plain_row(uint8_t *out, const uint8_t *raw, size_t width, size_t channels) {
    if (channels == 4) memcpy(out, raw, 4 * width);
    else for (size_t x = 0; x < width; x += 1) store(out + 4 * x, load(raw + 3 * x), 3);
}

INLINE size_t unfilter(
    uint8_t *pixels, const uint8_t *above, const uint8_t *scanlines, size_t width, size_t rows, size_t channels) {
    size_t scanline = 1 + channels * width;
    for (size_t row = 0; row < rows;) {
        uint8_t filter = scanlines[0];
        const uint8_t *raw = scanlines + 1;
        size_t done = 1;
        if (filter > PAETH) return row;
        if (filter >= AVERAGE && row + 1 < rows && scanlines[scanline] == filter) done = 2;

        if (filter == PAETH && done == 2) predicted_rows(PAETH, pixels, above, raw, width, channels);
        else if (filter == PAETH) predicted_row(PAETH, pixels, above, raw, width, channels);
        else if (filter == AVERAGE && done == 2) predicted_rows(AVERAGE, pixels, above, raw, width, channels);
        else if (filter == AVERAGE) predicted_row(AVERAGE, pixels, above, raw, width, channels);
        else if (filter == UP) up_row(pixels, above, raw, width, channels);
        else if (filter == SUB) sub_row(pixels, raw, width, channels);
        else plain_row(pixels, raw, width, channels);

        above = pixels + 4 * width * (done - 1);
        pixels += 4 * width * done;
        scanlines += scanline * done;
        row += done;
    }
    return rows;
}

size_t flipbook_unfilter(
    uint8_t *pixels, const uint8_t *above, const uint8_t *scanlines, size_t width, size_t rows, size_t channels) {
    // The channel count is passed as a constant, so that each pixel size is compiled separately. A copy for AVX2 was measured
    // and is not faster, since latencies dominate.
    return channels == 3 ? unfilter(pixels, above, scanlines, width, rows, 3)
                         : unfilter(pixels, above, scanlines, width, rows, 4);
}
