// What the kernel lets a process give up for good: Landlock for files, seccomp for calls. Beside it, fork, which Swift hides.
//
// Why this is C: Landlock has no function in the C library, only calls by number, which Swift cannot make; and a seccomp
// filter is a program of structures and macros that Swift does not import.
#pragma once

#include <stdint.h>
#include <sys/types.h>

/// The kernel's version of Landlock; 0 where it has none, or it is switched off.
int sandbox_landlock_version(void);

/// How many threads the process has; 0 where that cannot be found out.
int sandbox_thread_count(void);

/// A list of what may be read, empty at first, that forbids everything else about files which `version` knows: reading and
/// writing them, running programs, connecting by TCP, signals to other processes.
/// Returns a descriptor, or -1 and errno.
int sandbox_make_list(int version);

/// Allows to read what lies at `path`, a file or a folder with all below it; a link counts as what it leads to.
/// Returns 0 or an errno.
int sandbox_allow_reading(int list, const char *path);

/// Allows to read what the links in a folder lead to, one by one. Returns 0 or an errno. Links that lead nowhere are left out.
int sandbox_allow_links(int list, const char *folder);

/// Puts a list into force for the calling thread and those that it will start, for ever. Closes it. Returns 0 or an errno.
int sandbox_enter_list(int list);

/// Forbids calls to all threads of the process, for ever: to start programs, to connect, to look into other processes and
/// signal them, to change the system, and to create, change, rename and delete files by their names.
/// What is forbidden fails with EPERM. Returns 0 or an errno.
int sandbox_forbid_calls(void);

/// Starts a copy of this process, which must have one thread. Returns 0 in the copy, its number here, or -1 and errno.
pid_t sandbox_fork(void);
