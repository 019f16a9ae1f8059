// Permanent restrictions enforced by the kernel: Landlock for files, and seccomp for system calls. This module also contains
// fork, which Swift does not export.
//
// The code is written in C because Landlock has no C library functions, only call numbers, which Swift cannot use, and because
// a seccomp filter consists of structures and macros that Swift does not import.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// Returns the kernel's Landlock version, or 0 if Landlock is missing or disabled.
int sandbox_landlock_version(void);

/// Returns the number of the process's threads, or 0 if unknown.
int sandbox_thread_count(void);

/// Creates an empty list of readable files. It forbids starting programs, connecting over TCP, signaling other processes, and
/// all other kinds of file access that `version` covers. Returns a descriptor, or -1.
int sandbox_make_list(int version);

/// Allows reading a file, or a folder with its contents. Links are followed. Returns 0 or an errno.
int sandbox_allow_reading(int list, const char *path);

/// Allows reading the files to which the links in a folder point. Broken links are ignored. Returns 0 or an errno.
int sandbox_allow_links(int list, const char *folder);

/// Enforces a list for the calling thread and its future threads, permanently, and closes the list. Returns 0 or an errno.
int sandbox_enter_list(int list);

/// Permanently forbids these calls in all threads of the process: running programs, connecting, inspecting and signaling other
/// processes, changing the system, and creating, changing, renaming, and deleting files by name. Forbidden calls fail with
/// EPERM. Returns 0 or an errno.
int sandbox_forbid_calls(void);

/// Forks this process, which must have a single thread. Returns 0 in the child, the child's ID in the parent, or -1 with errno.
pid_t sandbox_fork(void);
