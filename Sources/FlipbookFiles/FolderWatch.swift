package import FlipbookCore
internal import Glibc
internal import Synchronization

/// A collector of inotify events for the files in a folder. Events for the same file are merged.
package final class FolderWatch: Sendable {
    package struct Events: Sendable {
        /// Files whose contents might have changed.
        package var touched: Set<String> = []
        /// Files that were deleted or moved away. Other files might have taken their names since.
        package var removed: Set<String> = []
        /// A Boolean value that indicates whether events were lost. If `true`, all files must be checked.
        package var isOverflown = false
        /// A Boolean value that indicates whether the folder was deleted, moved, or unmounted, which ends the watch.
        package var isGone = false

        package var isEmpty: Bool { touched.isEmpty && !isOverflown && !isGone }
    }

    package let arrivals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let events = Mutex(Events())

    /// Begins to watch a folder, or returns `nil` if it does not exist.
    package init?(_ folder: FilePath) throws(MachineShortage) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        let mask =
            IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        guard descriptor >= 0, inotify_add_watch(descriptor, folder.string, UInt32(mask)) >= 0 else {
            let reason = errno
            if descriptor >= 0 { close(descriptor) }
            if [EMFILE, ENOSPC].contains(reason) {
                // The kernel returns the same error for too many watches and for too many files.
                try MachineRoom(files: 1).check()
                throw MachineShortage(.watches, errno: reason)
            }
            if let shortage = MachineShortage(errno: reason) { throw shortage }
            return nil
        }
        (arrivals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let watch = WeakWatch(watch: self)
        let code = SystemThread.start { Self.read(descriptor, for: watch) }
        guard code == 0 else {
            close(descriptor)
            throw MachineShortage(startingThread: code)
        }
    }

    deinit { signal.finish() }

    package func take() -> Events { events.withLock { exchange(&$0, with: Events()) } }

    /// Waits until nothing has been deleted for a moment, but at most two seconds, and returns the events. A program may take a
    /// while to empty a folder.
    package func takeSettled() async -> Events {
        // Programs close a file, and set its times, shortly after they write its end.
        if !events.withLock({ $0.touched.isEmpty }) { try? await Task.sleep(for: .milliseconds(50)) }
        var count = 0
        for _ in 0..<20 {
            let removed = events.withLock { $0.removed.count }
            if removed == count { break }
            count = removed
            try? await Task.sleep(for: .milliseconds(100))
        }
        return take()
    }

    package func wake() { signal.yield() }

    private func note(_ change: (inout Events) -> Void) {
        events.withLock { change(&$0) }
        signal.yield()
    }

    /// A weak reference that another thread may read. `@unchecked Sendable` is safe, since the reference is set once and read
    /// atomically.
    private struct WeakWatch: @unchecked Sendable { weak var watch: FolderWatch? }

    /// Reads events until the watch is released. The release is noticed within a quarter of a second.
    private static func read(_ descriptor: Int32, for weak: WeakWatch) {
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 8)
        defer { buffer.deallocate() }
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, 250)
            if ready < 0, errno == EINTR { continue }
            guard let watch = weak.watch else { return }
            if ready == 0 { continue }
            let count = ready < 0 ? -1 : Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return watch.note { $0.isGone = true } }
            parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: watch)
        }
    }

    private static func parse(_ bytes: UnsafeRawBufferPointer, into watch: FolderWatch) {
        let head = MemoryLayout<inotify_event>.size
        watch.note { events in
            var offset = 0
            while offset + head <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = min(bytes.count, offset + head + Int(event.len))
                let mask = Int32(bitPattern: event.mask)
                if mask & Int32(IN_Q_OVERFLOW) != 0 { events.isOverflown = true }
                if mask & Int32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT) != 0 { events.isGone = true }
                let name = bytes[(offset + head)..<end].prefix { $0 != 0 }
                if !name.isEmpty, mask & Int32(truncatingIfNeeded: IN_ISDIR) == 0,
                    let name = String(validating: name, as: UTF8.self)
                {
                    events.touched.insert(name)
                    if mask & Int32(IN_DELETE | IN_MOVED_FROM) != 0 { events.removed.insert(name) }
                }
                offset = end
            }
        }
    }
}
