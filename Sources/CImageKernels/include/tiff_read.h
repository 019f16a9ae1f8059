#pragma once
#include "pixels.h"

/// The end of a call into libtiff.
enum flipbook_tiff_status {
    FLIPBOOK_TIFF_OK,
    /// The bytes ended before the picture did.
    FLIPBOOK_TIFF_TRUNCATED,
    /// libtiff refused, or warned of damage while it unpacked pixels; the message says why.
    FLIPBOOK_TIFF_REFUSED,
    /// It is no kind of TIFF that is read here; the message ends the sentence "It is a TIFF file …".
    FLIPBOOK_TIFF_UNSUPPORTED,
};

/// The place of a page in a file.
struct flipbook_tiff_place {
    /// The place of its directory; 0 for the first one.
    uint64_t directory;
    /// The place and the length of the image that the directory names, and which one of those behind it is wanted; 0 for the
    /// named one. They lie one behind another, each as long.
    uint64_t block, length, image;
};

/// The numbers that are shown as black and as white, of a page whose numbers are mapped: floating-point ones, and whole ones of
/// 32 bits. Of transparency 1 is opaque, or the largest of the whole ones.
struct flipbook_tiff_range {
    double black, white;
};

/// The numbers of the colors of such a page, in the rows that were read.
struct flipbook_tiff_values {
    /// The least one and the greatest one; the greatest is less than the least where there is none.
    double least, greatest;
    /// Pixels that are cut off at black or white, and those that have NaN or infinity.
    uint64_t cut, stray;
    /// The place of the first of the latter.
    uint32_t stray_x, stray_y;
};

/// A page of a TIFF that is being decoded, from its first row to the last.
struct flipbook_tiff_page;

/// Opens a page of a TIFF with libtiff. Straight alpha; rows and columns are as stored: nothing is turned.
///
/// In C because libtiff takes callbacks with argument lists.
///
/// - bytes: the file in memory; `NULL` for one that is read from `descriptor`, as much of it as is wanted. Either stays until
///   the page is closed.
/// - place: the place of the page in the file.
/// - width, height: what the page's directory says.
/// - depth: 8, or 16 for a file that has 16 or more: numbers in the order of this machine. Signed ones begin with the least.
/// - range: the range of numbers that are mapped.
/// - limit: the most bytes to be set aside for one strip or tile.
/// - opened: the page, to be closed; only where the call is FLIPBOOK_TIFF_OK.
/// - message: FLIPBOOK_MESSAGE_CAPACITY bytes for libtiff's words.
enum flipbook_tiff_status flipbook_tiff_open_page(
    const void *_Nullable bytes, int descriptor, size_t count, struct flipbook_tiff_place place, uint32_t width,
    uint32_t height, int depth, struct flipbook_tiff_range range, size_t limit, struct flipbook_tiff_page *_Nullable *_Nonnull opened, char *_Nonnull message);

/// The number of rows that come at a time: an even number, or all.
uint32_t flipbook_tiff_step(const struct flipbook_tiff_page *_Nonnull page);

/// Decodes the next rows, `flipbook_tiff_step` of them or as many as are left, to RGBA without padding.
///
/// - pixels: room for `depth` / 2 * width bytes for each row.
enum flipbook_tiff_status flipbook_tiff_read_rows(
    struct flipbook_tiff_page *_Nonnull page, void *_Nonnull pixels, char *_Nonnull message);

/// The numbers of the rows that were read; of a page whose numbers are not mapped there are none.
struct flipbook_tiff_values flipbook_tiff_measure(const struct flipbook_tiff_page *_Nonnull page);

void flipbook_tiff_close_page(struct flipbook_tiff_page *_Nullable page);
