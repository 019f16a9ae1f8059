#include "png_calls.h"

struct source {
    const uint8_t *bytes;
    size_t left;
    /// The number of bytes that may be read before the end of the last row, or 0 for no limit.
    size_t row_limit;
    int ended;
};

static void read_bytes(png_structp png, png_bytep out, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->left) {
        source->ended = 1;
        png_error(png, "the file ends too early");
    }
    if (source->row_limit) {
        if (count >= source->row_limit) png_error(png, "there are more pixels after the last row");
        source->row_limit -= count;
    }
    memcpy(out, source->bytes, count);
    source->bytes += count;
    source->left -= count;
}

static void request_rgba(png_structp png, png_infop info, uint32_t gamma, int depth) {
    png_byte color_type = png_get_color_type(png, info);
    png_set_expand(png);
    if (depth == 16) {
        png_set_expand_16(png);
        png_set_swap(png);
    } else {
        png_set_scale_16(png);
    }
    if (!(color_type & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    if (gamma) png_set_gamma_fixed(png, 220000, (png_fixed_point)gamma);
    // This call has no effect on rows with alpha from the file or from tRNS.
    png_set_add_alpha(png, depth == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
}

/// The maximum number of compressed bytes after the last row that libpng unpacks to find the end of the pixels. These bytes can
/// unpack to 64 MiB of zeros.
enum { MOST_BYTES_AFTER_ROWS = 1 << 16 };

static void decode(
    png_structp png, png_infop info, uint32_t width, uint32_t height, uint32_t gamma, int depth, uint8_t *pixels) {
    png_set_user_limits(png, width, height);
    // Chunks that do not affect the pixels are checked and skipped, without unpacking text or parsing a profile. PLTE and tRNS
    // are still read.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_read_info(png, info);
    if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
        png_error(png, "the size differs from the header's");

    request_rgba(png, info, gamma, depth);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    size_t stride = (size_t)width * (size_t)depth / 2;
    if (png_get_rowbytes(png, info) != stride) png_error(png, "the rows are not RGBA");
    struct source *source = png_get_io_ptr(png);
    for (int pass = 0; pass < passes; pass += 1)
        for (uint32_t row = 0; row < height; row += 1) {
            // Together with the last row, libpng unpacks everything that follows.
            if (pass == passes - 1 && row == height - 1) source->row_limit = stride + MOST_BYTES_AFTER_ROWS;
            png_read_row(png, pixels + row * stride, NULL);
        }
    source->row_limit = 0;
    png_read_end(png, NULL);
}

enum flipbook_png_status flipbook_png_decode(
    const void *bytes, size_t count, uint32_t width, uint32_t height, uint32_t gamma, int depth,
    uint32_t piece, void *pixels, char *message) {
    struct source source = {.bytes = bytes, .left = count};
    message[0] = 0;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, message, fail, ignore_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        strcpy(message, NO_LIBPNG);
        return FLIPBOOK_PNG_REFUSED;
    }
    // After a jump, only `png`, `info`, and `source` are used. The first two do not change after setjmp. The address of
    // `source` has escaped, so the compiler reads it from memory.
    png_set_read_fn(png, &source, read_bytes);
    if (setjmp(png_jmpbuf(png))) {
        png_destroy_read_struct(&png, &info, NULL);
        return source.ended ? FLIPBOOK_PNG_TRUNCATED : FLIPBOOK_PNG_REFUSED;
    }
    if (piece) png_set_compression_buffer_size(png, piece);
    decode(png, info, width, height, gamma, depth, pixels);
    png_destroy_read_struct(&png, &info, NULL);
    return FLIPBOOK_PNG_OK;
}
