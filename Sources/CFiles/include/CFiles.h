/// Calls of the system that Swift's module of the C library lacks.
#pragma once

/// Gives a file another name on the same file system, in one step, and replaces nothing.
///
/// Returns 0, or -1 with `errno`: EEXIST where the new name is taken, EINVAL or ENOSYS where the file system or the
/// kernel (before Linux 3.15) cannot do it. renameat2(2).
int flipbook_rename_without_replacing(const char *from, const char *to);

/// A pipe whose two ends no other program inherits. Returns 0, or -1 with `errno`. pipe2(2).
int flipbook_pipe(int ends[2]);

/// Has a process that is started close all its files but the first three.
///
/// `actions` is a `posix_spawn_file_actions_t`, a type that belongs to the C library's module alone. Returns 0 or an error number.
int flipbook_close_other_files(void *actions);

/// Has a process that is started work in a folder. `actions` and the result are as above.
int flipbook_start_in_folder(void *actions, const char *folder);
