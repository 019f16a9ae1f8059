internal import CGStreamer

/// The messages of one pipeline as an asynchronous sequence.
///
/// GStreamer posts from its own threads; a synchronous handler hands each message
/// on, so no GLib main loop is needed.
enum Bus {
    /// The messages that `pipeline` posts from now on. Can be asked for once.
    static func messages(
        of pipeline: ObjectReference
    ) -> (stream: AsyncStream<BusMessage>, continuation: AsyncStream<BusMessage>.Continuation) {
        let (stream, continuation) = AsyncStream<BusMessage>.makeStream(bufferingPolicy: .unbounded)
        guard let bus = gst_pipeline_get_bus(pipeline.cast(to: GstPipeline.self)) else {
            continuation.finish()
            return (stream, continuation)
        }
        gst_bus_set_sync_handler(
            bus,
            { _, message, context in
                guard let message, let context else { return GST_BUS_DROP }
                let mailbox = Unmanaged<Mailbox>.fromOpaque(context).takeUnretainedValue()
                if let ours = BusMessage(message) { mailbox.continuation.yield(ours) }
                gst_message_unref(message)
                return GST_BUS_DROP
            },
            Unmanaged.passRetained(Mailbox(continuation)).toOpaque(),
            { Unmanaged<Mailbox>.fromOpaque($0!).release() }
        )
        gst_object_unref(bus)
        return (stream, continuation)
    }
}

/// What the handler in C holds on to. The stream ends when the bus is freed with its pipeline.
private final class Mailbox: Sendable {
    let continuation: AsyncStream<BusMessage>.Continuation

    init(_ continuation: AsyncStream<BusMessage>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish()
    }
}
