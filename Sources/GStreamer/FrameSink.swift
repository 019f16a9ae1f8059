internal import CGStreamer
internal import Synchronization

/// An `appsink` element that keeps time: the end of a pipeline whose frames are shown outside of GStreamer.
package struct FrameSink: Sendable {
    package let element: Element
    private let context: Context

    /// Creates a sink that passes each frame to `show` on the streaming thread when the frame is due. The first frame of a
    /// paused pipeline is passed immediately, unless ``showFirst(atOnce:)`` changes that. A frame is considered shown when
    /// `show` returns.
    package init(format: VideoFormat, show: @escaping @Sendable (VideoSample) -> Void) throws(GStreamerError) {
        element = try Element("appsink", ["sync": "true", "caps": "video/x-raw,format=\(format.name)"])
        context = Context(show)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_preroll = { sink, context in
            FrameSink.hand(gst_app_sink_pull_preroll(sink), to: context, isEarly: true)
        }
        callbacks.new_sample = { sink, context in FrameSink.hand(gst_app_sink_pull_sample(sink), to: context) }
        gst_app_sink_set_callbacks(
            element.reference.cast(to: GstAppSink.self),
            &callbacks,
            Unmanaged.passRetained(context).toOpaque(),
            { Unmanaged<Context>.fromOpaque($0!).release() }
        )
    }

    /// Specifies whether a paused pipeline shows its first frame immediately, or only when the frame is due. A frame that is
    /// shown immediately arrives a second time when it is due. Video sinks have a property `show-preroll-frame` for this.
    package func showFirst(atOnce isAtOnce: Bool) {
        context.showsFirstAtOnce.store(isAtOnce, ordering: .sequentiallyConsistent)
    }

    private final class Context: Sendable {
        let show: @Sendable (VideoSample) -> Void
        let showsFirstAtOnce = Atomic(true)
        init(_ show: @escaping @Sendable (VideoSample) -> Void) { self.show = show }
    }

    private static func hand(_ sample: OpaquePointer?, to context: gpointer?, isEarly: Bool = false) -> GstFlowReturn {
        guard let sample = sample.map({ MediaPacket(adopting: $0) }), let context else { return GST_FLOW_EOS }
        let sink = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
        if !isEarly || sink.showsFirstAtOnce.load(ordering: .sequentiallyConsistent),
            let frame = VideoSample(sample, isEarly: isEarly)
        {
            sink.show(frame)
        }
        return GST_FLOW_OK
    }
}

/// A frame that has left a pipeline. Its pixels stay in memory until the last reference is released. `@unchecked Sendable` is
/// safe, since the memory is mapped once for reading, and the reference count is atomic.
package final class VideoSample: @unchecked Sendable {
    private let sample: MediaPacket
    private let buffer: UnsafeMutablePointer<GstBuffer>
    private var map = GstMapInfo()

    package let width, height: Int
    /// A Boolean value that indicates whether the frame is delivered early because the pipeline is paused. The frame is
    /// delivered again when it is due.
    package let isEarly: Bool

    fileprivate init?(_ sample: MediaPacket, isEarly: Bool) {
        guard let buffer = sample.buffer, let size = sample.caps?.size, gst_buffer_map(buffer, &map, GST_MAP_READ) != 0
        else { return nil }
        (self.sample, self.buffer) = (sample, buffer)
        (width, height, self.isEarly) = (size.width, size.height, isEarly)
    }

    deinit { gst_buffer_unmap(buffer, &map) }

    package func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
    }
}
