internal import Glibc
internal import Synchronization

/// Measures the time during which the process is idle: it does not compute, read, write, or cause page faults. The kernel
/// reports activity, so no code has to report progress. A process that stays idle is probably waiting for something that never
/// arrives.
package struct IdleMeter: ~Copyable {
    package struct Work: Hashable, Sendable {
        package var computing = 0
        package var bytes = 0
        package var pages = 0

        package init(computing: Int = 0, bytes: Int = 0, pages: Int = 0) {
            (self.computing, self.bytes, self.pages) = (computing, bytes, pages)
        }

        fileprivate func isIdle(since former: Work) -> Bool {
            computing - former.computing < 20_000 && bytes - former.bytes < 8192 && pages == former.pages
        }
    }

    private var former: Work?
    package private(set) var idleLooks = 0

    package init() {}

    /// Records the activity so far. Call it once a second. Time during which the process is stopped is not included.
    package mutating func look(at work: Work) {
        if let former, work.isIdle(since: former) { idleLooks += 1 } else { idleLooks = 0 }
        former = work
    }
}

/// The kernel's record of the process's activity. Its file stays open, so that it can be read even if no more files can be
/// opened.
package struct WorkAccount: ~Copyable {
    private let descriptor = open("/proc/self/io", O_RDONLY | O_CLOEXEC)

    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    package var work: IdleMeter.Work {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let computing = time.tv_sec * 1_000_000 + time.tv_nsec / 1000
        return IdleMeter.Work(computing: computing, bytes: bytes, pages: usage.ru_majflt)
    }

    private var bytes: Int {
        var text = [UInt8](repeating: 0, count: 256)
        let count = pread(descriptor, &text, text.count, 0)
        let lines = String(decoding: text.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").prefix(2)
        return lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, &+)
    }
}

/// The process's waits for external work, such as a disk that is writing or a reader that has paused. A waiting process is not
/// stuck.
package enum ExternalWait {
    private static let count = Atomic(0)
    private static let hasEnded = Atomic(false)

    package static func hasGoneOn() -> Bool {
        hasEnded.exchange(false, ordering: .relaxed) || count.load(ordering: .relaxed) > 0
    }

    package static func during<Result>(_ call: () -> Result) -> Result {
        count.add(1, ordering: .relaxed)
        defer {
            hasEnded.store(true, ordering: .relaxed)
            count.subtract(1, ordering: .relaxed)
        }
        return call()
    }
}
