#pragma once
#include <stddef.h>
#include <stdint.h>

/// The bytes after a run of scanlines that `flipbook_unfilter` may read, and never uses.
#define FLIPBOOK_UNFILTER_SLACK 16

/// Undoes PNG's row filters (PNG, clause 9) of 8-bit RGB or RGBA and writes RGBA rows without padding.
///
/// - scanlines: `rows` rows, each a filter byte and `channels` * `width` bytes, with
///   FLIPBOOK_UNFILTER_SLACK readable bytes behind the last.
/// - channels: 3 or 4. Three get an alpha of 255.
/// - above: the finished RGBA row above the first; zeros at the top of a picture.
/// - pixels: where the rows go; the memory is not that of `scanlines`.
///
/// Returns the number of rows done: fewer than `rows` when a filter byte is above 4.
size_t flipbook_unfilter(
    uint8_t *_Nonnull pixels, const uint8_t *_Nonnull above, const uint8_t *_Nonnull scanlines, size_t width,
    size_t rows, size_t channels);
