#pragma once
#include "png_read.h"

/// The bytes of the largest PNG file that rows of such a size can become.
size_t flipbook_png_capacity(uint32_t width, uint32_t height, int depth, int opaque);

/// Encodes RGBA rows without padding as a PNG tagged sRGB, with libpng; returns the file's bytes, 0 when it fails.
///
/// In C because libpng reports errors by `longjmp`, which must not cross Swift frames.
///
/// - depth: bits a channel, 8 or 16 (little-endian numbers).
/// - opaque: not 0 to leave alpha out and write RGB.
/// - level: zlib's, 0 to 9.
/// - file: where the result goes, `capacity` bytes.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libpng's words.
size_t flipbook_png_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int depth, int opaque, int level,
    uint8_t *_Nonnull file, size_t capacity, char *_Nonnull message);
