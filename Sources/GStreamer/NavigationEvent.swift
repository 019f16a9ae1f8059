internal import CGStreamer

/// A key or the mouse, used in a video sink's window.
package enum NavigationEvent: Hashable, Sendable {
    /// A key went down; the name is an X keysym such as `space`, `Right` or `q`.
    case keyPress(String)
    /// A key came up.
    case keyRelease(String)
    /// A mouse button went down at a place in the video frame, in pixels.
    case mouseButtonPress(button: Int, x: Double, y: Double)

    /// The event that an element message carries, when it carries one of ours.
    init?(_ message: UnsafeMutablePointer<GstMessage>) {
        guard gst_navigation_message_get_type(message) == GST_NAVIGATION_MESSAGE_EVENT else { return nil }
        var event: UnsafeMutablePointer<GstEvent>?
        guard gst_navigation_message_parse_event(message, &event) != 0, let event else { return nil }
        defer { gst_event_unref(event) }
        var key: UnsafePointer<gchar>?
        switch gst_navigation_event_get_type(event) {
        case GST_NAVIGATION_EVENT_KEY_PRESS:
            guard gst_navigation_event_parse_key_event(event, &key) != 0, let key else { return nil }
            self = .keyPress(String(cString: key))
        case GST_NAVIGATION_EVENT_KEY_RELEASE:
            guard gst_navigation_event_parse_key_event(event, &key) != 0, let key else { return nil }
            self = .keyRelease(String(cString: key))
        case GST_NAVIGATION_EVENT_MOUSE_BUTTON_PRESS:
            var button: gint = 0
            var x = 0.0
            var y = 0.0
            guard gst_navigation_event_parse_mouse_button_event(event, &button, &x, &y) != 0 else { return nil }
            self = .mouseButtonPress(button: Int(button), x: x, y: y)
        default: return nil
        }
    }
}
