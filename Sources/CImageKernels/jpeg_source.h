// A JPEG in memory that is being decoded, for the calls that give its pixels or its planes; its errors, for encoding, too.
#pragma once

#include "jpeg_read.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>

/// What libjpeg's callbacks need. The first member is what libjpeg knows of it.
struct flipbook_jpeg_errors {
    struct jpeg_error_mgr base;
    struct jpeg_progress_mgr progress;
    jmp_buf way_out;
    const JOCTET *bytes;
    int ended;
    char *message;
};

/// Ends a call for a reason, in words about the file: jumps to `way_out`.
_Noreturn void flipbook_jpeg_refuse(j_common_ptr info, const char *text);

/// Prepares what libjpeg calls back. `setjmp` comes next, since every other call may jump.
void flipbook_jpeg_listen(j_decompress_ptr info, struct flipbook_jpeg_errors *errors, const void *bytes, char *message);

/// Reads the header, which must give this size.
void flipbook_jpeg_begin(j_decompress_ptr info, const uint8_t *bytes, size_t count, uint32_t width, uint32_t height);

/// Begins to decode in the way that `info` says.
void flipbook_jpeg_start(j_decompress_ptr info);

/// After a jump: frees everything. Only `info` and `errors` are used, which are written through pointers, so live in memory.
enum flipbook_jpeg_status flipbook_jpeg_give_up(j_decompress_ptr info, const struct flipbook_jpeg_errors *errors);
