/// System calls that Swift's Glibc module does not export.
#pragma once

#include <stdbool.h>

/// Renames a file atomically within a file system, without replacing an existing file. Returns 0, or -1 with `errno`: EEXIST if
/// the new name is taken, EINVAL or ENOSYS if the file system or the kernel (before Linux 3.15) does not support this call. See
/// renameat2(2).
int flipbook_rename_without_replacing(const char *from, const char *to);

/// Writes all pending data of the file system that contains an open file. Returns 0, or -1 with `errno`. See syncfs(2).
int flipbook_sync_file_system(int file);

/// Creates a pipe that child processes do not inherit. Returns 0, or -1 with `errno`. See pipe2(2).
int flipbook_pipe(int ends[2]);

/// Starts the program at `path`, with default signal handlers and no blocked signals. Returns 0 or an error number. See
/// posix_spawn(3).
/// - `words`, `variables`: The arguments, beginning with the name, and the environment, each terminated by a null pointer.
/// - `files`: The first three file descriptors, or -1 for none. The program inherits no others.
/// - `folder`: The working directory, or NULL for this process's directory.
/// - `has_own_group`: A flag that indicates whether the program gets its own process group. Signals to the group then reach no
///   other process.
int flipbook_start(int *identifier, const char *path, char *const *words, char *const *variables, const int *files,
                   const char *folder, bool has_own_group);
