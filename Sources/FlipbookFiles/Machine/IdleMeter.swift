internal import Glibc

/// Counts for how long the process has done nothing at all: no computing, no reading or writing, no page brought in.
///
/// The kernel says what moves, so nothing has to report its progress. A slow encoder computes and a slow disk
/// delivers; what does neither waits for something that does not come.
package struct IdleMeter: ~Copyable {
    /// What the process has done since it began.
    package struct Work: Hashable, Sendable {
        /// Microseconds of computing, all threads together.
        package var computing = 0
        /// Bytes that were read and written.
        package var bytes = 0
        /// Pages that were brought in from a disk.
        package var pages = 0

        package init(computing: Int = 0, bytes: Int = 0, pages: Int = 0) {
            (self.computing, self.bytes, self.pages) = (computing, bytes, pages)
        }

        /// Returns `true` if it is no more than clocks and questions about the state take, each second.
        fileprivate func isIdle(since former: Work) -> Bool {
            computing - former.computing < 20_000 && bytes - former.bytes < 8192 && pages == former.pages
        }
    }

    private var former: Work?
    /// How many looks in a row found nothing done.
    package private(set) var idleLooks = 0

    /// A meter that has not looked yet.
    package init() {}

    /// Looks at what was done until now; to be called once a second. A process that is stopped looks at nothing, so that
    /// time does not count.
    package mutating func look(at work: Work) {
        if let former, work.isIdle(since: former) { idleLooks += 1 } else { idleLooks = 0 }
        former = work
    }
}

/// The kernel's account of what the process does. Kept open, so that it can be read where no file can be opened.
package struct WorkAccount: ~Copyable {
    private let descriptor = open("/proc/self/io", O_RDONLY | O_CLOEXEC)

    /// An account of this process.
    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// What was done until now.
    package var work: IdleMeter.Work {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return IdleMeter.Work(
            computing: time.tv_sec * 1_000_000 + time.tv_nsec / 1000,
            bytes: bytes,
            pages: usage.ru_majflt
        )
    }

    /// The first two numbers of the file: `rchar: 1` and `wchar: 2`.
    private var bytes: Int {
        var text = [UInt8](repeating: 0, count: 256)
        var numbers = [0]
        let count = pread(descriptor, &text, text.count, 0)
        guard count > 0 else { return 0 }
        for place in 0..<count {
            let digit = Int(text[place]) - 48
            if (0...9).contains(digit) {
                numbers[numbers.count - 1] = numbers[numbers.count - 1] &* 10 &+ digit
            } else if text[place] == UInt8(ascii: "\n") {
                numbers.append(0)
            }
        }
        return numbers.prefix(2).reduce(0, &+)
    }
}
