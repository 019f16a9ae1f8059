#pragma once
#include <stddef.h>
#include <stdint.h>

/// The number of bytes past the end of the scanlines that must be readable. `flipbook_unfilter` does not use their values.
#define FLIPBOOK_UNFILTER_SLACK 16

/// Undoes the PNG row filters (PNG, clause 9) of 8-bit RGB or RGBA, and writes RGBA rows without padding. Returns the number of
/// completed rows, which is less than `rows` if a filter byte is invalid.
/// - scanlines: `rows` rows, each with a filter byte and `channels` * `width` bytes, followed by FLIPBOOK_UNFILTER_SLACK
///   readable bytes.
/// - channels: 3 or 4. With 3, alpha is set to 255.
/// - above: The RGBA row above the first row, or zeros.
/// - pixels: The result, which must not overlap `scanlines`.
size_t flipbook_unfilter(
    uint8_t *_Nonnull pixels, const uint8_t *_Nonnull above, const uint8_t *_Nonnull scanlines, size_t width,
    size_t rows, size_t channels);
