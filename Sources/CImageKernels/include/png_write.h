#pragma once
#include "png_read.h"

/// The largest PNG file of such a picture, in bytes.
size_t flipbook_png_capacity(uint32_t width, uint32_t height, int depth, int opaque);

/// Encodes RGBA rows without padding as a PNG tagged sRGB, with libpng. Returns the length of the file, or 0 on failure. In C
/// because libpng reports errors by `longjmp`, which must not cross Swift frames.
/// - depth: 8 or 16 bits a channel (little-endian numbers).
/// - opaque: 1 to drop alpha and write RGB.
/// - level: zlib's level, 0 to 9.
/// - file: Memory of `capacity` bytes for the result.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libpng's message.
size_t flipbook_png_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int depth, int opaque, int level,
    uint8_t *_Nonnull file, size_t capacity, char *_Nonnull message);
