#pragma once
#include "jpeg_read.h"

/// A file in memory, which the caller frees with `free`.
struct flipbook_jpeg_file {
    uint8_t *_Nullable bytes;
    size_t count;
};

/// Encodes RGBA rows without padding as a JPEG with libjpeg-turbo, ignoring alpha. In C because libjpeg reports errors by a
/// callback that must not return.
/// - quality: libjpeg's quality, 1 to 100.
/// - is_full: 1 for 4:4:4, 0 for 4:2:0.
/// - file: Receives the file, unless the call fails.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libjpeg's message.
enum flipbook_jpeg_status flipbook_jpeg_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int quality, int is_full,
    struct flipbook_jpeg_file *_Nonnull file, char *_Nonnull message);
