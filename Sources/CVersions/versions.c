#include "versions.h"

#include <stddef.h>
#include <stdio.h>

#include <isa-l.h>
#include <jpeglib.h>
#include <png.h>
#include <sixel.h>
#include <tiffio.h>
#include <yaml.h>

#define QUOTE(text) #text
#define TEXT(macro) QUOTE(macro)

/// Defined in CCommit. Only the program is linked with that module, so a new commit recompiles nothing else.
extern const char flipbook_commit_text[] __attribute__((weak));

const char *flipbook_commit(void) { return flipbook_commit_text ? flipbook_commit_text : ""; }

const char *flipbook_libpng_version(void) { return png_get_libpng_ver(NULL); }

const char *flipbook_libjpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return TEXT(LIBJPEG_TURBO_VERSION);
#else
    return TEXT(JPEG_LIB_VERSION);
#endif
}

/// libtiff returns multiple lines. The first is `LIBTIFF, Version 4.5.0`.
const char *flipbook_libtiff_version(void) { return TIFFGetVersion(); }

const char *flipbook_libyaml_version(void) { return yaml_get_version_string(); }

const char *flipbook_isal_version(void) {
    return TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(ISAL_PATCH_VERSION);
}

const char *flipbook_libsixel_version(void) { return LIBSIXEL_VERSION; }
