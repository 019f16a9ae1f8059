// A TIFF file opened with libtiff, which is prevented from printing and from reading out of bounds.
#pragma once

#include "tiff_read.h"

#include <tiffio.h>

struct tiff_source {
    /// The file in memory, or `NULL` to read from `descriptor`.
    const uint8_t *bytes;
    int descriptor;
    uint64_t count;
    uint64_t position;
    /// The requested page. It is presented to libtiff as the first page, since libtiff would otherwise read all pages before
    /// it. In a block, libtiff reads the requested image in place of the image that the directory describes.
    struct flipbook_tiff_place place;
    /// Set while pixels are decoded. A warning is then about the pixels, and is treated as an error.
    int is_unpacking;
    /// Set if the picture is unusable; `message` contains the first report.
    int has_failed;
    char *message;
};

/// Opens the file. Returns `NULL` on failure.
/// - limit: The maximum number of bytes that libtiff 4.5 or later allocates at once. In older versions, memory is limited only
///   by earlier checks and by the length of the file.
TIFF *flipbook_tiff_open(struct tiff_source *source, size_t limit);

/// Lets this thread continue with a file that was opened by any thread.
void flipbook_tiff_continue(struct tiff_source *source);

void flipbook_tiff_close(TIFF *tiff);

/// Sets the source's message, unless it has one. Returns 0.
int flipbook_tiff_report(struct tiff_source *source, const char *format, ...) __attribute__((format(printf, 2, 3)));
