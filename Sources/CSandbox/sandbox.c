#define _GNU_SOURCE
#include "CSandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// These declarations are from linux/landlock.h. Older versions do not have the later fields.
enum {
    LANDLOCK_CREATE_RULESET = 444,
    LANDLOCK_ADD_RULE = 445,
    LANDLOCK_RESTRICT_SELF = 446,
    LANDLOCK_ASK_VERSION = 1,
    LANDLOCK_BENEATH_PATH = 1,
};
struct landlock_list {
    uint64_t files, connections, scopes;
};
struct landlock_path {
    uint64_t access;
    int32_t parent;
} __attribute__((packed));
static const uint64_t reads_file = 1 << 2, reads_folder = 1 << 3;

int sandbox_landlock_version(void) {
    const long version = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

int sandbox_thread_count(void) {
    struct stat status;
    // The folder contains a folder for each thread. Its link count includes these folders, its own entry, and its entry in its
    // parent folder.
    return stat("/proc/self/task", &status) == 0 && status.st_nlink > 2 ? (int)status.st_nlink - 2 : 0;
}

int sandbox_make_list(int version) {
    // Version 1 has 13 kinds of file access. Version 2 added moving between folders, version 3 truncation, and version 5 device
    // control.
    const int kinds = 13 + (version >= 2) + (version >= 3) + (version >= 5);
    const struct landlock_list list = {
        .files = (1 << kinds) - 1,
        .connections = version >= 4 ? 3 : 0,
        .scopes = version >= 6 ? 3 : 0,
    };
    const size_t length = version >= 6 ? sizeof list : version >= 4 ? 16 : 8;
    return (int)syscall(LANDLOCK_CREATE_RULESET, &list, length, 0);
}

static int allow(int list, int descriptor) {
    struct stat status = {0};
    if (descriptor < 0) return errno;
    int result = fstat(descriptor, &status) == 0 ? 0 : errno;
    const struct landlock_path path = {
        .access = S_ISDIR(status.st_mode) ? reads_file | reads_folder : reads_file,
        .parent = descriptor,
    };
    if (result == 0 && syscall(LANDLOCK_ADD_RULE, list, LANDLOCK_BENEATH_PATH, &path, 0) != 0) result = errno;
    close(descriptor);
    return result;
}

int sandbox_allow_reading(int list, const char *path) { return allow(list, open(path, O_PATH | O_CLOEXEC)); }

int sandbox_allow_links(int list, const char *folder) {
    DIR *stream = opendir(folder);
    if (stream == NULL) return errno;
    int result = 0;
    const struct dirent *entry;
    while (result == 0 && (entry = readdir(stream)) != NULL) {
        struct stat status;
        const int here = dirfd(stream);
        const bool is_link = entry->d_type == DT_LNK
            || (entry->d_type == DT_UNKNOWN && fstatat(here, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
                && S_ISLNK(status.st_mode));
        if (!is_link || fstatat(here, entry->d_name, &status, 0) != 0 || !S_ISREG(status.st_mode)) continue;
        result = allow(list, openat(here, entry->d_name, O_PATH | O_CLOEXEC));
        // A file that no longer exists cannot be read, so this is not an error.
        if (result == ENOENT || result == EACCES) result = 0;
    }
    closedir(stream);
    return result;
}

int sandbox_enter_list(int list) {
    int result = 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || syscall(LANDLOCK_RESTRICT_SELF, list, 0) != 0) result = errno;
    close(list);
    return result;
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// Calls that older headers do not define have the same numbers on all architectures.
static const int forbidden[] = {
    // Running programs, and access to other processes.
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */, 434 /* pidfd_open */, 438 /* pidfd_getfd */, SYS_kcmp,
    440 /* process_madvise */, 448 /* process_mrelease */, SYS_setpriority, SYS_ioprio_set, SYS_sched_setaffinity,
    SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr, SYS_migrate_pages, SYS_move_pages, SYS_shmget, SYS_shmat,
    SYS_shmctl, SYS_semget, SYS_semctl, SYS_semop, SYS_semtimedop, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_mq_open,
    SYS_mq_unlink, SYS_inotify_init1, SYS_fanotify_init,
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4,
    // Ways to bypass this filter: indirect calls, and opening files by handle.
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */, SYS_open_by_handle_at, 437 /* openat2 */,
    SYS_userfaultfd, SYS_bpf, SYS_perf_event_open,
    // Changes to the system.
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns, SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_swapon, SYS_swapoff,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime,
    SYS_adjtimex, SYS_clock_adjtime, SYS_syslog, SYS_quotactl, SYS_acct,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, 443 /* quotactl_fd */,
    // Changes to files by name.
    SYS_unlinkat, SYS_renameat2, SYS_linkat, SYS_symlinkat, SYS_mkdirat, SYS_mknodat, SYS_fchmodat, SYS_fchownat,
    SYS_fchmod, SYS_fchown, SYS_truncate, SYS_utimensat, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
    SYS_lremovexattr, SYS_fremovexattr,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_iopl
    SYS_iopl, SYS_ioperm,
#endif
#ifdef SYS_fork
    SYS_fork, SYS_vfork, SYS_inotify_init,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
#ifdef SYS_unlink
    SYS_unlink, SYS_rmdir, SYS_rename, SYS_link, SYS_symlink, SYS_mkdir, SYS_mknod, SYS_creat, SYS_chmod, SYS_chown,
    SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

enum { MOST = 512 };
struct program {
    struct sock_filter steps[MOST];
    unsigned short count;
};

static void add(struct program *program, unsigned short code, uint32_t value, uint8_t yes, uint8_t no) {
    program->steps[program->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct program *program, uint32_t place) { add(program, BPF_LD | BPF_W | BPF_ABS, place, 0, 0); }

static void end(struct program *program, uint32_t result) { add(program, BPF_RET | BPF_K, result, 0, 0); }

// The newest call that was reviewed, cachestat. Later calls may be harmful.
enum { NEWEST = 451 };
// The clone flags for new namespaces: mounts, control groups, host names, queues, users, processes, and networks.
enum { NAMESPACES = 0x7E020000 };
enum { A_THREAD = 0x10000 /* CLONE_THREAD */ };
enum { REFUSE = SECCOMP_RET_ERRNO | EPERM, ABSENT = SECCOMP_RET_ERRNO | ENOSYS };
#define NUMBER offsetof(struct seccomp_data, nr)
// The offset of an argument's lower half: both supported architectures are little-endian.
#define ARGUMENT(index) (offsetof(struct seccomp_data, args) + 8 * (index))

// Rejects a call if a comparison of an argument yields `holds`.
static void refuse_where(struct program *program, int number, int index, unsigned short code, uint32_t value, bool holds) {
    load(program, NUMBER);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 3);
    load(program, ARGUMENT(index));
    add(program, BPF_JMP | code | BPF_K, value, holds ? 0 : 1, holds ? 1 : 0);
    end(program, REFUSE);
}

int sandbox_forbid_calls(void) {
    struct program program = {.count = 0};
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    end(&program, REFUSE);
    load(&program, NUMBER);
#ifdef __x86_64__
    // The x32 calls have the same effects.
    add(&program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    end(&program, REFUSE);
#endif
    add(&program, BPF_JMP | BPF_JGT | BPF_K, NEWEST, 0, 1);
    end(&program, ABSENT);
    // A filter cannot read the flags of clone3, since they are in memory. If clone3 fails, the C library falls back to clone.
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, 435 /* clone3 */, 0, 1);
    end(&program, ABSENT);
    for (size_t index = 0; index < sizeof forbidden / sizeof *forbidden; index++) {
        add(&program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)forbidden[index], 0, 1);
        end(&program, REFUSE);
    }
    // Signals to this process itself, such as an abort, are allowed.
    refuse_where(&program, SYS_kill, 0, BPF_JEQ, (uint32_t)getpid(), false);
    refuse_where(&program, SYS_tgkill, 0, BPF_JEQ, (uint32_t)getpid(), false);
    refuse_where(&program, SYS_clone, 0, BPF_JSET, NAMESPACES, true);
    // Threads are allowed, but not processes: a child could outlive this process.
    refuse_where(&program, SYS_clone, 0, BPF_JSET, A_THREAD, false);
    // The process may change only its own limits. 0 is the process itself.
    refuse_where(&program, SYS_prlimit64, 0, BPF_JEQ, 0, false);
    // This call inserts characters that the terminal would treat as typed.
    refuse_where(&program, SYS_ioctl, 1, BPF_JEQ, TIOCSTI, true);
    refuse_where(&program, SYS_ioctl, 1, BPF_JEQ, 0x541C /* TIOCLINUX */, true);
    // This call selects the process that receives a file's signals.
    refuse_where(&program, SYS_fcntl, 1, BPF_JEQ, F_SETOWN, true);
    refuse_where(&program, SYS_fcntl, 1, BPF_JEQ, F_SETOWN_EX, true);
    refuse_where(&program, SYS_ioctl, 1, BPF_JEQ, 0x8901 /* FIOSETOWN */, true);
    refuse_where(&program, SYS_ioctl, 1, BPF_JEQ, 0x8902 /* SIOCSPGRP */, true);
    // Opening with any of these flags is rejected. O_TMPFILE includes O_DIRECTORY's bit, which is removed.
    const uint32_t changing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
    refuse_where(&program, SYS_openat, 2, BPF_JSET, changing, true);
#ifdef SYS_open
    refuse_where(&program, SYS_open, 1, BPF_JSET, changing, true);
#endif
    end(&program, SECCOMP_RET_ALLOW);
    const struct sock_fprog whole = {.len = program.count, .filter = program.steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    const long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &whole);
    // A positive result is the ID of a thread with a different filter.
    return result == 0 ? 0 : result > 0 ? EBUSY : errno;
}
#else
int sandbox_forbid_calls(void) { return ENOSYS; }
#endif

pid_t sandbox_fork(void) { return fork(); }
