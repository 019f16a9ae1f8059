/// System calls that Swift's Glibc module does not export.
#pragma once

#include <stdbool.h>

/// Renames a file atomically on the same file system, without replacing another one. Returns 0, or -1 with `errno`: EEXIST if
/// the new name is taken, EINVAL or ENOSYS if the file system or the kernel (before Linux 3.15) does not support it. See
/// renameat2(2).
int flipbook_rename_without_replacing(const char *from, const char *to);

/// Writes all pending data of an open file's file system. Returns 0, or -1 with `errno`. See syncfs(2).
int flipbook_sync_file_system(int file);

/// Creates a pipe that no other program inherits. Returns 0, or -1 with `errno`. See pipe2(2).
int flipbook_pipe(int ends[2]);

/// Starts the program at `path`, with the default signal handlers and no blocked signals.
/// - `words`, `variables`: The arguments, the name first, and the environment, each terminated by a null pointer.
/// - `files`: The first three file descriptors, or -1 for none. The program inherits no others.
/// - `folder`: The working directory, or NULL for that of this process.
/// - `has_own_group`: Whether the program has a process group of its own, so that signals to its group reach no other process.
///   Returns 0 or an error number. See posix_spawn(3).
int flipbook_start(int *identifier, const char *path, char *const *words, char *const *variables, const int *files,
                   const char *folder, bool has_own_group);
