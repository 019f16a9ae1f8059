public import FlipbookCore
internal import Glibc

/// The error for a resource that is exhausted because of a limit of the process, its user, its control group, or the machine.
public struct MachineShortage: ExplainedError, Hashable {
    /// The exhausted resource.
    public enum Resource: Hashable, Sendable {
        /// Concurrent threads.
        case threads
        /// Open files.
        case files
        /// Watched folders.
        case watches
        /// Memory, in bytes: the amount needed, and the amount left if it is known.
        case memory(needed: Int, left: Int? = nil)
    }

    /// The exhausted resource.
    public let resource: Resource
    /// `machine.threads`, `machine.files`, `machine.watches`, or `machine.memory`.
    public let code: ErrorCode
    /// The system's `errno`.
    public let systemCode: Int32
    /// The purpose of the memory, as a phrase that follows *too little memory*. Empty if the purpose would not help the user.
    private let purpose: String
    private let relief: Explanation

    package static let fewerPictures: Explanation =
        ", or let it hold fewer pictures with a smaller \(remedy: .set(.memory))"

    package init(_ resource: Resource, errno: Int32, purpose: String = "", relief: Explanation = fewerPictures) {
        (self.resource, systemCode, self.purpose, self.relief) = (resource, errno, purpose, relief)
        code =
            switch resource {
            case .threads: "machine.threads"
            case .files: "machine.files"
            case .watches: "machine.watches"
            case .memory: "machine.memory"
            }
    }

    /// Creates an error for too little memory.
    /// - Parameter relief: Advice for using less memory, as the end of a sentence. It can be empty.
    package static func memory(
        _ byteCount: Int,
        left: Int? = nil,
        relief: Explanation = fewerPictures
    ) -> MachineShortage { MachineShortage(.memory(needed: byteCount, left: left), errno: ENOMEM, relief: relief) }

    package init?(errno systemCode: Int32) {
        switch systemCode {
        case EMFILE, ENFILE: self.init(.files, errno: systemCode)
        case ENOMEM: self.init(.memory(needed: 0), errno: systemCode)
        default: return nil
        }
    }

    package init(startingThread systemCode: Int32) {
        let needed = SystemThread.stackByteCount
        // The C library might have temporarily reserved 128 MB of addresses for another thread.
        if let left = FreeMemory().addresses, left < needed + 128 << 20 {
            self = .memory(needed, left: left < needed ? left : nil, relief: "")
        } else {
            self.init(.threads, errno: systemCode)
        }
    }

    /// The exhausted resource, the reason, and the remedy.
    public var explanation: Explanation {
        switch resource {
        case .threads:
            "Too few threads can be started (\(String(cString: strerror(systemCode)))). Allow the process more "
                + "threads: ulimit -u, or the pids limit of its container."
        case .files where systemCode == ENFILE:
            "The machine has too many files open. Close other programs, or raise its limit: sysctl fs.file-max."
        case .files:
            "The process cannot open enough files\(Self.fileLimit.map { " (at most \($0))" } ?? ""). Raise the limit: "
                + "ulimit -n 256."
        case .watches:
            "Too many folders are being watched. Close other programs that watch folders, or raise the "
                + "user's limits: sysctl fs.inotify.max_user_instances and fs.inotify.max_user_watches."
        case .memory(let needed, let left):
            "There is not enough memory\(purpose)\(Self.amounts(needed, left)). Allow the process more memory (ulimit "
                + "-v, or the memory limit of its container)" + relief + "."
        }
    }

    private static func amounts(_ needed: Int, _ left: Int?) -> String {
        guard needed > 0 else { return "" }
        let wanted = "about \(megabytes(needed)) is needed"
        return ": " + (left.map { "\(wanted), \(megabytes($0)) is left" } ?? wanted)
    }

    private static func megabytes(_ count: Int) -> String { "\((max(0, count) + 999_999) / 1_000_000) MB" }

    private static var fileLimit: UInt? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? UInt(limit.rlim_cur) : nil
    }
}

package protocol MachineBound: Error { static func shortage(_ shortage: MachineShortage) -> Self }

extension MachineBound {
    package static func ofMachine<Value>(_ body: () throws(MachineShortage) -> Value) throws(Self) -> Value {
        try wrapping(body())
    }

    package static func wrapping<Value: ~Copyable>(
        _ call: @autoclosure () throws(MachineShortage) -> Value
    ) throws(Self) -> Value {
        do throws(MachineShortage) { return try call() } catch { throw .shortage(error) }
    }

    package static func require(_ room: MachineRoom) throws(Self) { try wrapping(room.check()) }

    package static func memory(_ byteCount: Int) -> Self { .shortage(.memory(byteCount)) }

    package static func memory(forElement factory: String) -> Self {
        let purpose = " for the plugin of the GStreamer element '\(factory.escapingControlCharacters)'"
        return .shortage(MachineShortage(.memory(needed: 0), errno: ENOMEM, purpose: purpose, relief: ""))
    }
}

extension Setting { package static let memory = Setting(rawValue: "memory") }
