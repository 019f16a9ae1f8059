import FlipbookCore
import FlipbookFiles
import GStreamer
import Glibc
import Synchronization

/// The memory that a Wayland window's pictures are in, which the compositor reads: a few buffers, one after the other.
final class WaylandCanvas: Sendable {
    /// A buffer, and where its pixels are.
    ///
    /// The one reason for the escape from checking: an address that the lock around all buffers lends to one writer.
    private struct Room: @unchecked Sendable {
        let buffer: OpaquePointer
        let pixels: UnsafeMutableRawPointer
        let size: PixelSize
        var isBusy = false

        var byteCount: Int { 4 * size.area }
    }

    private let rooms = Mutex<[Room]>([])
    private static let most = 4

    /// Puts a picture into a buffer that the compositor does not read; `nil` where there is none.
    func fill(
        _ size: PixelSize,
        _ make: (Int32, PixelSize) -> OpaquePointer?,
        free: (OpaquePointer) -> Void,
        _ body: (UnsafeMutableRawPointer) -> Void
    ) -> OpaquePointer? {
        rooms.withLock { rooms in
            for index in rooms.indices.reversed() where rooms[index].size != size && !rooms[index].isBusy {
                let room = rooms.remove(at: index)
                free(room.buffer)
                munmap(room.pixels, room.byteCount)
            }
            var place = rooms.firstIndex { $0.size == size && !$0.isBusy }
            if place == nil, rooms.count < Self.most, let room = Self.room(of: size, make) {
                rooms.append(room)
                place = rooms.count - 1
            }
            guard let place else { return nil }
            body(rooms[place].pixels)
            rooms[place].isBusy = true
            return rooms[place].buffer
        }
    }

    /// The compositor has read a buffer.
    func release(_ buffer: OpaquePointer) {
        rooms.withLock { rooms in
            if let place = rooms.firstIndex(where: { $0.buffer == buffer }) { rooms[place].isBusy = false }
        }
    }

    /// Gives all memory back, once there is no compositor.
    func removeAll() {
        rooms.withLock { rooms in
            for room in rooms { munmap(room.pixels, room.byteCount) }
            rooms = []
        }
    }

    private static func room(of size: PixelSize, _ make: (Int32, PixelSize) -> OpaquePointer?) -> Room? {
        // A file without a name, in the session's folder, which is kept in memory.
        let folder = Environment.text("XDG_RUNTIME_DIR") ?? "/tmp"
        var name = Array("\(folder)/flipbook-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        unlink(name)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let count = 4 * size.area
        guard ftruncate(descriptor, count) == 0,
            let pixels = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), pixels != MAP_FAILED
        else { return nil }
        guard let buffer = make(descriptor, size) else {
            munmap(pixels, count)
            return nil
        }
        return Room(buffer: buffer, pixels: pixels, size: size)
    }
}
