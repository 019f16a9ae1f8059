#include "jpeg_source.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1 << 16 };

enum flipbook_jpeg_status flipbook_jpeg_encode(
    const void *pixels, uint32_t width, uint32_t height, int quality, int is_full, struct flipbook_jpeg_file *file,
    char *message) {
    struct jpeg_compress_struct info;
    struct flipbook_jpeg_errors errors;
    // This function frees the first buffer after an error. libjpeg replaces the pointer only when it has finished.
    unsigned char *const room = malloc(FIRST_ROOM), *bytes = room;
    unsigned long count = room ? FIRST_ROOM : 0;
    flipbook_jpeg_listen((j_common_ptr)&info, &errors, pixels, message);
    if (setjmp(errors.way_out)) {
        jpeg_destroy_compress(&info);
        free(room);
        return FLIPBOOK_JPEG_REFUSED;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &count);
    info.image_width = width;
    info.image_height = height;
    info.input_components = 4;
    info.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    info.optimize_coding = TRUE;
    if (is_full) info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < height) {
        JSAMPROW row = (JSAMPROW)pixels + (size_t)info.next_scanline * width * 4;
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    if (bytes != room) free(room);
    file->bytes = bytes;
    file->count = count;
    return FLIPBOOK_JPEG_OK;
}
