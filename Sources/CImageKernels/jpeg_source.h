// Libjpeg's errors, and what decoding to pixels and to planes share.
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

/// Ends a call for a reason: jumps to `way_out`.
_Noreturn void flipbook_jpeg_refuse(j_common_ptr info, const char *text);

/// Prepares what libjpeg calls back. `setjmp` comes next, since every other call may jump; `info` and `errors`, whose
/// addresses are known elsewhere from here on, have their values after a jump, too.
void flipbook_jpeg_listen(
    j_common_ptr info, struct flipbook_jpeg_errors *errors, const void *bytes, char *message);

/// Begins to decode in the way that `info` says.
void flipbook_jpeg_start(j_decompress_ptr info);

/// Decodes to planes after the header; whether the file has such ones.
int flipbook_jpeg_planes(j_decompress_ptr info, const struct flipbook_recoding *how, uint8_t *planes);
