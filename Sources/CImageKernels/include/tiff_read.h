#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a call into libtiff ended.
enum flipbook_tiff_status {
    FLIPBOOK_TIFF_OK,
    /// The bytes ended before the picture did.
    FLIPBOOK_TIFF_TRUNCATED,
    /// libtiff refused, or warned of damage while it unpacked pixels; the message says why.
    FLIPBOOK_TIFF_REFUSED,
    /// It is no kind of TIFF that is read here; the message ends the sentence "It is a TIFF file …".
    FLIPBOOK_TIFF_UNSUPPORTED,
};

/// The room for a message, with its closing zero.
#define FLIPBOOK_TIFF_MESSAGE_CAPACITY 200

/// Decodes one page of a TIFF in memory with libtiff to RGBA, straight alpha, rows without padding.
///
/// In C because libtiff takes callbacks with argument lists. Rows and columns are as stored: nothing is turned.
///
/// - page: where the page's directory is in the file; 0 for the first.
/// - width, height: what the page's directory says; `pixels` has room for exactly `depth` / 2 * width * height bytes.
/// - depth: 8, or 16 for a file that has 16: numbers in the order of this machine.
/// - limit: the most bytes to be set aside for one strip or tile.
/// - message: FLIPBOOK_TIFF_MESSAGE_CAPACITY bytes for libtiff's words.
enum flipbook_tiff_status flipbook_tiff_decode(
    const void *_Nonnull bytes, size_t count, uint64_t page, uint32_t width, uint32_t height, int depth, size_t limit,
    void *_Nonnull pixels, char *_Nonnull message);
