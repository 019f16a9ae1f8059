#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <unistd.h>

int flipbook_rename_without_replacing(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int flipbook_sync_file_system(int file) { return syncfs(file); }

int flipbook_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int flipbook_start(int *identifier, const char *path, char *const *words, char *const *variables, const int *files,
                   const char *folder, bool has_own_group) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int file = 0; file < 3; file++) {
        if (files[file] < 0) {
            posix_spawn_file_actions_addopen(&actions, file, "/dev/null", file == 0 ? O_RDONLY : O_WRONLY, 0);
        } else if (files[file] != file) {
            posix_spawn_file_actions_adddup2(&actions, files[file], file);
        }
    }
    // A pipe does not report its end while a different program has it open for writing.
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);
    if (folder) posix_spawn_file_actions_addchdir_np(&actions, folder);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (has_own_group) flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes, flags);

    pid_t process = 0;
    int result = posix_spawn(&process, path, &actions, &attributes, words, variables);
    *identifier = process;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return result;
}
