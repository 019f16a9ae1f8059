public import FlipbookCore
internal import Glibc

/// The process needs more than it may have: a limit of its own, of its user, of its control group or of the machine is
/// reached. Nothing is wrong with the frames or the request.
public struct MachineShortage: ExplainedError, Hashable {
    /// The scarce resource.
    public enum Resource: Hashable, Sendable {
        /// Threads that run at the same time.
        case threads
        /// Files that are open at the same time.
        case files
        /// Folders that are watched at the same time.
        case watches
        /// Memory, in bytes: what is needed, and what the process may still take, where that is known.
        case memory(needed: Int, left: Int? = nil)
    }

    /// The scarce resource.
    public let resource: Resource
    /// `machine.threads`, `machine.files`, `machine.watches` or `machine.memory`.
    public let code: ErrorCode
    /// The system's answer: an `errno`.
    public let systemCode: Int32
    /// The purpose of the memory, words that follow *too little memory*; empty if that helps no reader.
    private let purpose: String
    private let relief: Explanation

    /// The remedy for pictures, the end of a sentence.
    package static let fewerPictures: Explanation =
        ", or let it hold fewer pictures by a smaller \(remedy: .set(.memory))"

    package init(
        _ resource: Resource,
        errno systemCode: Int32,
        purpose: String = "",
        relief: Explanation = fewerPictures
    ) {
        (self.resource, self.systemCode, self.purpose, self.relief) = (resource, systemCode, purpose, relief)
        code =
            switch resource {
            case .threads: "machine.threads"
            case .files: "machine.files"
            case .watches: "machine.watches"
            case .memory: "machine.memory"
            }
    }

    /// Too little memory for so many bytes.
    /// - Parameter relief: Advice that needs less, the end of a sentence; may be empty.
    package static func memory(
        _ byteCount: Int,
        left: Int? = nil,
        relief: Explanation = fewerPictures
    ) -> MachineShortage { MachineShortage(.memory(needed: byteCount, left: left), errno: ENOMEM, relief: relief) }

    /// The shortage that a failed call to the system tells of, or `nil` if it failed for another reason.
    package init?(errno systemCode: Int32) {
        switch systemCode {
        case EMFILE, ENFILE: self.init(.files, errno: systemCode)
        case ENOMEM: self.init(.memory(needed: 0), errno: systemCode)
        default: return nil
        }
    }

    /// Why the system started no thread: an `errno`, which is the same one whether there are too many or no addresses are left
    /// for another stack.
    package init(startingThread systemCode: Int32) {
        let needed = SystemThread.stackByteCount
        // Other threads may have had the addresses and given them back: the C library takes 128 MB for a moment.
        if let left = FreeMemory().addresses, left < needed + 128 << 20 {
            self = .memory(needed, left: left < needed ? left : nil, relief: "")
        } else {
            self.init(.threads, errno: systemCode)
        }
    }

    /// The scarce resource, the reason, and the remedy.
    public var explanation: Explanation {
        switch resource {
        case .threads:
            "Too few threads can be started (\(String(cString: strerror(systemCode)))). Allow the process more threads: "
                + "ulimit -u, or the pids limit of its container."
        case .files where systemCode == ENFILE:
            "The machine has too many files open. Close other programs, or raise its limit: sysctl fs.file-max."
        case .files:
            "The process may open too few files\(Self.fileLimit.map { " (\($0) at once)" } ?? ""). Allow it more: ulimit -n 256."
        case .watches:
            "Too many folders are watched at the same time. Close other programs that watch some, or raise the user's limits: "
                + "sysctl fs.inotify.max_user_instances and fs.inotify.max_user_watches."
        case .memory(let needed, let left):
            "There is too little memory\(purpose)\(Self.amounts(needed, left)). Allow the process more (ulimit -v, or the memory "
                + "limit of its container)" + relief + "."
        }
    }

    private static func amounts(_ needed: Int, _ left: Int?) -> String {
        guard needed > 0 else { return "" }
        let wanted = "about \(megabytes(needed)) are needed"
        return ": " + (left.map { "\(wanted), \(megabytes($0)) are left" } ?? wanted)
    }

    private static func megabytes(_ count: Int) -> String { "\((max(0, count) + 999_999) / 1_000_000) MB" }

    /// The number of files the process may have open at once, or `nil` if the system does not say.
    private static var fileLimit: UInt? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? UInt(limit.rlim_cur) : nil
    }
}

/// An error that a shortage of the machine becomes on its way to the user, with the same code and sentence.
package protocol MachineBound: Error {
    /// Nothing is wrong but what the process has too little of.
    static func shortage(_ shortage: MachineShortage) -> Self
}

extension MachineBound {
    /// Returns the value of `body`; a shortage in it becomes an error of this type.
    package static func ofMachine<Value>(_ body: () throws(MachineShortage) -> Value) throws(Self) -> Value {
        do throws(MachineShortage) { return try body() } catch { throw .shortage(error) }
    }

    /// The same of one call.
    package static func wrapping<Value: ~Copyable>(
        _ call: @autoclosure () throws(MachineShortage) -> Value
    ) throws(Self) -> Value {
        do throws(MachineShortage) { return try call() } catch { throw .shortage(error) }
    }

    package static func require(_ room: MachineRoom) throws(Self) { try wrapping(room.check()) }

    package static func memory(_ byteCount: Int) -> Self { .shortage(.memory(byteCount)) }

    /// Too little memory for the plugin that may have an element of GStreamer.
    package static func memory(forElement factory: String) -> Self {
        let purpose = " for the plugin of GStreamer's element '\(factory.escapingControlCharacters)'"
        return .shortage(MachineShortage(.memory(needed: 0), errno: ENOMEM, purpose: purpose, relief: ""))
    }
}

extension Setting {
    package static let memory = Setting(rawValue: "memory")
}
