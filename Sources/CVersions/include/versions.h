// What the program was built from, and the versions of the libraries that it runs with.

#ifndef FLIPBOOK_VERSIONS_H
#define FLIPBOOK_VERSIONS_H

/// The commit that was built, such as `1a2b3c4`, or an empty text where the build did not name it.
const char *flipbook_commit(void);

/// Versions such as `1.6.39`; of libjpeg, ISA-L and libsixel those of the headers, since the libraries do not say theirs.
const char *flipbook_libpng_version(void);
const char *flipbook_libjpeg_version(void);
const char *flipbook_libtiff_version(void);
const char *flipbook_libyaml_version(void);
const char *flipbook_isal_version(void);
const char *flipbook_libsixel_version(void);

#endif
