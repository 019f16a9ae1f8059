#pragma once
#include "pixels.h"

/// The end of a call into libpng.
enum flipbook_png_status {
    FLIPBOOK_PNG_OK,
    /// The bytes ended before the picture did.
    FLIPBOOK_PNG_TRUNCATED,
    /// libpng refused; the message says why.
    FLIPBOOK_PNG_REFUSED,
};

/// Decodes a PNG in memory with libpng to RGBA, straight alpha, rows without padding.
///
/// In C because libpng reports errors by `longjmp`, which must not cross Swift
/// frames. Read to the end, so damage after the pixels counts too.
///
/// - width, height: what the file's IHDR says; `pixels` has room for exactly `depth` / 2 * width * height bytes.
/// - depth: 8, or 16 for a file that has 16: little-endian numbers.
/// - gamma: the exponent of the file's encoding times 100,000, to be converted to 1/2.2 where libpng
///   finds the difference significant; 0 for a file that is shown as it is.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libpng's words.
enum flipbook_png_status flipbook_png_decode(
    const void *_Nonnull bytes, size_t count, uint32_t width, uint32_t height, uint32_t gamma, int depth,
    void *_Nonnull pixels, char *_Nonnull message);
