#include "compare.h"

#include <string.h>

static uint32_t read_sample(const uint8_t *place, size_t size) {
    if (size == 1) return *place;
    uint16_t value;
    memcpy(&value, place, 2);
    return value;
}

static void read_row(uint32_t *target, const uint8_t *row, const struct flipbook_compared *channel, size_t count) {
    for (size_t x = 0; x < count; x++) {
        const uint8_t *place = row + x * channel->pixel;
        uint32_t value = read_sample(place, channel->sample);
        if (channel->alpha != 0) {
            uint64_t product = (uint64_t)value * read_sample(place + channel->alpha, channel->sample);
            value = (uint32_t)((product + channel->peak / 2) / channel->peak);
        }
        target[x] = value;
    }
}

// The number of pixels that are read from a row in one step: whole windows, plus the overlap with the next windows.
#define RUN 256
#define SIDE 8
#define STEP 4

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static double similarity(
    uint32_t first[SIDE][RUN], uint32_t second[SIDE][RUN], size_t left, size_t width, size_t height, double peak) {
    double s1 = 0, s2 = 0, squares = 0, product = 0;
    for (size_t y = 0; y < height; y++) {
        for (size_t x = left; x < left + width; x++) {
            double a = first[y][x], b = second[y][x];
            s1 += a;
            s2 += b;
            squares += a * a + b * b;
            product += a * b;
        }
    }
    double count = (double)(width * height);
    double c1 = 0.01 * 0.01 * peak * peak * count * count;
    double c2 = 0.03 * 0.03 * peak * peak * count * (count > 1 ? count - 1 : 1);
    double variances = squares * count - s1 * s1 - s2 * s2, covariance = product * count - s1 * s2;
    return (2 * s1 * s2 + c1) * (2 * covariance + c2) / ((s1 * s1 + s2 * s2 + c1) * (variances + c2));
}

void flipbook_compare_channel(
    struct flipbook_difference *sum, const struct flipbook_compared *channel, int has_similarity) {
    uint32_t first[SIDE][RUN], second[SIDE][RUN];
    size_t window_height = least(SIDE, channel->height), window_width = least(SIDE, channel->width);
    for (size_t y = 0; y < channel->height; y += STEP) {
        int begins_window = has_similarity && y + window_height <= channel->height;
        size_t rows = least(begins_window ? window_height : STEP, channel->height - y);
        for (size_t x = 0, is_last = 0; !is_last; x += RUN - SIDE + STEP) {
            is_last = x + RUN >= channel->width;
            size_t count = least(RUN, channel->width - x);
            for (size_t row = 0; row < rows; row++) {
                ptrdiff_t line = (ptrdiff_t)(y + row);
                size_t start = x * channel->pixel;
                read_row(first[row], channel->first + line * channel->first_row + start, channel, count);
                read_row(second[row], channel->second + line * channel->second_row + start, channel, count);
            }
            // The last pixels of a run are the first pixels of the next run.
            size_t own = is_last ? count : RUN - SIDE + STEP;
            size_t own_rows = least(STEP, channel->height - y);
            for (size_t row = 0; row < own_rows; row++) {
                for (size_t place = 0; place < own; place++) {
                    double difference = (double)first[row][place] - (double)second[row][place];
                    sum->squares += difference * difference;
                }
            }
            sum->samples += own * own_rows;
            if (!begins_window) continue;
            for (size_t left = 0; left < own && left + window_width <= count; left += STEP) {
                sum->similarity += similarity(first, second, left, window_width, window_height, channel->peak);
                sum->windows++;
            }
        }
    }
}
