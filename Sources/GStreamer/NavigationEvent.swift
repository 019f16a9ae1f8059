internal import CGStreamer

/// Input from a keyboard, mouse, or fingers in a video sink's window. Positions are in video frame pixels.
package enum NavigationEvent: Hashable, Sendable {
    /// A pressed key, identified by its X keysym, such as `space`, `Right`, or `q`.
    case keyPress(String)
    case keyRelease(String)
    case mouseButtonPress(button: Int, x: Double, y: Double)
    case mouseButtonRelease(button: Int, x: Double, y: Double)
    case mouseMove(x: Double, y: Double)
    /// A turn of the mouse wheel. `deltaY` is positive if the wheel turns away from the user.
    case mouseScroll(deltaY: Double, x: Double, y: Double)
    case touchDown(id: Int, x: Double, y: Double)
    case touchMotion(id: Int, x: Double, y: Double)
    case touchUp(id: Int, x: Double, y: Double)
    /// All touches were canceled and have no effect.
    case touchCancel
    /// The sink requests frames in a different format, for example because its window was resized. This is not input, but it
    /// arrives in the same way.
    case reconfigure

    /// Reads an event, or returns `nil` if it is not a navigation event. Fields are read by name, since the functions for
    /// touches need GStreamer 1.22.
    /// - Parameter move: Converts a position in the event to a position in the frame.
    init?(event: UnsafeMutablePointer<GstEvent>, move: (Double, Double) -> (Double, Double) = { ($0, $1) }) {
        if event.pointee.type == GST_EVENT_RECONFIGURE {
            self = .reconfigure
            return
        }
        guard event.pointee.type == GST_EVENT_NAVIGATION, let fields = gst_event_get_structure(event),
            let name = gst_structure_get_string(fields, "event")
        else { return nil }
        var (x, y, delta) = (0.0, 0.0, 0.0)
        _ = gst_structure_get_double(fields, "pointer_x", &x)
        _ = gst_structure_get_double(fields, "pointer_y", &y)
        _ = gst_structure_get_double(fields, "delta_pointer_y", &delta)
        (x, y) = move(x, y)
        var button: gint = 0
        _ = gst_structure_get_int(fields, "button", &button)
        var finger: guint = 0
        _ = gst_structure_get_uint(fields, "identifier", &finger)
        let key = gst_structure_get_string(fields, "key").map { String(cString: $0) }
        switch (String(cString: name), key) {
        case ("key-press", let key?): self = .keyPress(key)
        case ("key-release", let key?): self = .keyRelease(key)
        case ("mouse-button-press", _): self = .mouseButtonPress(button: Int(button), x: x, y: y)
        case ("mouse-button-release", _): self = .mouseButtonRelease(button: Int(button), x: x, y: y)
        case ("mouse-move", _): self = .mouseMove(x: x, y: y)
        case ("mouse-scroll", _): self = .mouseScroll(deltaY: delta, x: x, y: y)
        case ("touch-down", _): self = .touchDown(id: Int(finger), x: x, y: y)
        case ("touch-motion", _): self = .touchMotion(id: Int(finger), x: x, y: y)
        case ("touch-up", _): self = .touchUp(id: Int(finger), x: x, y: y)
        case ("touch-cancel", _): self = .touchCancel
        default: return nil
        }
    }
}
