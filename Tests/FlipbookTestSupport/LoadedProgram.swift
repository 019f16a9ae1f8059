internal import CFiles
import FlipbookCore
import FlipbookScene
import Foundation
import Synchronization

/// A program that was loaded once, and of which each run is a copy of its process, made where its `main` begins.
///
/// ffmpeg loads 200 libraries, which takes 0.12 s of a processor; what a test asks of it takes 0.01 s. flipbook's own libraries take
/// 0.015 s, which is half of a short run, GStreamer's start with the usual plugins 0.016 s, and the types that a command line is made
/// of 0.005 s. Nothing else differs from a program that is started: its files, its folder, its words and its variables are the run's
/// own; the seed of its hashes is that of the program that was loaded.
final class LoadedProgram: Sendable {
    /// The one that suits a run; `nil` where the program is to be started, or where loading failed.
    /// - Parameter variables: Those that differ from this process's; `nil` for one that is not there.
    static func suited(
        to name: String,
        _ arguments: [String],
        in folder: String?,
        variables: [String: String?]
    ) -> LoadedProgram? {
        // What libraries look at before `main` begins.
        let early = ["LD_LIBRARY", "LD_BIND", "G_", "GLIBC_", "MALLOC_", "SWIFT_", "LIBDISPATCH_"]
        if variables.keys.contains(where: { name in early.contains { name.hasPrefix($0) } }) { return nil }
        var kind = Kind(name: name, preloaded: variables["LD_PRELOAD"].flatMap(\.self))
        if name == Program.flipbook.name {
            // A sanitizer wants to be the first library of a process.
            guard Sanitizer.isAbsent else { return nil }
            kind.hasCodecs = wantsCodecs(arguments, in: folder)
            // A test's own library looks at all that its program does.
            let media = variables.filter { $0.key.hasPrefix("GST_") }.compactMapValues(\.self)
            let isUsual = media.isEmpty && ["HOME", "XDG_CACHE_HOME"].allSatisfy { variables[$0] == nil }
            if kind.preloaded == nil {
                kind.registry = isUsual ? "" : media.count == 1 ? media["GST_REGISTRY"] : nil
            }
        } else {
            guard ["ffmpeg", "ffprobe"].contains(name) else { return nil }
        }
        return loaded.withLock { loaded in
            if let known = loaded[kind] { return known }
            let new = try? LoadedProgram(kind)
            loaded[kind] = .some(new)
            return new
        }
    }

    /// Whether libavcodec has a part in a run: it writes FFV1, ProRes and the sound of MPEG-4, and reads most films.
    private static func wantsCodecs(_ arguments: [String], in folder: String?) -> Bool {
        if arguments.contains("--audio") { return true }
        // What is made by a plan stands in there.
        if ["segment", "join"].contains(arguments.first), arguments.count > 1,
            let plan = FileManager.default.contents(atPath: "\(folder ?? ".")/\(arguments[1])")
        {
            return [".mkv\"", ".mov\""].contains { plan.range(of: Data($0.utf8)) != nil }
        }
        return zip([""] + arguments, arguments).contains { former, word in
            let isOutput = former == "-o" || former == "--output"
            return [".mkv", ".mov", ".avi"].contains(where: word.hasSuffix)
                || !isOutput && [".mp4", ".webm"].contains(where: word.hasSuffix)
        }
    }

    /// What a copy has in memory when it begins.
    private struct Kind: Hashable {
        let name: String
        /// A test's own library, which stands in for functions of others.
        let preloaded: String?
        /// GStreamer's plug-in of libavcodec, which brings 150 libraries.
        var hasCodecs = false
        /// The registry that GStreamer was started with, empty for the user's; `nil` where each copy starts it.
        var registry: String?
    }

    private static let loaded = Mutex<[Kind: LoadedProgram?]>([:])

    /// Where the process hears what to run. It ends when this process does, as nobody holds the other end then.
    private let wire: Int32
    private let process: RunningProgram

    private init(_ kind: Kind) throws {
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw RunningProgram.Failure(description: "there is no socket")
        }
        defer { close(ends[1]) }
        wire = ends[0]
        let libraries = [try Self.server.get().string] + (kind.preloaded.map { [$0] } ?? [])
        // Functions are found once, and not anew in each copy.
        var variables = ["LD_PRELOAD": libraries.joined(separator: ":"), "LD_BIND_NOW": "1"]
        if let registry = kind.registry, !registry.isEmpty { variables["GST_REGISTRY"] = registry }
        var parts: [String] = kind.registry == nil ? [] : ["gstreamer"] + Self.plugins
        if kind.hasCodecs { parts.append(kind.registry == nil ? try Self.codecs.get() : "libav") }
        if kind.registry != nil { parts.append("run") }
        process = try RunningProgram(
            kind.name,
            parts,
            environment: RunningProgram.environment.filter { kind.registry == nil || $0.key != "GST_DEBUG" }
                .merging(variables) { $1 },
            input: ends[1]
        )
    }

    /// The plugins of most films and players, which register what they have once.
    private static let plugins = [
        "coreelements", "app", "videoconvertscale", "overlaycomposition", "isomp4", "matroska", "x264", "vpx",
    ]
    private static let server = Result { try CompiledLibrary.path(of: source) }
    private static let codecs = Result {
        let plugins = try Program("pkg-config").run(["--variable=pluginsdir", "gstreamer-1.0"]).text
        return "\(plugins.trimmingCharacters(in: .newlines))/libgstlibav.so"
    }

    /// Runs the program and waits for its end.
    /// - Returns: Its exit status, a signal's number plus 128 where one ended it; `nil` where it was not run.
    func run(
        _ words: [String],
        in folder: String?,
        variables: [String: String?],
        output: Int32,
        errors: Int32
    ) -> Int32? {
        // As putenv(3) takes them: a name alone is of one that is not there.
        let settings = variables.map { $0.key + ($0.value.map { "=\($0)" } ?? "") }
        let message: [UInt8] = (["\(words.count)"] + words + settings).flatMap { Array($0.utf8) + [0] }
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

    /// Takes the place of a program's `main`: makes a copy of the process for each message, and tells how it ended. A copy ends with
    /// this process.
    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <poll.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/prctl.h>
        #include <sys/random.h>
        #include <sys/signalfd.h>
        #include <sys/socket.h>
        #include <sys/wait.h>
        #include <unistd.h>
        typedef int Main(int, char **, char **);
        static Main *program;
        static char words[1 << 16];
        // Not 0 once the program has run, and so made tables by the hashes' seed.
        static int has_run;
        enum { LIMIT = 512 };
        // The copies that run, and where each one's end is told.
        static struct { pid_t process; int answer; } copies[LIMIT];
        // Sets the words of a program in Swift; whether it can.
        static int swift(int count, char **list) {
            struct pair { void *first, *second; };
            struct pair (*array)(long, void *) = dlsym(RTLD_DEFAULT, "$ss27_allocateUninitializedArrayySayxG_BptBwlF");
            struct pair (*string)(const char *) = dlsym(RTLD_DEFAULT, "$sSS7cStringSSSPys4Int8VG_tcfC");
            void (*set)(void *) = dlsym(RTLD_DEFAULT, "$ss11CommandLineO9argumentsSaySSGvsZ");
            void (*take)(char **, int) = dlsym(RTLD_DEFAULT, "_swift_stdlib_overrideUnsafeArgvArgc");
            void *type = dlsym(RTLD_DEFAULT, "$sSSN"), *seed = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
            if (take) take(list, count);
            if (seed && !has_run && getrandom(seed, 16, 0) != 16) _exit(127);
            if (!array || !string || !set || !type) return 0;
            struct pair words = array(count, type);
            for (int place = 0; place < count; place++) ((struct pair *)words.second)[place] = string(list[place]);
            set(words.first);
            return 1;
        }
        // Where a run whose words are refused goes on in the place of its end: what Swift's library knows of the types by then, which
        // it looks for in all libraries, each copy knows, too. No thread is there yet.
        static void (*rest)(void);
        __attribute__((noreturn)) void exit(int status) {
            void (*next)(void) = rest;
            rest = NULL;
            if (next) next();
            ((void (*)(int))dlsym(RTLD_NEXT, "exit"))(status);
            __builtin_unreachable();
        }
        static void run(size_t length, const int *files, char **variables) {
            int count = 0, words_count = atoi(words);
            char *list[4096];
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            setpgid(0, 0);
            if (fchdir(files[3])) _exit(127);
            for (int file = 0; file < 3; file++) dup2(files[file], file);
            closefrom(3);
            for (char *word = words + strlen(words) + 1; word < words + length && count < 4095; word += strlen(word) + 1) {
                // What follows are variables.
                if (count < words_count) list[count++] = word;
                else putenv(word);
            }
            list[count] = NULL;
            swift(count, list);
            exit(program(count, list, variables));
        }
        static void reap(void) {
            int status;
            pid_t process;
            while ((process = waitpid(-1, &status, WNOHANG)) > 0) {
                for (int place = 0; place < LIMIT; place++) {
                    if (copies[place].process != process) continue;
                    if (write(copies[place].answer, &status, 4)) {}
                    close(copies[place].answer);
                    copies[place].process = 0;
                }
            }
        }
        static char **variables;
        static void loop(void);
        static int serve(int count, char **list, char **all) {
            variables = all;
            for (int place = 1; place < count; place++) {
                int (*start)(int *, char ***, void *) = dlsym(RTLD_DEFAULT, "gst_init_check");
                void *(*load)(const char *) = dlsym(RTLD_DEFAULT, "gst_plugin_load_by_name");
                char *refused[] = { "flipbook", "export", "--refused", NULL };
                if (list[place][0] == '/') dlopen(list[place], RTLD_NOW | RTLD_LOCAL);
                else if (strcmp(list[place], "gstreamer") == 0) { if (start) start(NULL, NULL, NULL); }
                else if (strcmp(list[place], "run") != 0) { if (load) load(list[place]); }
                else if (swift(3, refused)) {
                    // Copies print into files, too.
                    int file = memfd_create("output", MFD_CLOEXEC);
                    dup2(file, 1);
                    dup2(file, 2);
                    rest = loop;
                    has_run = 1;
                    exit(program(3, refused, variables));
                }
            }
            loop();
            return 0;
        }
        static void loop(void) {
            sigset_t ends, former;
            sigemptyset(&ends);
            sigaddset(&ends, SIGCHLD);
            sigprocmask(SIG_BLOCK, &ends, &former);
            int ended = signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
            for (;;) {
                struct pollfd sources[2] = { { 0, POLLIN, 0 }, { ended, POLLIN, 0 } };
                if (poll(sources, 2, -1) < 0) continue;
                struct signalfd_siginfo end;
                while (read(ended, &end, sizeof end) > 0) {}
                reap();
                if (!sources[0].revents) continue;
                struct iovec part = { words, sizeof words };
                union { struct cmsghdr head; char bytes[CMSG_SPACE(5 * sizeof(int))]; } control;
                struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
                                          .msg_controllen = sizeof control };
                ssize_t length = recvmsg(0, &message, MSG_CMSG_CLOEXEC);
                if (length < 0 && errno == EINTR) continue;
                if (length <= 0) _exit(0);
                int files[5], place = 0;
                memcpy(files, CMSG_DATA(&control.head), sizeof files);
                while (place < LIMIT && copies[place].process) place++;
                // Where none is made, the one who asked finds no answer.
                pid_t process = place < LIMIT ? fork() : -1;
                if (process == 0) {
                    sigprocmask(SIG_SETMASK, &former, NULL);
                    run(length, files, variables);
                }
                for (int file = 0; file < 4; file++) close(files[file]);
                if (process < 0) close(files[4]);
                else copies[place].process = process, copies[place].answer = files[4];
            }
        }
        int __libc_start_main(Main *main, int count, char **list, void (*first)(void), void (*last)(void), void (*end)(void),
                              void *stack) {
            typedef int Start(Main *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
            program = main;
            unsetenv("LD_PRELOAD");
            unsetenv("LD_BIND_NOW");
            return ((Start *)dlsym(RTLD_NEXT, "__libc_start_main"))(serve, count, list, first, last, end, stack);
        }
        """
}
