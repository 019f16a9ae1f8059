#pragma once
#include "png_read.h"

/// A file in memory, to be freed with `free`.
struct flipbook_png_file {
    uint8_t *_Nullable bytes;
    size_t count;
};

/// Encodes RGBA rows without padding as a PNG tagged sRGB, with libpng.
///
/// In C because libpng reports errors by `longjmp`, which must not cross Swift frames.
///
/// - depth: bits a channel, 8 or 16 (little-endian numbers).
/// - opaque: not 0 to leave alpha out and write RGB.
/// - level: zlib's, 0 to 9.
/// - file: where the result goes; untouched when it fails.
/// - message: FLIPBOOK_PNG_MESSAGE_CAPACITY bytes for libpng's words.
enum flipbook_png_status flipbook_png_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int depth, int opaque, int level,
    struct flipbook_png_file *_Nonnull file, char *_Nonnull message);
