internal import CGStreamer
internal import Glibc

extension Element {
    /// Makes the sink draw its last frame again, so that it notices if its window or window system no longer exists. X11 sinks
    /// check this only when they draw a frame. Must not be called during a state change.
    func redraw() {
        guard reference.isA(gst_video_overlay_get_type()) else { return }
        gst_video_overlay_expose(OpaquePointer(reference.raw))
    }

    /// Returns the window's ID if a sink reports that it has opened a window, or `nil` for other messages.
    static func window(toldBy message: UnsafeMutablePointer<GstMessage>) -> UInt? {
        guard let structure = gst_message_get_structure(message),
            gst_structure_has_name(structure, "have-window-handle") != 0
        else { return nil }
        var number: guint64 = 0
        return gst_structure_get_uint64(structure, "window-handle", &number) != 0 ? UInt(number) : nil
    }

    /// Calls `notify` when the user closes the window of a GL sink. Other sinks report this themselves, immediately. A GL sink
    /// reports it only with its next frame, and there is no next frame while playback is paused. The window exists once the
    /// sink has received a frame. GStreamer's GL library is looked up by name, since only these sinks load it.
    func whenClosing(_ notify: @escaping @Sendable () -> Void) {
        guard hasProperty("context"), let library = dlopen("libgstgl-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD) else { return }
        defer { dlclose(library) }
        guard let getWindow = dlsym(library, "gst_gl_context_get_window"),
            let setCallback = dlsym(library, "gst_gl_window_set_close_callback"),
            let contextType = dlsym(library, "gst_gl_context_get_type")
        else { return }
        let type = unsafeBitCast(contextType, to: GetType.self)()
        guard let context = object("context", of: type) else { return }
        defer { g_object_unref(context) }
        guard let window = unsafeBitCast(getWindow, to: GetWindow.self)(context) else { return }
        defer { g_object_unref(window) }
        unsafeBitCast(setCallback, to: SetCallback.self)(
            window,
            { Unmanaged<Notification>.fromOpaque($0!).takeUnretainedValue().notify() },
            Unmanaged.passRetained(Notification(notify)).toOpaque(),
            { Unmanaged<Notification>.fromOpaque($0!).release() }
        )
    }

    private typealias GetType = @convention(c) () -> GType
    private typealias GetWindow = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    private typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias SetCallback =
        @convention(c) (UnsafeMutableRawPointer, Callback, UnsafeMutableRawPointer, Callback) -> Void

    private final class Notification: Sendable {
        let notify: @Sendable () -> Void
        init(_ notify: @escaping @Sendable () -> Void) { self.notify = notify }
    }

    /// Returns the object in a property, or `nil` if the property is empty or has a different type. The caller must release the
    /// object.
    private func object(_ property: String, of type: GType) -> UnsafeMutableRawPointer? {
        guard let specification = specification(of: property),
            g_type_is_a(specification.pointee.value_type, type) != 0
        else { return nil }
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_object_get_property(reference.cast(to: GObject.self), property, &value)
        return g_value_dup_object(&value)
    }
}
