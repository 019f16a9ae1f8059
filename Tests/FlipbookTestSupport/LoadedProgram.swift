internal import CFiles
import FlipbookCore
import Foundation

/// A program that was loaded once, and of which each run is a copy of its process, made where its `main` begins.
///
/// ffmpeg loads 200 libraries, which takes 0.12 s of a processor; what a test asks of it takes 0.01 s. Nothing else differs from a
/// program that is started: its files, its folder and its words are the run's own.
final class LoadedProgram: Sendable {
    /// The one of a name; `nil` for a program that is started each time, or where loading failed.
    static func named(_ name: String) -> LoadedProgram? {
        switch name {
        case "ffmpeg": ffmpeg
        case "ffprobe": ffprobe
        default: nil
        }
    }

    private static let ffmpeg = try? LoadedProgram("ffmpeg")
    private static let ffprobe = try? LoadedProgram("ffprobe")

    /// Where the process hears what to run. It ends when this process does, as nobody holds the other end then.
    private let wire: Int32
    /// It has the library until the tests end.
    private let folder: TemporaryDirectory
    private let process: RunningProgram

    private init(_ name: String) throws {
        folder = try TemporaryDirectory()
        let (source, library) = (folder.file("loaded.c").string, folder.file("loaded.so").string)
        try Self.source.write(toFile: source, atomically: false, encoding: .utf8)
        let made = try Program("cc").run(["-shared", "-fPIC", "-o", library, source, "-ldl"])
        guard made.status == 0 else { throw RunningProgram.Failure(description: made.errors) }
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw RunningProgram.Failure(description: "there is no socket")
        }
        defer { close(ends[1]) }
        wire = ends[0]
        process = try RunningProgram(
            name,
            [],
            environment: RunningProgram.environment.merging(["LD_PRELOAD": library]) { $1 },
            input: ends[1]
        )
    }

    /// Runs the program and waits for its end.
    /// - Returns: Its exit status, a signal's number plus 128 where one ended it; `nil` where it was not run.
    func run(_ words: [String], in folder: String?, output: Int32, errors: Int32) -> Int32? {
        let message: [UInt8] = words.flatMap { Array($0.utf8) + [0] }
        var answer: [Int32] = [0, 0]
        guard message.count <= 65_536, flipbook_pipe(&answer) == 0 else { return nil }
        let (nothing, place) = (open("/dev/null", O_RDONLY | O_CLOEXEC), open(folder ?? ".", O_RDONLY | O_CLOEXEC))
        let isSent = send(message, with: [nothing, output, errors, place, answer[1]])
        for file in [nothing, place, answer[1]] { close(file) }
        defer { close(answer[0]) }
        var status: Int32 = 0
        guard isSent, read(answer[0], &status, 4) == 4 else { return nil }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }

    /// Sends bytes, and files to be open in the other process, too. cmsg(3).
    private func send(_ bytes: [UInt8], with files: [Int32]) -> Bool {
        // The head's length of 8 bytes, what it is, and the files; all in multiples of 8.
        var control: [Int32] = [Int32(16 + 4 * files.count), 0, SOL_SOCKET, Int32(SCM_RIGHTS)] + files
        if !files.count.isMultiple(of: 2) { control.append(0) }
        var bytes = bytes
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (part, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    return sendmsg(wire, &message, Int32(MSG_NOSIGNAL)) == bytes.count
                }
            }
        }
    }

    /// Takes the place of a program's `main`: makes a copy of the process for each message, and a second one that waits for it, as
    /// whoever asked cannot.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/wait.h>
        #include <unistd.h>
        typedef int Main(int, char **, char **);
        static Main *program;
        static char words[1 << 16];
        static void run(size_t length, const int *files, char **variables) {
            int status = 0, count = 0;
            char *list[4096];
            pid_t process = fork();
            if (process == 0) {
                if (fchdir(files[3])) _exit(127);
                for (int file = 0; file < 3; file++) dup2(files[file], file);
                closefrom(3);
                for (char *word = words; word < words + length && count < 4095; word += strlen(word) + 1) list[count++] = word;
                list[count] = NULL;
                exit(program(count, list, variables));
            }
            if (process > 0 && waitpid(process, &status, 0) == process && write(files[4], &status, 4)) {}
            _exit(0);
        }
        static int serve(int count, char **list, char **variables) {
            // Children that wait for others are waited for by nobody.
            signal(SIGCHLD, SIG_IGN);
            for (;;) {
                struct iovec part = { words, sizeof words };
                union { struct cmsghdr head; char bytes[CMSG_SPACE(5 * sizeof(int))]; } control;
                struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                                          .msg_controllen = sizeof control };
                ssize_t length = recvmsg(0, &message, MSG_CMSG_CLOEXEC);
                if (length < 0 && errno == EINTR) continue;
                if (length <= 0) _exit(0);
                int files[5];
                memcpy(files, CMSG_DATA(&control.head), sizeof files);
                if (fork() == 0) {
                    signal(SIGCHLD, SIG_DFL);
                    run(length, files, variables);
                }
                for (int file = 0; file < 5; file++) close(files[file]);
            }
        }
        int __libc_start_main(Main *main, int count, char **list, void (*first)(void), void (*last)(void), void (*end)(void),
                              void *stack) {
            typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
            program = main;
            unsetenv("LD_PRELOAD");
            return ((Start *)dlsym(RTLD_NEXT, "__libc_start_main"))(serve, count, list, first, last, end, stack);
        }
        """
}
