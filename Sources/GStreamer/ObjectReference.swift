internal import CGStreamer

/// One counted reference to a GObject, given back when the last copy goes.
///
/// The one reason for the escape from checking: the address never changes, GObject
/// counts references atomically, and GstObject locks its own state.
final class ObjectReference: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns. A floating one is sunk.
    init(adopting pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
    }

    /// Takes a reference of its own.
    init(retaining pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref(pointer)
    }

    deinit {
        g_object_unref(pointer)
    }

    /// The object as `Object`: the casts that C has macros for.
    func cast<Object>(to type: Object.Type) -> UnsafeMutablePointer<Object> {
        pointer.assumingMemoryBound(to: type)
    }

    /// The object's address, for calls that take any GObject.
    var raw: UnsafeMutableRawPointer { pointer }
}
