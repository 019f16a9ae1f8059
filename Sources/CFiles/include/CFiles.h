/// Calls of the file system that Swift's module of the C library lacks.
#pragma once

/// Gives a file another name on the same file system, in one step, and replaces nothing.
///
/// Returns 0, or -1 with `errno`: EEXIST where the new name is taken, EINVAL or ENOSYS where the file system or the
/// kernel (before Linux 3.15) cannot do it. renameat2(2).
int flipbook_rename_without_replacing(const char *from, const char *to);
