// Times the pixel kernels beside pixman's and GStreamer's on the same pixels, on
// one core, taking turns. tools/benchmarks/pixels builds and runs it.

#include <gst/video/video.h>
#include <pixman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CImageKernels.h"

static int rounds;

static double now(void) {
    struct timespec time;
    // CPU time, so that a busy machine disturbs less.
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef void work(void *context);

/// Runs both in turns; prints the medians and the median of the ratios.
static void compare(const char *title, const char *rival, work *ours, void *our_context, work *theirs, void *their_context) {
    double *a = malloc(sizeof *a * rounds), *b = malloc(sizeof *b * rounds), *ratios = malloc(sizeof *ratios * rounds);
    ours(our_context);
    theirs(their_context);
    for (int i = 0; i < rounds; i += 1) {
        double start = now();
        ours(our_context);
        double middle = now();
        theirs(their_context);
        a[i] = middle - start;
        b[i] = now() - middle;
        ratios[i] = a[i] / b[i];
    }
    qsort(a, rounds, sizeof *a, ascending);
    qsort(b, rounds, sizeof *b, ascending);
    qsort(ratios, rounds, sizeof *ratios, ascending);
    printf("| %s | %.2f | %s | %.2f | %.2f |\n", title, a[rounds / 2], rival, b[rounds / 2], ratios[rounds / 2]);
    fflush(stdout);
    free(a);
    free(b);
    free(ratios);
}

/// Premultiplied RGBA with soft, clear and opaque parts.
static uint8_t *picture(int width, int height, int opaque) {
    uint8_t *pixels = aligned_alloc(64, ((size_t)width * height * 4 + 63) & ~(size_t)63);
    uint32_t state = 1;
    for (int y = 0; y < height; y += 1) {
        for (int x = 0; x < width; x += 1) {
            uint8_t *p = pixels + ((size_t)y * width + x) * 4;
            state = state * 1664525u + 1013904223u;
            int alpha = opaque ? 255 : (x + y) % 1024 - 256;
            p[3] = (uint8_t)(alpha < 0 ? 0 : alpha > 255 ? 255 : alpha);
            for (int c = 0; c < 3; c += 1) p[c] = (uint8_t)((state >> (8 * c)) & 255);
        }
    }
    flipbook_premultiply(pixels, pixels, (size_t)width * height);
    return pixels;
}

enum { WIDTH = 1920, HEIGHT = 1080, SIZE = WIDTH * HEIGHT };

struct layers {
    uint8_t *source, *target;
};

// Ours row by row, as the renderer does it; pixman the whole picture in one call.
static void over_ours(void *context) {
    struct layers *layers = context;
    for (int y = 0; y < HEIGHT; y += 1) {
        size_t row = (size_t)y * WIDTH * 4;
        flipbook_over(layers->target + row, layers->source + row, WIDTH);
    }
}

static void over_pixman(void *context) {
    struct layers *layers = context;
    pixman_image_t *source = pixman_image_create_bits(
        PIXMAN_a8b8g8r8, WIDTH, HEIGHT, (uint32_t *)(void *)layers->source, WIDTH * 4);
    pixman_image_t *target = pixman_image_create_bits(
        PIXMAN_a8b8g8r8, WIDTH, HEIGHT, (uint32_t *)(void *)layers->target, WIDTH * 4);
    pixman_image_composite32(PIXMAN_OP_OVER, source, NULL, target, 0, 0, 0, 0, 0, 0, WIDTH, HEIGHT);
    pixman_image_unref(source);
    pixman_image_unref(target);
}

static void color_ours(void *context) {
    struct layers *layers = context;
    static const uint8_t color[4] = {10, 20, 30, 255};
    for (int y = 0; y < HEIGHT; y += 1) {
        size_t row = (size_t)y * WIDTH * 4;
        flipbook_over_color(layers->target + row, layers->source + row, WIDTH, color);
    }
}

static void color_pixman(void *context) {
    struct layers *layers = context;
    pixman_image_t *target = pixman_image_create_bits(
        PIXMAN_a8b8g8r8, WIDTH, HEIGHT, (uint32_t *)(void *)layers->target, WIDTH * 4);
    pixman_fill((uint32_t *)(void *)layers->target, WIDTH, 32, 0, 0, WIDTH, HEIGHT, 0xFF1E140Au);
    pixman_image_unref(target);
    over_pixman(context);
}

/// What flipbook's Scaler makes of its weights, computed here the same way.
struct scaling {
    int from_width, from_height, to_width, to_height;
    uint8_t *source, *target;
    int row_taps, column_taps;
    int32_t *row_starts, *column_starts;
    int16_t *row_weights, *column_weights;
    uint8_t *premultiplied;
    int16_t *middle;
    GstVideoConverter *converter;
    GstVideoFrame in, out;
};

/// How much of the sum up to `place` each pixel around it gives: the cubic of ResamplingAxis.swift, its sign in `sign`.
static void add_sum(double *parts, int start, int source, double place, double sign) {
    int pixel = (int)place;
    double f = place - pixel;
    double around[3] = {0.5 * f * (1 - f) * (1 - f), f * (0.5 + f * (1.5 - f)), -0.5 * f * f * (1 - f)};
    for (int k = 0; k < 3 && f > 0; k += 1) {
        int at = pixel - 1 + k;
        parts[(at < 0 ? 0 : at >= source ? source - 1 : at) - start] += sign * around[k];
    }
}

/// The weights of flipbook's automatic filter; `taps` for each result.
static int16_t *weights_of(int source, int target, int *taps, int32_t **starts) {
    int most = source / target + 6;
    double *parts = calloc((size_t)most * target, sizeof *parts);
    *starts = malloc(sizeof **starts * target);
    *taps = 1;
    for (int i = 0; i < target; i += 1) {
        double *mine = parts + (size_t)i * most, left = (double)i * source / target;
        double right = (i + 1.0) * source / target;
        int start = (int)left > 0 ? (int)left - 1 : 0;
        if (target < source) {
            for (int pixel = (int)left; pixel < (int)right; pixel += 1) mine[pixel - start] += 1;
            add_sum(mine, start, source, left, -1);
            add_sum(mine, start, source, right, 1);
            for (int k = 0; k < most; k += 1) mine[k] /= right - left;
        } else {
            double place = (i + 0.5) * source / target - 0.5;
            start = place > 0 ? (int)place : 0;
            double f = place > 0 && start < source - 1 ? place - start : 0;
            mine[0] = 1 - f;
            mine[1] = f;
        }
        int skip = 0;
        while (mine[skip] == 0) skip += 1;
        memmove(mine, mine + skip, sizeof *mine * (size_t)(most - skip));
        memset(mine + most - skip, 0, sizeof *mine * (size_t)skip);
        (*starts)[i] = start + skip;
        for (int k = 0; k < most; k += 1)
            if (mine[k] != 0 && k + 1 > *taps) *taps = k + 1;
    }
    int16_t *packed = calloc((size_t)*taps * target, sizeof *packed);
    for (int i = 0; i < target; i += 1) {
        double sum = 0;
        int before = 0;
        for (int k = 0; k < *taps; k += 1) {
            sum += parts[(size_t)i * most + k];
            int rounded = (int)(sum * FLIPBOOK_WEIGHT_ONE + 0.5);
            packed[i * *taps + k] = (int16_t)(rounded - before);
            before = rounded;
        }
    }
    free(parts);
    return packed;
}

static void scale_ours(void *context) {
    struct scaling *s = context;
    size_t stride = (size_t)s->from_width * 4;
    const uint8_t *rows[64], *places[64];
    int next = 0;
    for (int y = 0; y < s->to_height; y += 1) {
        int start = s->row_starts[y], last = start + s->row_taps - 1;
        if (last > s->from_height - 1) last = s->from_height - 1;
        if (next < start) next = start;
        for (; next <= last; next += 1) {
            // As the renderer: a straight row is premultiplied once, unless it is opaque.
            const uint8_t *row = s->source + next * stride;
            int slot = next % s->row_taps;
            places[slot] = row;
            if (flipbook_is_opaque(row, s->from_width)) continue;
            flipbook_premultiply(s->premultiplied + slot * stride, row, s->from_width);
            places[slot] = s->premultiplied + slot * stride;
        }
        for (int k = 0; k < s->row_taps; k += 1)
            rows[k] = places[(start + k < last ? start + k : last) % s->row_taps];
        flipbook_resample_rows(s->middle, rows, s->row_weights + y * s->row_taps, s->row_taps, stride);
        flipbook_resample_columns(
            s->target + (size_t)y * s->to_width * 4, s->middle, s->column_starts, s->column_weights, s->column_taps,
            s->to_width);
    }
}

static void scale_gst(void *context) {
    struct scaling *s = context;
    gst_video_converter_frame(s->converter, &s->in, &s->out);
}

static GstVideoFrame frame_of(uint8_t *pixels, int width, int height, GstVideoInfo *info) {
    gst_video_info_set_format(info, GST_VIDEO_FORMAT_RGBA, width, height);
    GstBuffer *buffer = gst_buffer_new_wrapped_full(
        0, pixels, (gsize)width * height * 4, 0, (gsize)width * height * 4, NULL, NULL);
    GstVideoFrame frame;
    if (!gst_video_frame_map(&frame, info, buffer, GST_MAP_READWRITE)) exit(1);
    return frame;
}

static void scale(int width, int height, GstVideoResamplerMethod method, int taps, const char *rival, int opaque) {
    struct scaling s = {.from_width = WIDTH, .from_height = HEIGHT, .to_width = width, .to_height = height};
    s.source = picture(WIDTH, HEIGHT, opaque);
    s.target = picture(width, height, 1);
    uint8_t *their_target = picture(width, height, 1);
    s.row_weights = weights_of(HEIGHT, height, &s.row_taps, &s.row_starts);
    int16_t *plain = weights_of(WIDTH, width, &s.column_taps, &s.column_starts);
    int even = s.column_taps + s.column_taps % 2;
    s.column_weights = calloc((size_t)even * 4 * width, sizeof *s.column_weights);
    for (int x = 0; x < width; x += 1)
        for (int k = 0; k < s.column_taps; k += 1)
            for (int c = 0; c < 4; c += 1)
                s.column_weights[(x * even + k - k % 2) * 4 + k % 2 + 2 * c] = plain[x * s.column_taps + k];
    s.column_taps = even;
    s.premultiplied = malloc((size_t)WIDTH * 4 * 64);
    s.middle = calloc(((size_t)WIDTH + even + 64) * 4, sizeof *s.middle);
    GstVideoInfo in, out;
    s.in = frame_of(s.source, WIDTH, HEIGHT, &in);
    s.out = frame_of(their_target, width, height, &out);
    GstStructure *options = gst_structure_new(
        "options", GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD, GST_TYPE_VIDEO_RESAMPLER_METHOD, method,
        GST_VIDEO_CONVERTER_OPT_THREADS, G_TYPE_UINT, 1, NULL);
    if (taps) gst_structure_set(options, GST_VIDEO_CONVERTER_OPT_RESAMPLER_TAPS, G_TYPE_UINT, taps, NULL);
    s.converter = gst_video_converter_new(&in, &out, options);
    char title[80];
    snprintf(title, sizeof title, "1080p to %dx%d, %s", width, height, opaque ? "opaque" : "with alpha");
    compare(title, rival, scale_ours, &s, scale_gst, &s);
    free(plain);
}

int main(int count, char **arguments) {
    rounds = count > 1 ? atoi(arguments[1]) : 61;
    if (rounds < 1) return 2;
    gst_init(NULL, NULL);
    printf("| work | flipbook ms | beside | its ms | ratio |\n|---|---|---|---|---|\n");
    struct layers layers = {picture(WIDTH, HEIGHT, 0), picture(WIDTH, HEIGHT, 1)};
    compare("1080p over a picture", "pixman OVER", over_ours, &layers, over_pixman, &layers);
    compare("1080p over a color", "pixman fill and OVER", color_ours, &layers, color_pixman, &layers);
    static const int sizes[][2] = {{1280, 720}, {640, 360}, {810, 456}, {3840, 2160}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i += 1)
        for (int opaque = 1; opaque >= 0; opaque -= 1) {
            int width = sizes[i][0], height = sizes[i][1];
            scale(width, height, GST_VIDEO_RESAMPLER_METHOD_LINEAR, 2, "GStreamer bilinear (2 taps)", opaque);
            if (width < WIDTH)
                scale(width, height, GST_VIDEO_RESAMPLER_METHOD_LINEAR, 0, "GStreamer bilinear2", opaque);
        }
    return 0;
}
