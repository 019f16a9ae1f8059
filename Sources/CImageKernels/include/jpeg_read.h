#pragma once
#include "recode.h"

/// The end of a call into libjpeg.
enum flipbook_jpeg_status {
    FLIPBOOK_JPEG_OK,
    /// The bytes ended before the picture did.
    FLIPBOOK_JPEG_TRUNCATED,
    /// libjpeg refused, or warned of damage that touches the pixels; the message says why.
    FLIPBOOK_JPEG_REFUSED,
    /// The file has no planes of luma and chroma that can be taken as they are; it may be decoded to pixels.
    FLIPBOOK_JPEG_NO_PLANES,
};

/// Decodes a JPEG in memory with libjpeg-turbo to RGBA, opaque, rows without padding.
///
/// In C because libjpeg reports errors by a callback that must not return.
/// Gray becomes RGB; CMYK and YCCK become RGB by multiplying with the black:
/// the numbers are ink left out, as browsers take them, with Adobe's marker and without it.
/// Read to the end of the image, so damage after the last row counts too.
///
/// - width, height: what the frame header says.
/// - divisor: 1, 2, 4 or 8, by which both sides are divided, rounded up; `pixels` has room for 4 bytes for each pixel then.
/// - how: `NULL` for RGBA. Else what JFIF's numbers become in planes of BT.709 in limited range, 4:2:0: a full plane of luma,
///   then two of chroma at half the sides, which are even. Only of YCbCr whose chroma has all or half of the columns and rows:
///   else nothing is written. How chroma is halved is set here.
/// - left: How many bytes follow the image.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libjpeg's words.
enum flipbook_jpeg_status flipbook_jpeg_decode(
    const void *_Nonnull bytes, size_t count, uint32_t width, uint32_t height, uint32_t divisor,
    const struct flipbook_recoding *_Nullable how, void *_Nonnull pixels, size_t *_Nonnull left, char *_Nonnull message);
