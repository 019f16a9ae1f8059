internal import CGStreamer
internal import Synchronization

/// The element `appsink` keeping the time: where frames leave a pipeline to be shown by something that is no element.
package struct FrameSink: Sendable {
    package let element: Element
    private let context: Context

    /// A sink that hands each frame to `show` when its time has come, and the first one of a pipeline that
    /// stands at once, unless ``showFirst(atOnce:)`` says otherwise, on the thread that streams. A frame counts as shown when
    /// `show` returns.
    package init(format: VideoFormat, show: @escaping @Sendable (VideoSample) -> Void) throws(GStreamerError) {
        element = try Element("appsink")
        try element.set("sync", parsing: "true")
        try element.set("caps", parsing: "video/x-raw,format=\(format.name)")
        context = Context(show)
        var callbacks = GstAppSinkCallbacks()
        callbacks.new_preroll = { sink, context in
            FrameSink.hand(gst_app_sink_pull_preroll(sink), to: context, isEarly: true)
        }
        callbacks.new_sample = { sink, context in
            FrameSink.hand(gst_app_sink_pull_sample(sink), to: context)
        }
        gst_app_sink_set_callbacks(
            element.reference.cast(to: GstAppSink.self),
            &callbacks,
            Unmanaged.passRetained(context).toOpaque(),
            { Unmanaged<Context>.fromOpaque($0!).release() }
        )
    }

    /// Has the first frame that comes while the pipeline stands be shown at once, or only when its time has come, as those after
    /// it: the sink gets it again then. It is what video sinks have the property `show-preroll-frame` for.
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

/// A frame that left a pipeline. Its pixels stay where they are until the last reference goes. The one reason for the
/// escape from checking: memory that is mapped once for reading, and a count that is atomic.
package final class VideoSample: @unchecked Sendable {
    private let sample: MediaPacket
    private let buffer: UnsafeMutablePointer<GstBuffer>
    private var map = GstMapInfo()

    /// Columns.
    package let width: Int
    /// Rows.
    package let height: Int
    /// A Boolean value that tells whether it came before its time, since the pipeline stood. It comes again then.
    package let isEarly: Bool

    /// A frame, or `nil` if the sample has no video or cannot be read.
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
