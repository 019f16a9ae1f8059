#pragma once
#include "recode.h"

enum flipbook_jpeg_status {
    FLIPBOOK_JPEG_OK,
    FLIPBOOK_JPEG_TRUNCATED,
    /// libjpeg failed or warned of damaged pixels; the message contains the reason.
    FLIPBOOK_JPEG_REFUSED,
    /// The file has no suitable luma and chroma planes, but can be decoded to pixels.
    FLIPBOOK_JPEG_NO_PLANES,
};

/// Decodes a JPEG in memory with libjpeg-turbo to opaque RGBA without padding. This is written in C because libjpeg reports
/// errors through a callback that must not return. Gray is converted to RGB. CMYK and YCCK are converted to RGB by multiplying
/// the inks by black. Their values are treated as inverted inks, as in browsers, with or without Adobe's marker. The image is
/// read to its end, so damage after the last row is also reported.
/// - width, height: The size in the frame header.
/// - divisor: 1, 2, 4, or 8. Both sides are divided by it and rounded up. `pixels` has 4 bytes for each resulting pixel.
/// - how: `NULL` for RGBA, or the conversion of JFIF's samples to BT.709 planes in limited range, 4:2:0: luma, then two chroma
///   planes with half the width and height, which are even. It applies only to YCbCr whose chroma has all or half of the
///   columns and rows; otherwise, nothing is written. The call sets the structure's subsampling fields.
/// - left: Receives the number of bytes after the image.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libjpeg's message.
enum flipbook_jpeg_status flipbook_jpeg_decode(
    const void *_Nonnull bytes, size_t count, uint32_t width, uint32_t height, uint32_t divisor,
    const struct flipbook_recoding *_Nullable how, void *_Nonnull pixels, size_t *_Nonnull left, char *_Nonnull message);

struct flipbook_jpeg_file {
    uint8_t *_Nullable bytes;
    size_t count;
};

/// Encodes RGBA rows without padding as a JPEG with libjpeg-turbo, ignoring alpha. This is written in C because libjpeg reports
/// errors through a callback that must not return.
/// - quality: libjpeg's quality, 1 to 100.
/// - is_full: 1 for 4:4:4, 0 for 4:2:0.
/// - file: Receives the file, unless the call fails.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libjpeg's message.
enum flipbook_jpeg_status flipbook_jpeg_encode(
    const void *_Nonnull pixels, uint32_t width, uint32_t height, int quality, int is_full,
    struct flipbook_jpeg_file *_Nonnull file, char *_Nonnull message);
