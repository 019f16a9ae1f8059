#define _GNU_SOURCE
#include "library_remarks.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__

static int contains(const char *line, size_t count, const char *word) {
    return memmem(line, count, word, strlen(word)) != NULL;
}

static int is_remark(const char *line, size_t count) {
    if (contains(line, count, "lib/jxl/"))
        return !contains(line, count, "JXL_ABORT") && !contains(line, count, "ASSERT")
            && !contains(line, count, "JXL_CHECK");
    // dav1d writes this if a picture exceeds its size limit.
    return contains(line, count, "Frame size ") && contains(line, count, " exceeds limit ");
}

static void write_all(const char *text, size_t count) {
    while (count > 0) {
        ssize_t done = write(STDERR_FILENO, text, count);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return;
        text += done;
        count -= (size_t)done;
    }
}

// Handles one write to the stream. libjxl writes whole lines.
static ssize_t pass_on(void *cookie, const char *text, size_t count) {
    int before = errno;
    const char *end = text + count;
    for (const char *line = text; line < end;) {
        const char *close = memchr(line, '\n', (size_t)(end - line));
        size_t length = (size_t)((close ? close + 1 : end) - line);
        if (!is_remark(line, length)) write_all(line, length);
        line += length;
    }
    errno = before;
    return (ssize_t)count;
}

static void replace(void) {
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = pass_on});
    if (!stream) return;
    setvbuf(stream, NULL, _IONBF, 0);
    stderr = stream;
}

void flipbook_leave_out_remarks(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, replace);
}

#else

void flipbook_leave_out_remarks(void) {}

#endif
