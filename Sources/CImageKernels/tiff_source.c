#include "tiff_source.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void note(struct tiff_source *source, const char *format, va_list arguments) {
    source->has_failed = 1;
    if (!source->message[0]) vsnprintf(source->message, FLIPBOOK_MESSAGE_CAPACITY, format, arguments);
}

int flipbook_tiff_report(struct tiff_source *source, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    note(source, format, arguments);
    va_end(arguments);
    return 0;
}

/// Returns 1 for a warning about pixels. libtiff's warnings about directories concern unused entries.
static int is_serious(const struct tiff_source *source, const char *format) {
    return source->is_unpacking && strncmp(format, "Old-style LZW", 13) != 0;
}

#if TIFFLIB_VERSION >= 20221213

// Handlers are set for each file, so that they do not affect other uses of libtiff in the process.
static int on_error(TIFF *tiff, void *source, const char *module, const char *format, va_list arguments) {
    note(source, format, arguments);
    return 1;
}

static int on_warning(TIFF *tiff, void *source, const char *module, const char *format, va_list arguments) {
    if (is_serious(source, format)) note(source, format, arguments);
    return 1;
}

#else

// Before libtiff 4.5, handlers apply to the whole process. They handle only the file that this thread has open.
static _Thread_local struct tiff_source *current;

static void on_error(thandle_t handle, const char *module, const char *format, va_list arguments) {
    if (handle == current && current) note(current, format, arguments);
}

static void on_warning(thandle_t handle, const char *module, const char *format, va_list arguments) {
    if (handle == current && current && is_serious(current, format)) note(current, format, arguments);
}

static void install_handlers(void) {
    TIFFSetErrorHandler(NULL);
    TIFFSetWarningHandler(NULL);
    TIFFSetErrorHandlerExt(on_error);
    TIFFSetWarningHandlerExt(on_warning);
}

#endif

/// Copies bytes of the file. Returns the number of copied bytes, or -1.
static int64_t copy(const struct tiff_source *source, uint64_t place, uint8_t *out, uint64_t count) {
    if (source->bytes) {
        memcpy(out, source->bytes + place, count);
        return (int64_t)count;
    }
    uint64_t done = 0;
    while (done < count) {
        ssize_t got = pread(source->descriptor, out + done, count - done, (off_t)(place + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        done += (uint64_t)got;
    }
    return (int64_t)done;
}

/// Copies bytes as if the directory described the requested image instead of the block's first image.
static int64_t copy_image(const struct tiff_source *source, uint64_t place, uint8_t *out, uint64_t count) {
    uint64_t start = source->place.block, length = source->place.length, done = 0;
    while (done < count) {
        // Copies up to the beginning or the end of the image.
        uint64_t from = place + done, left = count - done;
        if (from < start && left > start - from) left = start - from;
        if (from >= start && from - start < length) {
            if (left > length - (from - start)) left = length - (from - start);
            from += length * source->place.image;
        }
        if (from >= source->count) break;
        if (left > source->count - from) left = source->count - from;
        int64_t got = copy(source, from, out + done, left);
        if (got < 0) return -1;
        done += (uint64_t)got;
        if ((uint64_t)got < left) break;
    }
    return (int64_t)done;
}

/// Replaces the offset of the first directory with the page's offset, in the part of the header that was read (TIFF 6.0,
/// section 2; 8 bytes in a BigTIFF).
static void point_at_page(const struct tiff_source *source, uint8_t *out, uint64_t length) {
    uint8_t head[4] = {0};
    if (source->position >= 16 || copy(source, 0, head, 4) != 4) return;
    int is_little = head[0] == 'I', is_big = head[is_little ? 2 : 3] == 43;
    uint64_t start = is_big ? 8 : 4, size = start;
    for (uint64_t number = 0; number < size; number += 1) {
        uint64_t place = start + number;
        if (place < source->position || place - source->position >= length) continue;
        out[place - source->position] = (uint8_t)(source->place.directory >> 8 * (is_little ? number : size - 1 - number));
    }
}

static tmsize_t read_bytes(thandle_t handle, void *out, tmsize_t wanted) {
    struct tiff_source *source = handle;
    if (wanted <= 0 || source->position >= source->count) return 0;
    uint64_t left = source->count - source->position;
    uint64_t length = (uint64_t)wanted < left ? (uint64_t)wanted : left;
    int64_t got = source->place.image ? copy_image(source, source->position, out, length)
                                      : copy(source, source->position, out, length);
    if (got < 0) return -1;
    if (source->place.directory) point_at_page(source, out, (uint64_t)got);
    source->position += (uint64_t)got;
    return (tmsize_t)got;
}

static tmsize_t write_nothing(thandle_t handle, void *in, tmsize_t count) { return 0; }

static toff_t seek(thandle_t handle, toff_t offset, int whence) {
    struct tiff_source *source = handle;
    if (whence == SEEK_CUR) offset += source->position;
    if (whence == SEEK_END) offset += source->count;
    source->position = offset;
    return offset;
}

static int close_nothing(thandle_t handle) { return 0; }

static toff_t size_of(thandle_t handle) { return ((struct tiff_source *)handle)->count; }

static int lend(thandle_t handle, void **base, toff_t *count) {
    struct tiff_source *source = handle;
    if (!source->bytes || source->place.image) return 0;
    *base = (void *)(uintptr_t)source->bytes;
    *count = source->count;
    return 1;
}

static void take_back(thandle_t handle, void *base, toff_t count) {}

TIFF *flipbook_tiff_open(struct tiff_source *source, size_t limit) {
#if TIFFLIB_VERSION >= 20221213
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, (tmsize_t)limit);
    TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, source);
    TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, source);
    TIFF *tiff = TIFFClientOpenExt(
        "frame", "r", source, read_bytes, write_nothing, seek, close_nothing, size_of, lend, take_back, options);
    TIFFOpenOptionsFree(options);
    return tiff;
#else
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install_handlers);
    current = source;
    return TIFFClientOpen(
        "frame", "r", source, read_bytes, write_nothing, seek, close_nothing, size_of, lend, take_back);
#endif
}

void flipbook_tiff_continue(struct tiff_source *source) {
#if TIFFLIB_VERSION < 20221213
    current = source;
#endif
}

void flipbook_tiff_close(TIFF *tiff) {
    TIFFClose(tiff);
#if TIFFLIB_VERSION < 20221213
    current = NULL;
#endif
}
