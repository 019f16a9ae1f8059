import FlipbookFiles
import FlipbookMedia
import Glibc

/// Ends a process in which nothing moves, with a sentence that says where it stands.
struct Watchdog: ~Copyable {
    private let account = WorkAccount()
    private var meter = IdleMeter()
    /// Looks until now that do not count, since the operation was at rest.
    private var resting = 0

    /// Looks at what the process has done since the last second. Returns for how many seconds it has done nothing.
    mutating func look() -> Int {
        meter.look(at: account.work)
        return meter.idleLooks
    }

    /// Notes that nothing has to move now.
    mutating func rest() { resting = meter.idleLooks }

    /// Ends the process where nothing that should move has done so for `limit` seconds; 0 for any time.
    mutating func complain(limit: Int) {
        resting = min(resting, meter.idleLooks)
        let seconds = meter.idleLooks - resting
        guard limit > 0, seconds >= limit else { return }
        let place = LibraryMessages.obstacle.map { " in GStreamer's element '\($0)'" } ?? ""
        Terminal.complain(
            "Nothing has moved for \(seconds) s\(place), so this was given up. The machine may be short of memory or "
                + "threads, or a disk or a display may hang. To wait longer: --stall-limit \(limit * 10)."
        )
        TerminalMode.giveBackAll()
        Glibc._exit(ExitStatus.environment.code)
    }
}
