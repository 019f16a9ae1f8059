/// Calls of the system that Swift's module of the C library lacks.
#pragma once

#include <stdbool.h>

/// Gives a file another name on the same file system, in one step, and replaces nothing.
///
/// Returns 0, or -1 with `errno`: EEXIST where the new name is taken, EINVAL or ENOSYS where the file system or the
/// kernel (before Linux 3.15) cannot do it. renameat2(2).
int flipbook_rename_without_replacing(const char *from, const char *to);

/// Has the file system of an open file write everything that waits. Returns 0, or -1 with `errno`. syncfs(2).
int flipbook_sync_file_system(int file);

/// A pipe whose two ends no other program inherits. Returns 0, or -1 with `errno`. pipe2(2).
int flipbook_pipe(int ends[2]);

/// Starts the program at `path`. What this process ignores or blocks of signals, the other one hears.
///
/// - `words`, `variables`: What its `main` gets, the name first; each ends with a null pointer.
/// - `files`: Its first three files, -1 for nothing; it has no others.
/// - `folder`: Where it works; NULL for this process's folder.
/// - `has_own_group`: Whether a signal to its whole process group, as one that stops itself sends, reaches no other.
///
/// Returns 0 or an error number. posix_spawn(3).
int flipbook_start(int *identifier, const char *path, char *const *words, char *const *variables, const int *files,
                   const char *folder, bool has_own_group);
