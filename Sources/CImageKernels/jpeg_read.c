#include "jpeg_source.h"

/// Converts inks to RGB: the light that white paper reflects through the colored and black inks. The file's values are treated
/// as inverted inks, as in browsers, with or without Adobe's marker.
static void print_inks(uint8_t *out, const uint8_t *inks, size_t count) {
    for (size_t i = 0; i < count; i += 1, inks += 4, out += 4) {
        for (int c = 0; c < 3; c += 1) out[c] = (uint8_t)((inks[c] * inks[3] + 127) / 255);
        out[3] = 0xFF;
    }
}

static void decode(j_decompress_ptr info, uint32_t divisor, uint8_t *pixels) {
    info->scale_num = 1;
    info->scale_denom = divisor;
    uint32_t width = (info->image_width + divisor - 1) / divisor, height = (info->image_height + divisor - 1) / divisor;
    int has_inks = info->num_components == 4;
    info->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
    flipbook_jpeg_start(info);
    if (info->output_components != 4 || info->output_width != width || info->output_height != height)
        flipbook_jpeg_refuse((j_common_ptr)info, "the rows are not RGBA");

    JSAMPARRAY ink_row = has_inks ? info->mem->alloc_sarray((j_common_ptr)info, JPOOL_IMAGE, width * 4, 1) : NULL;
    size_t stride = (size_t)width * 4;
    while (info->output_scanline < height) {
        uint32_t row = info->output_scanline;
        if (has_inks) {
            if (jpeg_read_scanlines(info, ink_row, 1) != 1) continue;
            print_inks(pixels + row * stride, ink_row[0], width);
            continue;
        }
        JSAMPROW rows[16];
        uint32_t room = height - row < 16 ? height - row : 16;
        for (uint32_t i = 0; i < room; i += 1) rows[i] = pixels + (row + i) * stride;
        jpeg_read_scanlines(info, rows, room);
    }
}

enum flipbook_jpeg_status flipbook_jpeg_decode(
    const void *bytes, size_t count, uint32_t width, uint32_t height, uint32_t divisor,
    const struct flipbook_recoding *how, void *pixels, size_t *left, char *message) {
    struct jpeg_decompress_struct info = {0};
    struct flipbook_jpeg_errors errors;
    flipbook_jpeg_listen((j_common_ptr)&info, &errors, bytes, message);
    if (setjmp(errors.way_out)) {
        jpeg_destroy_decompress(&info);
        return errors.ended ? FLIPBOOK_JPEG_TRUNCATED : FLIPBOOK_JPEG_REFUSED;
    }
    jpeg_create_decompress(&info);
    info.progress = &errors.progress;
    jpeg_mem_src(&info, bytes, count);
    jpeg_read_header(&info, TRUE);
    if (info.image_width != width || info.image_height != height)
        flipbook_jpeg_refuse((j_common_ptr)&info, "the size differs from the header's");
    enum flipbook_jpeg_status status = FLIPBOOK_JPEG_OK;
    if (!how) decode(&info, divisor, pixels);
    else if (!flipbook_jpeg_planes(&info, how, pixels)) status = FLIPBOOK_JPEG_NO_PLANES;
    if (status == FLIPBOOK_JPEG_OK) {
        jpeg_finish_decompress(&info);
        *left = errors.ended ? 0 : info.src->bytes_in_buffer;
    }
    jpeg_destroy_decompress(&info);
    return status;
}
