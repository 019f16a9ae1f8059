#ifndef FLIPBOOK_COMMIT_H
#define FLIPBOOK_COMMIT_H

/// The commit from which the program is built, such as `1a2b3c4`, or an empty string if the build does not specify it.
extern const char flipbook_commit_text[];

#endif
