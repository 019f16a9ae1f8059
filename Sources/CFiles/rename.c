#include "CFiles.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

// RENAME_NOREPLACE; linux/fs.h and stdio.h both define it, each not everywhere.
enum { no_replace = 1 };

int flipbook_rename_without_replacing(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, no_replace);
}
