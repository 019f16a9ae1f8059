#ifndef FLIPBOOK_VERSIONS_H
#define FLIPBOOK_VERSIONS_H

/// The commit that was built, such as `1a2b3c4`, or an empty string if the build did not specify it.
const char *flipbook_commit(void);

/// Versions such as `1.6.39`. The versions of libjpeg, ISA-L, and libsixel are taken from the headers, since the libraries do
/// not report them.
const char *flipbook_libpng_version(void);
const char *flipbook_libjpeg_version(void);
const char *flipbook_libtiff_version(void);
const char *flipbook_libyaml_version(void);
const char *flipbook_isal_version(void);
const char *flipbook_libsixel_version(void);

#endif
