#define _GNU_SOURCE
#include "CFiles.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int flipbook_rename_without_replacing(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int flipbook_sync_file_system(int file) { return syncfs(file); }
