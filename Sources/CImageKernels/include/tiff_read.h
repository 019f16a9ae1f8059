#pragma once
#include "pixels.h"

enum flipbook_tiff_status {
    FLIPBOOK_TIFF_OK,
    FLIPBOOK_TIFF_TRUNCATED,
    /// libtiff failed or warned of damaged pixels; the message contains the reason.
    FLIPBOOK_TIFF_REFUSED,
    /// This kind of TIFF file is not supported; the message completes "a TIFF file …".
    FLIPBOOK_TIFF_UNSUPPORTED,
};

struct flipbook_tiff_place {
    /// The offset of its directory, or 0 for the first directory.
    uint64_t directory;
    /// For a block of images, the offset and length of the first one, which the directory describes, and the index of the
    /// requested one, or 0 for the first. The images are contiguous and have equal lengths.
    uint64_t block, length, image;
};

/// The values that map to black and to white, for a page with floating-point values or 32-bit integers. Full opacity is 1, or
/// the largest integer.
struct flipbook_tiff_range {
    double black, white;
};

/// The color values of a mapped page in the rows decoded so far.
struct flipbook_tiff_values {
    /// The smallest and the largest value. If there are none, `least` exceeds `greatest`.
    double least, greatest;
    /// The number of pixels that are clipped to black or white, and the number with NaN or an infinity.
    uint64_t cut, stray;
    /// The position of the first pixel with NaN or an infinity.
    uint32_t stray_x, stray_y;
};

/// A page that is being decoded from the first row to the last.
struct flipbook_tiff_page;

/// Opens a page with libtiff. Pixels are decoded with straight alpha. The orientation is ignored. This is written in C because
/// libtiff uses callbacks with va_list.
/// - bytes: The file in memory, or `NULL` to read from `descriptor` on demand. Both must outlive the page.
/// - place: The location of the page.
/// - width, height: The size in the page's directory.
/// - depth: 8, or 16 for a file with at least 16 bits per channel, in native byte order. Signed values are offset to start at
///   0.
/// - range: The values that map to black and to white.
/// - limit: The maximum number of bytes to allocate for a strip or tile.
/// - opened: The page, if the result is FLIPBOOK_TIFF_OK. The caller closes it.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libtiff's message.
enum flipbook_tiff_status flipbook_tiff_open_page(
    const void *_Nullable bytes, int descriptor, size_t count, struct flipbook_tiff_place place, uint32_t width,
    uint32_t height, int depth, struct flipbook_tiff_range range, size_t limit, struct flipbook_tiff_page *_Nullable *_Nonnull opened, char *_Nonnull message);

/// Returns the number of rows to decode at a time: an even number, or all.
uint32_t flipbook_tiff_step(const struct flipbook_tiff_page *_Nonnull page);

/// Decodes the next `flipbook_tiff_step` rows, or the remaining rows, to RGBA without padding.
/// - pixels: Memory of `depth` / 2 * width bytes for each row.
enum flipbook_tiff_status flipbook_tiff_read_rows(
    struct flipbook_tiff_page *_Nonnull page, void *_Nonnull pixels, char *_Nonnull message);

/// Returns the values in the rows decoded so far. Only mapped pages have them.
struct flipbook_tiff_values flipbook_tiff_measure(const struct flipbook_tiff_page *_Nonnull page);

void flipbook_tiff_close_page(struct flipbook_tiff_page *_Nullable page);
