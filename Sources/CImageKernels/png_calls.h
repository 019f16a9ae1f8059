// The code shared by reading and writing with libpng.
#pragma once

#include "png_files.h"
#include <png.h>
#include <setjmp.h>
#include <string.h>

#define NO_LIBPNG "libpng is out of memory, or its version does not match the build"

static _Noreturn void fail(png_structp png, png_const_charp text) {
    char *message = png_get_error_ptr(png);
    strncpy(message, text, FLIPBOOK_MESSAGE_CAPACITY - 1);
    message[FLIPBOOK_MESSAGE_CAPACITY - 1] = 0;
    png_longjmp(png, 1);
}

// libpng's warnings are not about pixels.
static void ignore_warning(png_structp png, png_const_charp text) {}
