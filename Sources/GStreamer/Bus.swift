internal import CGStreamer
internal import Synchronization

/// The messages of one pipeline as an asynchronous sequence. GStreamer posts from its own threads; a synchronous handler
/// hands each message on, so no GLib main loop is needed. The sequence ends when the bus is freed with its pipeline.
final class Bus: Sendable {
    /// The messages that the pipeline posts. Can be asked for once.
    let messages: AsyncStream<BusMessage>
    let continuation: AsyncStream<BusMessage>.Continuation
    private struct State {
        var relay: NavigationRelay?
        var window: UInt?
        var failure: PipelineError?
    }

    private let state = Mutex(State())
    /// The receiver of viewers' input in a window.
    var relay: NavigationRelay? {
        get { state.withLock { $0.relay } }
        set { state.withLock { $0.relay = newValue } }
    }
    /// The number of the window that a sink has opened, or `nil` before.
    var window: UInt? { state.withLock { $0.window } }
    /// The first error that was posted, for callers that wait for no message.
    var failure: PipelineError? { state.withLock { $0.failure } }

    /// The messages that `pipeline` posts from now on.
    init(of pipeline: ObjectReference) {
        (messages, continuation) = AsyncStream<BusMessage>.makeStream(bufferingPolicy: .unbounded)
        guard let bus = gst_pipeline_get_bus(pipeline.cast(to: GstPipeline.self)) else {
            continuation.finish()
            return
        }
        gst_bus_set_sync_handler(
            bus,
            { _, message, context in
                guard let message, let context else { return GST_BUS_DROP }
                Unmanaged<Bus>.fromOpaque(context).takeUnretainedValue().take(message)
                gst_message_unref(message)
                return GST_BUS_DROP
            },
            Unmanaged.passRetained(self).toOpaque(),
            { Unmanaged<Bus>.fromOpaque($0!).release() }
        )
        gst_object_unref(bus)
    }

    deinit { continuation.finish() }

    private func take(_ message: UnsafeMutablePointer<GstMessage>) {
        if message.pointee.type == GST_MESSAGE_ELEMENT {
            if let number = Element.window(toldBy: message) { state.withLock { $0.window = number } }
            relay?.take(message)
        } else if let ours = BusMessage(message) {
            if case .error(let error) = ours { state.withLock { $0.failure = $0.failure ?? error } }
            continuation.yield(ours)
        }
    }
}
