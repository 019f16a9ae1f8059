internal import CFiles
import FlipbookImaging
import Glibc
import Synchronization

/// Another program that this one has started. What it says on standard error goes to ours.
final class ChildProcess: Sendable {
    /// How a process ended.
    enum Ending: Hashable {
        case exit(Int32)
        case signal(Int32)
    }

    private let id: pid_t
    private let isGone = Mutex(false)

    /// Starts the program at `path`; its files but for the first three are closed.
    /// - Parameters:
    ///   - input: What it reads; nothing by default.
    ///   - output: Where it prints; `nil` for nowhere.
    /// - Throws: ``Failure`` where the system cannot start it.
    init(_ path: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil) throws(Failure) {
        // Where this process inherited that ends of children are ignored, none could be waited for.
        signal(SIGCHLD, SIG_DFL)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (own, wanted, mode) in [(input, STDIN_FILENO, O_RDONLY), (output, STDOUT_FILENO, O_WRONLY)] {
            if let own {
                posix_spawn_file_actions_adddup2(&actions, own, wanted)
            } else {
                posix_spawn_file_actions_addopen(&actions, wanted, "/dev/null", mode, 0)
            }
        }
        flipbook_close_other_files(&actions)
        // What this process ignores or blocks, the other one hears.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, &words, environ)
        guard code == 0 else {
            let reason = MachineShortage(errno: code)?.sentence ?? "\(path): \(String(cString: strerror(code)))."
            throw Failure(message: reason, status: .environment)
        }
        self.id = id
    }

    /// Asks the process to end.
    func terminate() {
        // Its number may be another process's once it is gone.
        isGone.withLock { if !$0 { kill(id, SIGTERM) } }
    }

    /// Waits for its end, once.
    func wait() -> Ending {
        var information = siginfo_t()
        while waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return isGone.withLock { isGone in
            var status: Int32 = 0
            let ended = waitpid(id, &status, 0)
            isGone = true
            guard ended == id else { return .exit(255) }
            let signal = status & 0x7F
            return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
        }
    }
}
