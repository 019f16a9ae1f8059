internal import CGStreamer

package struct SinkObservation: Hashable, Sendable {
    package let serial: UInt64
    /// A Boolean value that indicates whether the sink showed the frame. Otherwise, the sink dropped it for being late.
    package var isShown: Bool
    /// The time from the frame's presentation time to the moment when the sink finished the frame, in nanoseconds.
    package let lateness: Int64
    /// The pipeline's clock at that moment, in nanoseconds.
    package let clockTime: Int64

    package init(serial: UInt64, isShown: Bool, lateness: Int64, clockTime: Int64) {
        (self.serial, self.isShown, self.lateness, self.clockTime) = (serial, isShown, lateness, clockTime)
    }
}

/// Measures when a sink finished each frame, and whether it showed the frame. Sinks report how early a frame arrived and how
/// many frames they dropped, but not when a frame appeared. A sink's chain function returns once the frame has been shown, so a
/// wrapper calls this function and then reads the clock.
package enum SinkMeter {
    /// Calls `observe` on the streaming thread for every frame that `sink` finishes, except flushed frames. Must be called
    /// before frames flow.
    /// - Parameter refuses: Returns `true` to discard the incoming frame without calling `observe`.
    package static func attach(
        to sink: Element,
        refusing refuses: @escaping @Sendable () -> Bool = { false },
        _ observe: @escaping @Sendable (SinkObservation) -> Void
    ) {
        guard let pad = gst_element_get_static_pad(sink.pointer, "sink"), let chain = pad.pointee.chainfunc else {
            return
        }
        defer { gst_object_unref(pad) }
        let context = Context(chain, refuses, observe)
        gst_pad_set_chain_function_full(
            pad,
            chainAndObserve,
            Unmanaged.passRetained(context).toOpaque(),
            { Unmanaged<Context>.fromOpaque($0!).release() }
        )
    }

    fileprivate final class Context {
        let chain: GstPadChainFunction
        let refuses: @Sendable () -> Bool
        let observe: @Sendable (SinkObservation) -> Void
        /// The number of frames that the sink has dropped. Used only on the streaming thread.
        var droppedCount: UInt64 = 0

        init(
            _ chain: @escaping GstPadChainFunction,
            _ refuses: @escaping @Sendable () -> Bool,
            _ observe: @escaping @Sendable (SinkObservation) -> Void
        ) {
            (self.chain, self.refuses, self.observe) = (chain, refuses, observe)
        }
    }

    fileprivate static func droppedCount(of sink: UnsafeMutablePointer<GstObject>) -> UInt64 {
        var value = GValue()
        g_value_init(&value, gst_structure_get_type())
        defer { g_value_unset(&value) }
        g_object_get_property(UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GObject.self), "stats", &value)
        guard let boxed = g_value_get_boxed(&value) else { return 0 }
        var count: guint64 = 0
        _ = gst_structure_get_uint64(UnsafePointer(boxed.assumingMemoryBound(to: GstStructure.self)), "dropped", &count)
        return UInt64(count)
    }
}

private let chainAndObserve: GstPadChainFunction = { pad, parent, buffer in
    guard let pad, let parent, let buffer, let data = pad.pointee.chaindata else { return GST_FLOW_ERROR }
    let context = Unmanaged<SinkMeter.Context>.fromOpaque(data).takeUnretainedValue()
    if context.refuses() {
        gst_buffer_unref(buffer)
        return GST_FLOW_OK
    }
    // These values are read first, since the sink may free the buffer.
    let (serial, time) = (UInt64(buffer.pointee.offset), buffer.pointee.pts)
    let result = context.chain(pad, parent, buffer)
    let element = UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self)
    guard result == GST_FLOW_OK, serial != .max, let clock = gst_element_get_clock(element) else { return result }
    defer { gst_object_unref(clock) }
    let now = gst_clock_get_time(clock)
    let dropped = SinkMeter.droppedCount(of: parent)
    defer { context.droppedCount = dropped }
    let due = gst_element_get_base_time(element) &+ time
    context.observe(
        SinkObservation(
            serial: serial,
            // After a flush, a sink counts its dropped frames from 0 again.
            isShown: dropped == (dropped < context.droppedCount ? 0 : context.droppedCount),
            lateness: Int64(truncatingIfNeeded: now &- due),
            clockTime: Int64(clamping: now)
        )
    )
    return result
}
