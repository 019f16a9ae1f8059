internal import CGStreamer
internal import Synchronization

/// A GStreamer pipeline: linked elements, their state, and their messages. It stops when the last reference is released.
package final class Pipeline: Sendable {
    package enum State: String, Sendable {
        /// Stopped, with devices open.
        case ready
        /// The first frame is available, but the clock is stopped.
        case paused, playing

        var gst: GstState { [.ready: GST_STATE_READY, .paused: GST_STATE_PAUSED][self] ?? GST_STATE_PLAYING }
    }

    let reference: ObjectReference
    private var element: UnsafeMutablePointer<GstElement> { reference.cast(to: GstElement.self) }
    package var messages: AsyncStream<BusMessage> { bus.messages }
    private let bus: Bus
    var failure: PipelineError? { bus.failure }
    let elements: [Element]
    package var sinkWindow: UInt? { isSettled ? bus.window : nil }

    /// Creates a pipeline of elements, linked in the given order.
    /// - Throws: ``GStreamerError/cannotLink(from:to:)`` if two neighbors have no format in common.
    package convenience init(linking elements: [Element]) throws(GStreamerError) {
        try self.init(elements: elements, links: Array(zip(elements, elements.dropFirst())))
    }

    init(elements: [Element], links: [(Element, Element)]) throws(GStreamerError) {
        try Runtime.start()
        reference = ObjectReference(adopting: UnsafeMutableRawPointer(gst_pipeline_new(nil)))
        bus = Bus(of: reference)
        self.elements = elements
        for element in elements { gst_bin_add(reference.cast(to: GstBin.self), element.pointer) }
        for (source, target) in links { try Self.link(source, target) }
        RunningPipelines.add(self)
    }

    deinit { gst_element_set_state(element, GST_STATE_NULL) }

    /// The element that blocks a stalled pipeline, or `nil` if unknown. Does not wait for any element.
    package var obstacle: String? {
        // Buffers in a queue are waiting for the element after it. The last queue that is not empty identifies the obstacle.
        for (queue, next) in zip(elements, elements.dropFirst()).reversed() {
            if queue.number(of: "current-level-buffers") ?? 0 > 0 { return next.factory }
            // The elements before the source of the pictures are for audio, which waits for the pictures.
            if queue.factory == "appsrc" { break }
        }
        // Finds an element with a pending state change that was not announced as asynchronous.
        return elements.first { element in
            let element = element.pointer.pointee
            return element.pending_state != GST_STATE_VOID_PENDING && element.last_return != GST_STATE_CHANGE_ASYNC
        }?.factory
    }

    private var parts: (elements: [Element], areChanging: Bool) {
        Element.all(gst_bin_iterate_recurse(reference.cast(to: GstBin.self)))
    }

    /// A Boolean value that indicates whether an element has a running thread that moves data. Elements pause their threads
    /// after a failure or at the end of the file.
    var hasRunningTask: Bool {
        var (elements, isRunning) = parts
        while !isRunning, let element = elements.popLast() {
            let look: GstElementForeachPadFunc = { _, pad, isRunning in
                guard gst_pad_get_task_state(pad) == GST_TASK_STARTED else { return 1 }
                isRunning?.storeBytes(of: true, as: Bool.self)
                return 0
            }
            gst_element_foreach_pad(element.pointer, look, &isRunning)
        }
        return isRunning
    }

    private var demultiplexers: [Element] {
        parts.elements.filter { element in
            gst_element_get_metadata(element.pointer, "klass").map { String(cString: $0).contains("Demux") } ?? false
        }
    }

    package var streamCount: Int { demultiplexers.map { Int($0.pointer.pointee.numsrcpads) }.max() ?? 0 }

    /// A Boolean value that indicates whether a demuxer found streams in a file, but no audio.
    package var hasOnlySilentStreams: Bool { streamCount > 0 && !hasSound }

    /// A Boolean value that indicates whether a demuxer found audio in a file.
    package var hasSound: Bool {
        var hasSound = false
        for element in demultiplexers {
            let look: GstElementForeachPadFunc = { _, pad, hasSound in
                if pad?.mediaType?.hasPrefix("audio/") == true { hasSound?.storeBytes(of: true, as: Bool.self) }
                return 1
            }
            gst_element_foreach_src_pad(element.pointer, look, &hasSound)
        }
        return hasSound
    }

    /// Requests a state, which may be reached later.
    /// - Throws: ``GStreamerError/stateChange(to:)`` if an element refuses. The next error in ``messages`` contains the reason,
    ///   and ``messages`` then ends.
    package func change(to state: State) throws(GStreamerError) {
        guard gst_element_set_state(element, state.gst) != GST_STATE_CHANGE_FAILURE else {
            // An element may refuse without posting a message, and no task should wait for a message that never arrives.
            bus.continuation.finish()
            throw .stateChange(to: state.rawValue)
        }
    }

    /// Stops and waits until all elements have stopped. Tasks that are waiting to push frames are released.
    package func stop() { gst_element_set_state(element, GST_STATE_NULL) }

    /// Reports in ``messages`` when the user closes a sink's window, even if the sink itself would report this only with its
    /// next frame. Must be called again once the sinks have their windows, after the first frame.
    package func watchWindows(of sinks: [Element]) {
        let continuation = bus.continuation
        for sink in sinks { sink.whenClosing { continuation.yield(.closeRequested) } }
    }

    /// Sends input that does not travel up the pipeline to `relay`.
    package func send(navigationTo relay: NavigationRelay) { bus.relay = relay }

    /// Makes sinks redraw their frames, so that they notice if their windows no longer exist. Does nothing during a state
    /// change.
    package func redraw(_ sinks: [Element]) { if isSettled { for sink in sinks { sink.redraw() } } }

    private var settledState: GstState? {
        var (state, pending) = (GST_STATE_NULL, GST_STATE_NULL)
        gst_element_get_state(element, &state, &pending, 0)
        return pending == GST_STATE_VOID_PENDING ? state : nil
    }

    private var isSettled: Bool { [GST_STATE_PAUSED, GST_STATE_PLAYING].contains(settledState) }

    /// The stream time of the current frame, in nanoseconds, or `nil` before the first frame.
    package var position: Int64? {
        var position: gint64 = 0
        guard gst_element_query_position(element, GST_FORMAT_TIME, &position) != 0, position >= 0 else { return nil }
        return Int64(position)
    }

    /// The time in nanoseconds since the first frame after a start or a flush, or `nil` if the clock is stopped.
    package var runningTime: Int64? {
        guard settledState == GST_STATE_PLAYING, let clock = gst_element_get_clock(element) else { return nil }
        defer { gst_object_unref(clock) }
        return Int64(truncatingIfNeeded: gst_clock_get_time(clock) &- gst_element_get_base_time(element))
    }

    /// Links two elements, immediately or as soon as the first has an output. A demuxer or `parsebin` creates its outputs after
    /// reading its input.
    private static func link(_ source: Element, _ target: Element) throws(GStreamerError) {
        guard gst_element_link(source.pointer, target.pointer) == 0 else { return }
        guard source.hasSometimesPads else { throw .cannotLink(from: source.factory, to: target.factory) }
        // The target outlives the signal, since both elements belong to the same pipeline.
        source.reference.connect("pad-added", unsafeBitCast(linkToContext, to: GCallback.self), target.reference.raw)
    }

    /// Makes an element, usually a muxer, write tags for the whole file. Elements that do not write tags are ignored.
    /// - Parameter tags: The tags' values by GStreamer's names, such as `title`.
    package func write(tags: [(name: String, text: String)], with factory: String) {
        guard !tags.isEmpty, let element = element(of: factory), element.reference.isA(gst_tag_setter_get_type()),
            let list = tagList(tags)
        else { return }
        gst_tag_setter_merge_tags(OpaquePointer(element.reference.raw), list, GST_TAG_MERGE_REPLACE)
        gst_tag_list_unref(list)
    }

    /// Interprets buffer times as times of the system clock, unaffected by flushes and pauses.
    package func keepTimeOfSystemClock() {
        runBySystemClock()
        gst_element_set_start_time(element, GstClockTime.max)
        gst_element_set_base_time(element, 0)
    }

    package func runBySystemClock() {
        guard let clock = gst_system_clock_obtain() else { return }
        defer { gst_object_unref(clock) }
        gst_pipeline_use_clock(reference.cast(to: GstPipeline.self), clock)
    }

    func element(of factory: String) -> Element? { elements.first { $0.factory == factory } }

    package func change(_ changes: [ByteChange], readFrom factory: String) {
        guard !changes.isEmpty else { return }
        element(of: factory)?.probe("src", for: GST_PAD_PROBE_TYPE_BUFFER) { _, info in
            // A buffer that was read from a file is not shared, so it can be changed. Its offset is its position in the file.
            if let buffer = gst_pad_probe_info_get_buffer(info), let start = Int(exactly: buffer.pointee.offset) {
                for change in changes { change.apply(to: buffer, at: start) }
            }
            return GST_PAD_PROBE_OK
        }
    }

    /// Replaces the bytes of packets that leave the first element created by a factory, if `change` returns new bytes. The
    /// packets' times do not change.
    package func changePackets(
        leaving factory: String,
        by change: @escaping @Sendable (UnsafeRawBufferPointer) -> [UInt8]?
    ) {
        element(of: factory)?.probe("src", for: GST_PAD_PROBE_TYPE_BUFFER) { _, info in
            guard let buffer = gst_pad_probe_info_get_buffer(info), let bytes = buffer.withBytes(change) ?? nil,
                let changed = gst_buffer_new_memdup(bytes, gsize(bytes.count))
            else { return GST_PAD_PROBE_OK }
            let kept = GstBufferCopyFlags(
                rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue
                    | GST_BUFFER_COPY_META.rawValue
            )
            gst_buffer_copy_into(changed, buffer, kept, 0, gsize.max)
            info.pointee.data = UnsafeMutableRawPointer(changed)
            gst_buffer_unref(buffer)
            return GST_PAD_PROBE_OK
        }
    }

    /// Sets properties of the first element created by a factory, after the element has received `count` buffers. Values that
    /// it does not accept are ignored, with a warning from GLib.
    package func set(_ properties: [ElementGraph.Property], of factory: String, afterBuffers count: Int) {
        let countDown = Atomic(count)
        element(of: factory)?.probe("sink", for: GST_PAD_PROBE_TYPE_BUFFER) { pad, _ in
            guard countDown.subtract(1, ordering: .relaxed).oldValue == 0 else { return GST_PAD_PROBE_OK }
            guard let element = gst_pad_get_parent_element(pad) else { return GST_PAD_PROBE_REMOVE }
            let object = UnsafeMutableRawPointer(element)
            for property in properties {
                gst_util_set_object_arg(object.assumingMemoryBound(to: GObject.self), property.name, property.value)
            }
            gst_object_unref(object)
            return GST_PAD_PROBE_REMOVE
        }
    }

    /// Sets a property of an element's pad, such as a track of a muxer. Has no effect if there is no such pad or property.
    package func set(_ property: ElementGraph.Property, of factory: String, onPad name: String) {
        guard let pad = element(of: factory).flatMap({ gst_element_get_static_pad($0.pointer, name) }) else { return }
        let object = UnsafeMutableRawPointer(pad).assumingMemoryBound(to: GObject.self)
        gst_util_set_object_arg(object, property.name, property.value)
        gst_object_unref(pad)
    }
}

extension Element {
    fileprivate var hasSometimesPads: Bool {
        guard let factory = gst_element_get_factory(pointer) else { return false }
        var next = gst_element_factory_get_static_pad_templates(factory)
        while let node = next {
            let template = node.pointee.data.assumingMemoryBound(to: GstStaticPadTemplate.self).pointee
            if template.direction == GST_PAD_SRC, template.presence == GST_PAD_SOMETIMES { return true }
            next = UnsafePointer(node.pointee.next)
        }
        return false
    }
}

/// Links a new output to the element in `context`, unless that element already has an input. An element that accepts any format
/// is linked only to pictures, since the audio in a file may come first.
private let linkToContext:
    @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void = {
        _,
        pad,
        context in
        guard
            let target = context?.assumingMemoryBound(to: GstElement.self),
            let sink = gst_element_get_static_pad(target, "sink")
        else { return }
        let acceptsAnything = ObjectReference(retaining: context!).isA(gst_app_sink_get_type())
        if gst_pad_is_linked(sink) == 0, !acceptsAnything || carriesPictures(pad) { gst_pad_link(pad, sink) }
        gst_object_unref(sink)
    }

private func carriesPictures(_ pad: UnsafeMutablePointer<GstPad>?) -> Bool {
    pad?.mediaType.map { $0.hasPrefix("video/") || $0.hasPrefix("image/") } ?? true
}

/// All pipelines of the process, for finding the obstacle if playback stalls.
package enum RunningPipelines {
    private struct Entry { weak var pipeline: Pipeline? }

    private static let entries = Mutex<[Entry]>([])

    static func add(_ pipeline: Pipeline) {
        entries.withLock { entries in
            entries.removeAll { $0.pipeline == nil }
            entries.append(Entry(pipeline: pipeline))
        }
    }

    package static var obstacle: String? { entries.withLock { $0.compactMap(\.pipeline) }.compactMap(\.obstacle).first }
}

package enum SystemClock {
    package static var now: Int64 {
        guard let clock = gst_system_clock_obtain() else { return 0 }
        defer { gst_object_unref(clock) }
        return Int64(clamping: gst_clock_get_time(clock))
    }
}

/// Bytes that a pipeline reads in place of a file's own bytes. The file does not change.
package struct ByteChange: Hashable, Sendable {
    package let offset: Int
    package let bytes: [UInt8]

    package init(at offset: Int, _ bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }

    fileprivate func apply(to buffer: UnsafeMutablePointer<GstBuffer>, at start: Int) {
        let place = start..<start + Int(gst_buffer_get_size(buffer))
        let part = place.clamped(to: offset..<offset + bytes.count)
        guard !part.isEmpty else { return }
        bytes.withUnsafeBytes { bytes in
            let first = bytes.baseAddress?.advanced(by: part.lowerBound - offset)
            _ = gst_buffer_fill(buffer, gsize(part.lowerBound - start), first, gsize(part.count))
        }
    }
}
