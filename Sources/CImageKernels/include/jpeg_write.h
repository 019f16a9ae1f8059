#pragma once
#include "jpeg_read.h"

/// A file in memory, to be freed with `free`.
struct flipbook_jpeg_file {
    uint8_t *_Nullable bytes;
    size_t count;
};

/// Encodes RGBA rows without padding as a JPEG with libjpeg-turbo; alpha is not looked at.
///
/// In C because libjpeg reports errors by a callback that must not return.
///
/// - quality: libjpeg's, 1 to 100.
/// - is_full: not 0 to keep color as finely as brightness (4:4:4), else at half of both sides (4:2:0).
/// - file: where the result goes; untouched when it fails.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libjpeg's words.
enum flipbook_jpeg_status flipbook_jpeg_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int quality, int is_full,
    struct flipbook_jpeg_file *_Nonnull file, char *_Nonnull message);
