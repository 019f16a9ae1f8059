// Error handling for libjpeg, and the code shared by decoding to pixels and to planes.
#pragma once

#include "jpeg_files.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>

/// The data for libjpeg's callbacks. libjpeg uses only the first member.
struct flipbook_jpeg_errors {
    struct jpeg_error_mgr base;
    struct jpeg_progress_mgr progress;
    jmp_buf way_out;
    const JOCTET *bytes;
    int ended;
    char *message;
};

/// Ends a call with a message by jumping to `way_out`.
_Noreturn void flipbook_jpeg_refuse(j_common_ptr info, const char *text);

/// Prepares libjpeg's callbacks. Call `setjmp` next, since every other call may jump. `info` and `errors` keep their values
/// after a jump, since their addresses have escaped.
void flipbook_jpeg_listen(j_common_ptr info, struct flipbook_jpeg_errors *errors, const void *bytes, char *message);

void flipbook_jpeg_start(j_decompress_ptr info);

/// Decodes to planes, after the header has been read. Returns 0 if the file has no suitable planes.
int flipbook_jpeg_planes(j_decompress_ptr info, const struct flipbook_recoding *how, uint8_t *planes);
