internal import CGStreamer
internal import Synchronization

/// The messages of a pipeline as an asynchronous sequence. A synchronous handler forwards them from GStreamer's threads, so no
/// GLib main loop is needed. The sequence ends when the bus is freed with its pipeline.
final class Bus: Sendable {
    /// The posted messages. Only one task may iterate over them.
    let messages: AsyncStream<BusMessage>
    let continuation: AsyncStream<BusMessage>.Continuation
    private struct State {
        var relay: NavigationRelay?
        var window: UInt?
        var failure: PipelineError?
    }

    private let state = Mutex(State())
    var relay: NavigationRelay? {
        get { state.withLock { $0.relay } }
        set { state.withLock { $0.relay = newValue } }
    }
    var window: UInt? { state.withLock { $0.window } }
    /// The first error, for callers that do not read messages.
    var failure: PipelineError? { state.withLock { $0.failure } }

    init(of pipeline: ObjectReference) {
        (messages, continuation) = AsyncStream<BusMessage>.makeStream(bufferingPolicy: .unbounded)
        let bus = gst_pipeline_get_bus(pipeline.cast(to: GstPipeline.self))!
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
