#include "png_calls.h"

struct sink {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
};

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    struct sink *sink = png_get_io_ptr(png);
    if (count > sink->capacity - sink->count) png_error(png, "the file is larger than its size limit");
    memcpy(sink->bytes + sink->count, bytes, count);
    sink->count += count;
}

static void flush(png_structp png) {}

static void encode(
    png_structp png, png_infop info, const uint8_t *pixels, uint32_t width, uint32_t height, int depth, int opaque,
    int level) {
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_compression_level(png, level);
    // Choosing among the fast filters takes little time and achieves most of the effect. The Paeth filter would double the time
    // to save another 1%.
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FAST_FILTERS);
    png_set_IHDR(
        png, info, width, height, depth, opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    if (depth == 16) png_set_swap(png);
    if (opaque) png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (uint32_t row = 0; row < height; row += 1) png_write_row(png, pixels + (size_t)row * width * (size_t)depth / 2);
    png_write_end(png, NULL);
}

size_t flipbook_png_capacity(uint32_t width, uint32_t height, int depth, int opaque) {
    size_t row = 1 + (size_t)width * (opaque ? 3 : 4) * (size_t)depth / 8;
    size_t rows = row * height;
    // Incompressible data is extended by 12 bytes for each chunk of 8 KiB, and by the overhead of zlib's blocks.
    return rows + rows / 256 + 4096;
}

size_t flipbook_png_encode(
    const void *pixels, uint32_t width, uint32_t height, int depth, int opaque, int level, uint8_t *file,
    size_t capacity, char *message) {
    struct sink sink = {.bytes = file, .capacity = capacity};
    message[0] = 0;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, message, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_write_struct(&png, NULL);
        strcpy(message, NO_LIBPNG);
        return 0;
    }
    // After a jump, only `png` and `info` are used. They do not change after this line.
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, &sink, write_bytes, flush);
    encode(png, info, pixels, width, height, depth, opaque, level);
    png_destroy_write_struct(&png, &info);
    return sink.count;
}
