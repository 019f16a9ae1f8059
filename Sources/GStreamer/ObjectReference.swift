internal import CGStreamer

/// A counted reference to a GObject, which is released with the last copy. `@unchecked Sendable` is safe, since the address
/// never changes, GObject counts references atomically, and GstObject locks its own state.
final class ObjectReference: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Adopts the caller's reference, or sinks a floating reference.
    init(adopting pointer: UnsafeMutableRawPointer) {
        raw = pointer
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
    }

    init(retaining pointer: UnsafeMutableRawPointer) {
        raw = pointer
        g_object_ref(pointer)
    }

    deinit { g_object_unref(raw) }

    func cast<Object>(to type: Object.Type) -> UnsafeMutablePointer<Object> { raw.assumingMemoryBound(to: type) }

    func isA(_ type: GType) -> Bool { g_type_check_instance_is_a(cast(to: GTypeInstance.self), type) != 0 }

    func connect(
        _ signal: String,
        _ callback: @escaping GCallback,
        _ context: gpointer? = nil,
        released release: GClosureNotify? = nil
    ) {
        g_signal_connect_data(raw, signal, callback, context, release, GConnectFlags(rawValue: 0))
    }
}
