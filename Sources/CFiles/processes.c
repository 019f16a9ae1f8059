#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

int flipbook_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int flipbook_close_other_files(void *actions) {
    return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

int flipbook_start_in_folder(void *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}
