package import FlipbookCore
internal import Glibc
internal import Synchronization

/// Collects what happens to the files in one folder, as inotify tells it, until it is taken.
///
/// What happens often to one file is kept once, so a burst costs no more than the names in it.
package final class FolderWatch: Sendable {
    /// What happened since the last ``take()``.
    package struct Events: Sendable {
        /// Files whose content may be another: whether it surely is, since something was written or renamed into place.
        package var touched: [String: Bool] = [:]
        /// Files that were deleted or moved away; there may be others of their names by now.
        package var removed: Set<String> = []
        /// Events were lost: everything is to be looked at.
        package var isOverflown = false
        /// The folder was deleted, moved away or unmounted; nothing more comes.
        package var isGone = false

        package var isEmpty: Bool { touched.isEmpty && !isOverflown && !isGone }
    }

    /// Yields when there is something to take.
    package let arrivals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let events = Mutex(Events())
    private let descriptor: Int32
    private let stop: (output: Int32, input: Int32)

    /// Begins to watch; every change from now on is reported. `nil` where there is no such folder.
    /// - Throws: ``MachineShortage``: what watches lacks a thread, a file or memory, or too many folders are watched.
    package init?(_ folder: FilePath) throws(MachineShortage) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        let mask =
            IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        var ends: [Int32] = [-1, -1]
        guard descriptor >= 0, inotify_add_watch(descriptor, folder.string, UInt32(mask)) >= 0,
            pipe(&ends) == 0
        else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            if [EMFILE, ENOSPC].contains(reason) {
                // The kernel has one error for too many watches and for too many files.
                try MachineRoom(files: 3).check()
                throw MachineShortage(.watches, errno: reason)
            }
            if let shortage = MachineShortage(errno: reason) { throw shortage }
            return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.descriptor = descriptor
        stop = (ends[0], ends[1])
        (arrivals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let reader = Reader(self)
        let code = SystemThread.start { reader.run() }
        guard code == 0 else {
            reader.closeBoth()
            throw MachineShortage(startingThread: code)
        }
    }

    deinit {
        // The reader hears that.
        close(stop.input)
        signal.finish()
    }

    /// What happened until now.
    package func take() -> Events {
        events.withLock { events in
            defer { events = Events() }
            return events
        }
    }

    /// Has ``arrivals`` yield although nothing happened.
    package func wake() { signal.yield() }

    private func note(_ change: (inout Events) -> Void) {
        events.withLock { change(&$0) }
        signal.yield()
    }

    /// Reads on a thread of its own: the descriptors are its, the watch itself may go at any time.
    private final class Reader: Sendable {
        private let watch: WeakWatch
        private let descriptor: Int32
        private let stop: Int32

        /// A weak reference that may be read from another thread.
        ///
        /// The one reason for the escape from checking: it is set once, and the runtime reads weak references atomically.
        private struct WeakWatch: @unchecked Sendable {
            weak var watch: FolderWatch?
        }

        init(_ watch: FolderWatch) {
            self.watch = WeakWatch(watch: watch)
            descriptor = watch.descriptor
            stop = watch.stop.output
        }

        func closeBoth() {
            for end in [descriptor, stop] { close(end) }
        }

        func run() {
            defer { closeBoth() }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
            defer { buffer.deallocate() }
            while true {
                var waits = [
                    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
                ]
                let ready = poll(&waits, 2, -1)
                if ready < 0, errno == EINTR { continue }
                guard ready > 0, waits[1].revents == 0, let watch = watch.watch else { return }
                let count = read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR || errno == EAGAIN { continue }
                guard count > 0 else {
                    watch.note { $0.isGone = true }
                    return
                }
                Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: watch)
            }
        }

        /// Each event is followed by its name, padded with zeros.
        private static func parse(_ bytes: UnsafeRawBufferPointer, into watch: FolderWatch) {
            let head = MemoryLayout<inotify_event>.size
            watch.note { events in
                var offset = 0
                while offset + head <= bytes.count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let end = min(bytes.count, offset + head + Int(event.len))
                    let mask = Int32(bitPattern: event.mask)
                    if mask & Int32(IN_Q_OVERFLOW) != 0 { events.isOverflown = true }
                    if mask & Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 {
                        events.isGone = true
                    }
                    let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
                    // A name that is no UTF-8 is no frame's, as in a listing.
                    if !name.isEmpty, mask & Int32(truncatingIfNeeded: IN_ISDIR) == 0,
                        let name = String(validating: name, as: UTF8.self)
                    {
                        let isWritten = mask & Int32(IN_MODIFY | IN_MOVED_TO) != 0
                        events.touched[name] = events.touched[name] == true || isWritten
                        if mask & Int32(IN_DELETE | IN_MOVED_FROM) != 0 { events.removed.insert(name) }
                    }
                    offset = end
                }
            }
        }
    }
}
