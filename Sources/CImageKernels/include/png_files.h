#pragma once
#include "pixels.h"

enum flipbook_png_status {
    FLIPBOOK_PNG_OK,
    FLIPBOOK_PNG_TRUNCATED,
    FLIPBOOK_PNG_REFUSED,
};

/// Decodes a PNG in memory with libpng to straight RGBA without padding. This is written in C because libpng reports errors
/// with `longjmp`, which must not cross Swift frames. The file is read to its end, so damage after the pixels is also reported.
/// - width, height: The size in IHDR. `pixels` has `depth` / 2 * width * height bytes.
/// - depth: 8, or 16 for a 16-bit file, in little-endian samples.
/// - gamma: The encoding exponent times 100,000, or 0 for no conversion. It is converted to 1/2.2 if libpng considers the
///   difference significant.
/// - piece: The number of bytes that libpng reads at a time, or 0 for its default. With small pieces, all rows in a truncated
///   file are decoded.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libpng's message.
enum flipbook_png_status flipbook_png_decode(
    const void *_Nonnull bytes, size_t count, uint32_t width, uint32_t height, uint32_t gamma, int depth,
    uint32_t piece, void *_Nonnull pixels, char *_Nonnull message);

/// Returns the largest possible size of a PNG file for such a picture, in bytes.
size_t flipbook_png_capacity(uint32_t width, uint32_t height, int depth, int opaque);

/// Encodes RGBA rows without padding as a PNG tagged sRGB, with libpng. Returns the length of the file, or 0 on failure. This
/// is written in C because libpng reports errors with `longjmp`, which must not cross Swift frames.
/// - depth: 8 or 16 bits per channel, little-endian.
/// - opaque: 1 to drop alpha and write RGB.
/// - level: zlib's level, 0 to 9.
/// - file: Memory of `capacity` bytes for the result.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libpng's message.
size_t flipbook_png_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int depth, int opaque, int level,
    uint8_t *_Nonnull file, size_t capacity, char *_Nonnull message);
