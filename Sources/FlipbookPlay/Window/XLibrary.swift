internal import CPictureLibraries
import FlipbookFiles
import FlipbookImaging

/// Xlib, looked for at run time, so that the player runs where it is missing.
///
/// A display and structures are pointers; what is read of an event is read by its place in Xlib.h, as the 64-bit interface
/// has it.
typealias XLibrary = X11Calls

extension X11Calls {
    typealias Display = UnsafeMutableRawPointer
    typealias Identifier = UInt

    static let shared: Self? = {
        let calls: Self? = RuntimeLibrary("libX11.so.6").calls(X11Calls_names())
        // Before any other call of the process, as the sink's: both use the library at once.
        _ = calls?.XInitThreads()
        return calls
    }()

    func send(_ type: Int32, _ words: [(Int, UInt)], to receiver: Identifier, mask: Int = 0, on display: Display) {
        let event = XEvent()
        defer { event.memory.deallocate() }
        event.memory.initializeMemory(as: UInt8.self, repeating: 0, count: 192)
        event.memory.storeBytes(of: type, as: Int32.self)
        for (place, value) in words { event.memory.storeBytes(of: value, toByteOffset: place, as: UInt.self) }
        _ = XSendEvent(display, receiver, 0, mask, event.memory)
        _ = XFlush(display)
    }

    /// The items of a window's property, bytes or words of the processor; none where it has no such items.
    /// - Parameters:
    ///   - type: The atom of their type; 0 for any.
    ///   - length: The number of words of four bytes are read at most.
    func property<Item>(
        _ name: String,
        of window: Identifier,
        type: Identifier = 0,
        length: Int = 64,
        isDeleted: Bool = false,
        on display: Display
    ) -> [Item] {
        var (kind, format, count, rest) = (UInt(0), Int32(0), UInt(0), UInt(0))
        var found: UnsafeMutableRawPointer?
        let (name, deletes) = (XInternAtom(display, name, 0), isDeleted ? Int32(1) : 0)
        _ = XGetWindowProperty(display, window, name, 0, length, deletes, type, &kind, &format, &count, &rest, &found)
        guard let found else { return [] }
        defer { _ = XFree(found) }
        guard format == (MemoryLayout<Item>.size == 1 ? 8 : 32) else { return [] }
        return Array(UnsafeBufferPointer(start: found.assumingMemoryBound(to: Item.self), count: Int(count)))
    }
}
