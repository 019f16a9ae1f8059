internal import CFiles
public import Foundation
import Synchronization

/// A program that was started and is to be waited for. It ends with this object, and with the tests however they end.
///
/// Foundation's `Process` looks every 50 ms whether its program has ended, which is longer than most programs of the tests take.
public final class RunningProgram: Sendable {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        case exit(Int32)
        case signal(Int32)

        /// The status as shells tell it: a signal's number plus 128 where one ended the program.
        public var status: Int32 {
            switch self {
            case .exit(let status): status
            case .signal(let number): 128 + number
            }
        }
    }

    /// Why a program did not start.
    public struct Failure: Error, CustomStringConvertible {
        /// A sentence.
        public let description: String
    }

    /// The variables of this process.
    public static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The process's number.
    public let processIdentifier: pid_t
    /// How it ended, once somebody saw it.
    private let ending = Mutex<Ending?>(nil)

    /// Starts a program in a process group of its own, with every signal's own effect, and with three files.
    ///
    /// - Parameters:
    ///   - name: The program's path, or its name to be looked up in `environment`'s `PATH`.
    ///   - arguments: What follows the name.
    ///   - folder: The working directory; this process's by default.
    ///   - environment: Every variable that it has.
    ///   - input: What it reads; nothing by default.
    ///   - output: Where it prints; nowhere by default.
    ///   - errors: Where it complains; nowhere by default.
    public init(
        _ name: String,
        _ arguments: [String],
        in folder: String? = nil,
        environment: [String: String] = environment,
        input: Int32? = nil,
        output: Int32? = nil,
        errors: Int32? = nil
    ) throws(Failure) {
        let path = try Self.path(of: name, among: environment["PATH"] ?? "")
        var words: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") }
        defer { for word in words + variables { free(word) } }
        words.append(nil)
        variables.append(nil)
        var identifier: Int32 = 0
        let files = [input ?? -1, output ?? -1, errors ?? -1]
        let code = flipbook_start(&identifier, path, &words, &variables, files, folder, true)
        guard code == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(code)))") }
        processIdentifier = identifier
        LeftPrograms.hear("\(identifier)")
    }

    /// A test that failed has not waited for it.
    deinit { if isRunning { end() } }

    private static func path(of name: String, among folders: String) throws(Failure) -> String {
        if name.contains("/") { return name }
        let paths = folders.split(separator: ":").map { "\($0)/\(name)" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw Failure(description: "\(name) is not in \(folders)")
        }
        return path
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool {
        ending.withLock { ending in
            if ending == nil { ending = reap(WNOHANG) }
            return ending == nil
        }
    }

    /// Waits for its end.
    @discardableResult
    public func wait() -> Ending {
        if let ending = ending.withLock({ $0 }) { return ending }
        // Without the lock, so that others may look meanwhile; what is left of the process stays until one of them saw it.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        return ending.withLock { known in
            let ending = known ?? reap(0) ?? .exit(-1)
            known = ending
            return ending
        }
    }

    /// Sends a signal, unless the program has ended: its number may be another's then.
    public func send(_ signal: Int32) {
        ending.withLock { if $0 == nil { _ = kill(processIdentifier, signal) } }
    }

    /// Ends it by force, with those that it started, and waits for its end.
    public func end() {
        ending.withLock { if $0 == nil { _ = kill(-processIdentifier, SIGKILL) } }
        wait()
    }

    /// Stops it, and waits until it stands still.
    public func stop() {
        send(SIGSTOP)
        var information = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &information, WSTOPPED | WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    private func reap(_ options: Int32) -> Ending? {
        var status: Int32 = 0
        guard waitpid(processIdentifier, &status, options) == processIdentifier else { return nil }
        LeftPrograms.hear("-\(processIdentifier)")
        let signal = status & 0x7F
        return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
    }
}
