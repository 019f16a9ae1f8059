internal import CGStreamer

/// One counted reference to a GObject, given back when the last copy goes. The one reason for the escape from checking: the
/// address never changes, GObject counts references atomically, and GstObject locks its own state.
final class ObjectReference: @unchecked Sendable {
    /// The object's address, for calls that take any GObject.
    let raw: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns. A floating one is sunk.
    init(adopting pointer: UnsafeMutableRawPointer) {
        raw = pointer
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
    }

    /// Takes a reference of its own.
    init(retaining pointer: UnsafeMutableRawPointer) {
        raw = pointer
        g_object_ref(pointer)
    }

    deinit { g_object_unref(raw) }

    /// The object as `Object`: the casts that C has macros for.
    func cast<Object>(to type: Object.Type) -> UnsafeMutablePointer<Object> { raw.assumingMemoryBound(to: type) }

    /// Returns whether the object is of a type, or of one that is made of it.
    func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(cast(to: GTypeInstance.self), type) != 0 }

    /// Has `callback` called with `context` at each signal of a name.
    func connect(
        _ signal: String,
        _ callback: @escaping GCallback,
        _ context: gpointer? = nil,
        released release: GClosureNotify? = nil
    ) {
        g_signal_connect_data(raw, signal, callback, context, release, GConnectFlags(rawValue: 0))
    }
}
