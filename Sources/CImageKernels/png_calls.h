// What reading and writing with libpng share.
#pragma once

#include <png.h>
#include <setjmp.h>
#include <string.h>

/// What libpng has to say where there is no structure of its own.
#define NO_LIBPNG "libpng has no memory, or is not the version this was built for"

/// Ends a call: keeps libpng's words in the memory that it knows for them.
static _Noreturn void fail(png_structp png, png_const_charp text) {
    char *message = png_get_error_ptr(png);
    strncpy(message, text, FLIPBOOK_MESSAGE_CAPACITY - 1);
    message[FLIPBOOK_MESSAGE_CAPACITY - 1] = 0;
    png_longjmp(png, 1);
}

// What libpng only warns about does not touch the pixels.
static void ignore_warning(png_structp png, png_const_charp text) {
    (void)png;
    (void)text;
}
