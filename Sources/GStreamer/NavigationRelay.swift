internal import CGStreamer
internal import Synchronization

/// Keyboard, mouse, and touch input in a sink's window. Positions refer to the frames that enter the pipeline, in pixels.
/// Events travel up the pipeline to its source. Elements that scale pictures convert the positions back. A pipeline that is
/// being flushed does not pass events on. In that case, the sink posts a message on the bus with positions in its own frames,
/// and the relay scales these positions.
package final class NavigationRelay: Sendable {
    /// The events in order. Only one task may iterate over them.
    package let events: AsyncStream<NavigationEvent>
    private let continuation: AsyncStream<NavigationEvent>.Continuation
    private let size: (width: Int, height: Int)
    /// The sequence numbers of the latest events. A sink sends an event up the pipeline before it posts the message.
    private let seen = Mutex<[UInt32]>([])

    package init(width: Int, height: Int) {
        size = (width, height)
        // The buffer is unbounded, since a button would remain pressed if its release were lost.
        (events, continuation) = AsyncStream<NavigationEvent>.makeStream(bufferingPolicy: .unbounded)
    }

    deinit { continuation.finish() }

    package func listen(to source: AppSource) {
        source.element.probe("src", for: GST_PAD_PROBE_TYPE_EVENT_UPSTREAM) { [self] _, info in
            if let event = gst_pad_probe_info_get_event(info) { take(event) }
            return GST_PAD_PROBE_OK
        }
    }

    private func take(_ event: UnsafeMutablePointer<GstEvent>) {
        guard let ours = NavigationEvent(event: event) else { return }
        let number = gst_event_get_seqnum(event)
        seen.withLock { seen in
            if seen.count == 16 { seen.removeFirst() }
            seen.append(number)
        }
        continuation.yield(ours)
    }

    /// Forwards an event from the bus, unless it has already arrived through the pipeline.
    func take(_ message: UnsafeMutablePointer<GstMessage>) {
        guard gst_navigation_message_get_type(message) == GST_NAVIGATION_MESSAGE_EVENT else { return }
        var event: UnsafeMutablePointer<GstEvent>?
        guard gst_navigation_message_parse_event(message, &event) != 0, let event else { return }
        defer { gst_event_unref(event) }
        guard !seen.withLock({ $0.contains(gst_event_get_seqnum(event)) }) else { return }
        let ours = NavigationEvent(event: event) { x, y in
            guard let shown = Self.shownSize(of: message) else { return (x, y) }
            let scale = min(shown.width / Double(size.width), shown.height / Double(size.height))
            let left = (shown.width - Double(size.width) * scale) / 2
            let top = (shown.height - Double(size.height) * scale) / 2
            return ((x - left) / scale, (y - top) / scale)
        }
        if let ours { continuation.yield(ours) }
    }

    private static func shownSize(of message: UnsafeMutablePointer<GstMessage>) -> (width: Double, height: Double)? {
        guard let source = message.pointee.src.map({ ObjectReference(retaining: UnsafeMutableRawPointer($0)) }),
            source.isA(gst_element_get_type()), let size = Element(source).inputCaps(\.size),
            size.width > 0, size.height > 0
        else { return nil }
        return (Double(size.width), Double(size.height))
    }
}
