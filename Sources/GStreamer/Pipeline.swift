internal import CGStreamer
internal import Synchronization

/// A GStreamer pipeline: elements in a row, their state, and what they report. It is stopped when the last reference to it
/// goes.
package final class Pipeline: Sendable {
    package enum State: String, Sendable {
        /// Stopped, with devices open.
        case ready
        /// Filled with the first frame, the clock standing.
        case paused
        /// Running.
        case playing

        var gst: GstState {
            switch self {
            case .ready: GST_STATE_READY
            case .paused: GST_STATE_PAUSED
            case .playing: GST_STATE_PLAYING
            }
        }
    }

    let reference: ObjectReference
    /// The reports of the elements, from the beginning.
    package var messages: AsyncStream<BusMessage> { bus.messages }
    private let bus: Bus
    /// The first error that an element reported, or `nil` if none did.
    var failure: PipelineError? { bus.failure }
    let elements: [Element]
    /// The number of the window that a sink has opened by itself, or `nil` if none did.
    package var sinkWindow: UInt? { isSettled ? bus.window : nil }

    /// A pipeline of `elements`, linked in this order.
    /// - Throws: ``GStreamerError/cannotLink(from:to:)`` when two neighbors have no format in common.
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

    deinit { gst_element_set_state(reference.cast(to: GstElement.self), GST_STATE_NULL) }

    /// The element that takes nothing, where nothing moves, or `nil` if that is not known. Waits for no element.
    package var obstacle: String? {
        // What waits in a queue, waits for the element behind it. The last such queue is the one that counts.
        for (queue, next) in zip(elements, elements.dropFirst()).reversed() {
            if queue.number(of: "current-level-buffers") ?? 0 > 0 { return next.factory }
            // In front of the pictures' source stands their sound, which waits for them.
            if queue.factory == "appsrc" { break }
        }
        // One that is to change its state, and neither did nor answered that it will.
        return elements.first { element in
            let element = element.pointer.pointee
            return element.pending_state != GST_STATE_VOID_PENDING && element.last_return != GST_STATE_CHANGE_ASYNC
        }?.factory
    }

    /// The elements within, at any depth, and whether some came or went meanwhile.
    private var parts: (elements: [Element], areChanging: Bool) {
        Element.all(gst_bin_iterate_recurse(reference.cast(to: GstBin.self)))
    }

    /// A Boolean value that tells whether an element or its parts have a thread that moves data. One that failed or came to the end
    /// of the file has paused it.
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

    /// The number of streams that a demultiplexer found in a file; 0 where there is none.
    package var streamCount: Int { demultiplexers.map { Int($0.pointer.pointee.numsrcpads) }.max() ?? 0 }

    /// A Boolean value that tells whether a demultiplexer found streams in a file, and no sound among them.
    package var hasOnlySilentStreams: Bool {
        let demultiplexers = demultiplexers
        var hasSound = false
        for element in demultiplexers {
            let look: GstElementForeachPadFunc = { _, pad, hasSound in
                guard let caps = gst_pad_get_current_caps(pad) else { return 1 }
                defer { gst_caps_unref(caps) }
                if caps.mediaType?.hasPrefix("audio/") == true { hasSound?.storeBytes(of: true, as: Bool.self) }
                return 1
            }
            gst_element_foreach_src_pad(element.pointer, look, &hasSound)
        }
        return !hasSound && demultiplexers.contains { $0.pointer.pointee.numsrcpads > 0 }
    }

    /// Asks for a state; it may be reached later.
    /// - Throws: ``GStreamerError/stateChange(to:)`` when an element refuses. Why it did
    ///   is the next error in ``messages``, which end here.
    package func change(to state: State) throws(GStreamerError) {
        let result = gst_element_set_state(reference.cast(to: GstElement.self), state.gst)
        guard result != GST_STATE_CHANGE_FAILURE else {
            // An element that refuses may say why, or nothing: no task may wait for a message that never comes.
            bus.continuation.finish()
            throw .stateChange(to: state.rawValue)
        }
    }

    /// Stops everything and waits until it has. A task that waits to push gets an answer.
    package func stop() { gst_element_set_state(reference.cast(to: GstElement.self), GST_STATE_NULL) }

    /// Has ``messages`` tell when the user asks the window of one of `sinks` to close, also of sinks that would tell with the next
    /// frame only. Must be called again once they got their window, with their first frame.
    package func watchWindows(of sinks: [Element]) {
        let continuation = bus.continuation
        for sink in sinks { sink.whenClosing { continuation.yield(.closeRequested) } }
    }

    /// Gives `relay` what viewers do in windows where that does not come up the pipeline.
    package func send(navigationTo relay: NavigationRelay) { bus.relay = relay }

    /// Has `sinks` draw their frames again, by which they notice whether their windows are still there. Must not be called
    /// while the state changes.
    package func redraw(_ sinks: [Element]) {
        if isSettled { for sink in sinks { sink.redraw() } }
    }

    private var settledState: GstState? {
        var (state, pending) = (GST_STATE_NULL, GST_STATE_NULL)
        gst_element_get_state(reference.cast(to: GstElement.self), &state, &pending, 0)
        return pending == GST_STATE_VOID_PENDING ? state : nil
    }

    /// A Boolean value that tells whether sinks have their windows, and do not change their state.
    private var isSettled: Bool { [GST_STATE_PAUSED, GST_STATE_PLAYING].contains(settledState) }

    /// The stream's time that is shown now, in nanoseconds, or `nil` before the first frame.
    package var position: Int64? {
        var position: gint64 = 0
        guard gst_element_query_position(reference.cast(to: GstElement.self), GST_FORMAT_TIME, &position) != 0,
            position >= 0
        else { return nil }
        return Int64(position)
    }

    /// The time of the clock since the first frame after a start or a flush, in nanoseconds, or `nil` if it stands.
    package var runningTime: Int64? {
        let element = reference.cast(to: GstElement.self)
        guard settledState == GST_STATE_PLAYING, let clock = gst_element_get_clock(element) else { return nil }
        defer { gst_object_unref(clock) }
        return Int64(truncatingIfNeeded: gst_clock_get_time(clock) &- gst_element_get_base_time(element))
    }

    /// Links two elements now, or, where the first has its output only once it
    /// knows its input (a demultiplexer, a parser that plugs), as soon as it has.
    private static func link(_ source: Element, _ target: Element) throws(GStreamerError) {
        guard gst_element_link(source.pointer, target.pointer) == 0 else { return }
        guard source.hasSometimesPads else { throw .cannotLink(from: source.factory, to: target.factory) }
        // The target outlives the signal: both belong to one pipeline.
        source.reference.connect("pad-added", unsafeBitCast(linkToContext, to: GCallback.self), target.reference.raw)
    }
}

extension Element {
    /// A Boolean value that tells whether some output appears only while the element runs.
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

/// Links a new output to the element in `context`, unless that has its input already. What takes anything is given pictures:
/// a file's sound may come first.
private let linkToContext:
    @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutablePointer<GstPad>?, gpointer?) -> Void = {
        _,
        pad,
        context in
        guard
            let target = context?.assumingMemoryBound(to: GstElement.self),
            let sink = gst_element_get_static_pad(target, "sink")
        else { return }
        let takesAnything = ObjectReference(retaining: context!).isA(gst_app_sink_get_type())
        if gst_pad_is_linked(sink) == 0, !takesAnything || carriesPictures(pad) { gst_pad_link(pad, sink) }
        gst_object_unref(sink)
    }

/// Returns whether pictures come out, compressed or not.
private func carriesPictures(_ pad: UnsafeMutablePointer<GstPad>?) -> Bool {
    guard let caps = gst_pad_get_current_caps(pad) ?? gst_pad_query_caps(pad, nil) else { return true }
    defer { gst_caps_unref(caps) }
    guard let type = caps.mediaType else { return true }
    return type.hasPrefix("video/") || type.hasPrefix("image/")
}

extension Pipeline {
    /// Has an element, mostly a muxer, write texts about the whole file. An element that writes none is left as it is.
    /// - Parameter tags: GStreamer's names of the texts, such as `title`, and the texts.
    package func write(tags: [(name: String, text: String)], with factory: String) {
        guard !tags.isEmpty, let element = element(of: factory), element.reference.isA(gst_tag_setter_get_type()),
            let list = tagList(tags)
        else { return }
        gst_tag_setter_merge_tags(OpaquePointer(element.reference.raw), list, GST_TAG_MERGE_REPLACE)
        gst_tag_list_unref(list)
    }
}

/// The pipelines of the process, for a program that wants to know what stands in the way when nothing moves.
package enum RunningPipelines {
    private struct Entry {
        weak var pipeline: Pipeline?
    }

    private static let entries = Mutex<[Entry]>([])

    static func add(_ pipeline: Pipeline) {
        entries.withLock { entries in
            entries.removeAll { $0.pipeline == nil }
            entries.append(Entry(pipeline: pipeline))
        }
    }

    /// The element of a pipeline that takes nothing, or `nil` if none is known.
    package static var obstacle: String? {
        entries.withLock { $0.compactMap(\.pipeline) }.compactMap(\.obstacle).first
    }
}

/// The clock of the system, which pipelines that belong together keep the time of.
package enum SystemClock {
    package static var now: Int64 {
        guard let clock = gst_system_clock_obtain() else { return 0 }
        defer { gst_object_unref(clock) }
        return Int64(clamping: gst_clock_get_time(clock))
    }
}

extension Pipeline {
    /// Has the times of buffers be those of the system's clock, from its beginning to its end: neither a flush nor a pause moves them.
    package func keepTimeOfSystemClock() {
        runBySystemClock()
        let element = reference.cast(to: GstElement.self)
        gst_element_set_start_time(element, GstClockTime.max)
        gst_element_set_base_time(element, 0)
    }

    /// Keeps the time of the system's clock, also where an element has a clock of its own.
    package func runBySystemClock() {
        guard let clock = gst_system_clock_obtain() else { return }
        defer { gst_object_unref(clock) }
        gst_pipeline_use_clock(reference.cast(to: GstPipeline.self), clock)
    }
}
