// A TIFF that is opened with libtiff, which neither prints nor reads beyond the bytes.
#pragma once

#include "tiff_read.h"

#include <tiffio.h>

/// The data of libtiff's callbacks.
struct tiff_source {
    /// The file in memory; `NULL` for one that is read where it lies, by `descriptor`.
    const uint8_t *bytes;
    int descriptor;
    uint64_t count;
    uint64_t position;
    /// The wanted page. To libtiff it is the first and only one that it opens: asked to go to a page, it would walk over all
    /// those before it. Of a block, it reads the wanted image where it expects the named one.
    struct flipbook_tiff_place place;
    /// Not 0 while pixels are unpacked: a warning then speaks of them, and counts as an error.
    int is_unpacking;
    /// Not 0 once the picture is unusable; `message` has the first report of it.
    int has_failed;
    char *message;
};

/// Opens the file; `NULL` where it cannot be.
/// - limit: the most bytes that libtiff sets aside at once, from its version 4.5 on. An older one is held by what is
///   checked before it is asked for pixels, and by the length of the file.
TIFF *flipbook_tiff_open(struct tiff_source *source, size_t limit);

/// Says that this thread goes on with a file that it, or another one, has opened.
void flipbook_tiff_continue(struct tiff_source *source);

void flipbook_tiff_close(TIFF *tiff);

/// Puts words into the source's message, unless it has some already. Returns 0.
int flipbook_tiff_report(struct tiff_source *source, const char *format, ...) __attribute__((format(printf, 2, 3)));
