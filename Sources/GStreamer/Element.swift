internal import CGStreamer
internal import Glibc

package struct Element: Sendable {
    let reference: ObjectReference
    package let factory: String

    var pointer: UnsafeMutablePointer<GstElement> { reference.cast(to: GstElement.self) }

    /// Creates an element.
    /// - Throws: ``GStreamerError/missingElement(factory:)`` if no installed plugin contains the element, or a different error
    ///   if the plugin cannot be loaded.
    package init(_ factory: String) throws(GStreamerError) {
        guard try Self.isAvailable(factory) else { throw .missingElement(factory: factory) }
        guard let element = gst_element_factory_make(factory, nil) else {
            throw PluginScan.isLimited ? .shortage(factory: factory) : .unloadableElement(factory: factory)
        }
        self.factory = factory
        reference = ObjectReference(adopting: element)
    }

    /// Creates an element with properties, whose values have the syntax of `gst-launch-1.0`.
    package init(_ factory: String, _ properties: KeyValuePairs<String, String>) throws(GStreamerError) {
        try self.init(factory)
        for (property, text) in properties { try set(property, parsing: text) }
    }

    /// Returns `true` if an installed plugin contains an element with this name.
    /// - Throws: ``GStreamerError``, for example if memory runs out before the answer is known.
    package static func isAvailable(_ factory: String) throws(GStreamerError) -> Bool {
        try Runtime.start()
        guard let found = gst_element_factory_find(factory) else {
            if PluginScan.hasLostPlugins { throw .shortage(factory: factory) }
            return false
        }
        gst_object_unref(UnsafeMutableRawPointer(found))
        return true
    }

    /// Returns the name and version of the plugin that contains an element, such as `x264 1.22.0`, or `nil` if no plugin does.
    package static func version(of factory: String) throws(GStreamerError) -> String? {
        try Runtime.start()
        guard let found = gst_element_factory_find(factory) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(found)) }
        guard let plugin = gst_plugin_feature_get_plugin(found) else { return nil }
        defer { gst_object_unref(UnsafeMutableRawPointer(plugin)) }
        guard let name = gst_plugin_get_name(plugin), let version = gst_plugin_get_version(plugin) else { return nil }
        return "\(String(cString: name)) \(String(cString: version))"
    }

    package var isSink: Bool { pointer.pointee.object.flags & GST_ELEMENT_FLAG_SINK.rawValue != 0 }

    package var isAppSink: Bool { reference.isA(gst_app_sink_get_type()) }

    package func hasProperty(_ property: String) -> Bool { specification(of: property) != nil }

    /// The sinks inside the element, at any depth, or the element itself if it is a sink. An element that selects or wraps a
    /// sink contains that sink only after ``Pipeline/State/ready`` is reached.
    package var innerSinks: [Element] {
        guard reference.isA(gst_bin_get_type()) else { return isSink ? [self] : [] }
        return Self.all(gst_bin_iterate_sinks(reference.cast(to: GstBin.self))).elements.flatMap(\.innerSinks)
    }

    /// Returns the elements of an iterator, with a flag that indicates whether the list changed in the meantime. Frees the
    /// iterator.
    static func all(_ iterator: UnsafeMutablePointer<GstIterator>?) -> (elements: [Element], areChanging: Bool) {
        guard let iterator else { return ([], false) }
        var (found, areChanging) = ([Element](), false)
        var value = GValue()
        defer {
            g_value_unset(&value)
            gst_iterator_free(iterator)
        }
        while true {
            switch gst_iterator_next(iterator, &value) {
            case GST_ITERATOR_OK:
                if let object = g_value_get_object(&value) { found.append(Element(ObjectReference(retaining: object))) }
                g_value_reset(&value)
            case GST_ITERATOR_RESYNC:
                (found, areChanging) = ([], true)
                gst_iterator_resync(iterator)
            default: return (found, areChanging)
            }
        }
    }

    init(_ reference: ObjectReference) {
        self.reference = reference
        let factory = gst_element_get_factory(reference.cast(to: GstElement.self))
        let name = factory.flatMap {
            gst_object_get_name(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GstObject.self))
        }
        defer { g_free(name) }
        self.factory = name.map { String(cString: $0) } ?? "element"
    }

    func inputCaps<Value>(_ body: (UnsafeMutablePointer<GstCaps>) -> Value?) -> Value? {
        guard let pad = gst_element_get_static_pad(pointer, "sink") else { return nil }
        defer { gst_object_unref(pad) }
        guard let caps = gst_pad_get_current_caps(pad) else { return nil }
        defer { gst_caps_unref(caps) }
        return body(caps)
    }

    /// Returns a number in the caps of the element's input, such as `channels`, or `nil` if there is none.
    package func inputNumber(_ field: String) -> Int? { inputCaps { $0.number(field) } }

    /// The frame that the sink last received and is showing, or `nil` before the first frame.
    private var shown: MediaPacket? {
        isSink ? gst_base_sink_get_last_sample(reference.cast(to: GstBaseSink.self)).map(MediaPacket.init) : nil
    }

    /// The serial number of the shown frame's ``Buffer``, or `nil` before the first frame.
    package var shownSerial: UInt64? {
        shown?.buffer.flatMap { $0.pointee.offset == .max ? nil : UInt64($0.pointee.offset) }
    }

    package var shownBytes: [UInt8]? { shown?.bytes }

    func number(of property: String) -> UInt64? {
        guard hasProperty(property) else { return nil }
        var (value, number) = (GValue(), GValue())
        g_value_init(&number, GType(11 << 2))  // G_TYPE_UINT64, whose macro is not imported
        g_object_get_property(reference.cast(to: GObject.self), property, &value)
        defer {
            g_value_unset(&value)
            g_value_unset(&number)
        }
        return g_value_transform(&value, &number) != 0 ? UInt64(g_value_get_uint64(&number)) : nil
    }

    package func set(_ property: String, to number: Int) throws(GStreamerError) {
        try set(property, parsing: String(number))
    }

    /// Sets a property from text in the syntax of `gst-launch-1.0`: `true`, `42`, the nick of an enumeration, `"a \"text\""`.
    /// - Parameter isVerbatim: A Boolean value that indicates whether the text is used unchanged, which is necessary for file
    ///   names.
    /// - Throws: ``GStreamerError/unknownProperty(element:property:)``, or
    ///   ``GStreamerError/invalidValue(element:property:value:expected:)`` if the property does not accept the text.
    package func set(_ property: String, parsing text: String, isVerbatim: Bool = false) throws(GStreamerError) {
        guard
            let specification = specification(of: property),
            specification.pointee.flags.rawValue & G_PARAM_WRITABLE.rawValue != 0
        else { throw .unknownProperty(element: factory, property: property) }
        var value = GValue()
        g_value_init(&value, specification.pointee.value_type)
        defer { g_value_unset(&value) }
        let isText = value.g_type == GType(G_TYPE_STRING_FUNDAMENTAL)
        if isText, isVerbatim {
            g_value_set_string(&value, text)
        } else if (text.isEmpty && !isText) || gst_value_deserialize_with_pspec(&value, text, specification) == 0
            || g_param_value_validate(specification, &value) != 0
        {
            // GStreamer would read an empty string as 0, and clamp values to the allowed range.
            let expected = Self.values(of: specification)
            throw .invalidValue(element: factory, property: property, value: text, expected: expected)
        }
        g_object_set_property(reference.cast(to: GObject.self), property, &value)
    }

    func specification(of property: String) -> UnsafeMutablePointer<GParamSpec>? {
        guard let objectClass = reference.cast(to: GObject.self).pointee.g_type_instance.g_class else { return nil }
        return g_object_class_find_property(
            UnsafeMutableRawPointer(objectClass).assumingMemoryBound(to: GObjectClass.self),
            property
        )
    }

    private static func values(of specification: UnsafeMutablePointer<GParamSpec>) -> String {
        let type = specification.pointee.value_type
        func range<Specification>(_ kind: Specification.Type, _ text: (Specification) -> String) -> String {
            text(UnsafeMutableRawPointer(specification).assumingMemoryBound(to: kind).pointee)
        }
        switch Int(g_type_fundamental(type)) >> 2 {
        case 5: return "true or false"
        case 6: return range(GParamSpecInt.self) { "a whole number from \($0.minimum) to \($0.maximum)" }
        case 7: return range(GParamSpecUInt.self) { "a whole number from \($0.minimum) to \($0.maximum)" }
        case 10: return range(GParamSpecInt64.self) { "a whole number from \($0.minimum) to \($0.maximum)" }
        case 11: return range(GParamSpecUInt64.self) { "a whole number from \($0.minimum) to \($0.maximum)" }
        case 14: return range(GParamSpecFloat.self) { "a number from \($0.minimum) to \($0.maximum)" }
        case 15: return range(GParamSpecDouble.self) { "a number from \($0.minimum) to \($0.maximum)" }
        case 12: return "one of " + nicks(of: type) { (all: GEnumClass) in (all.values, all.n_values, \.value_nick) }
        case 13:
            let nicks = Self.nicks(of: type) { (all: GFlagsClass) in (all.values, all.n_values, \.value_nick) }
            return "one or more of \(nicks), joined with +"
        default: return "a value of type \(g_type_name(type).map { String(cString: $0) } ?? "unknown")"
        }
    }

    private static func nicks<Class, Member>(
        of type: GType,
        _ members: (Class) -> (UnsafeMutablePointer<Member>?, guint, KeyPath<Member, UnsafePointer<gchar>?>)
    ) -> String {
        guard let anyClass = g_type_class_ref(type) else { return "" }
        defer { g_type_class_unref(anyClass) }
        let (first, count, nick) = members(anyClass.assumingMemoryBound(to: Class.self).pointee)
        return UnsafeBufferPointer(start: first, count: Int(count)).compactMap { $0[keyPath: nick] }
            .map { String(cString: $0) }.joined(separator: ", ")
    }

    /// Makes the sink draw its last frame again, so that it notices if its window or window system no longer exists. X11 sinks
    /// check this only when they draw a frame. Must not be called during a state change.
    func redraw() {
        guard reference.isA(gst_video_overlay_get_type()) else { return }
        gst_video_overlay_expose(OpaquePointer(reference.raw))
    }

    /// Returns the window's ID if a sink reports that it has opened a window, or `nil` for other messages.
    static func window(toldBy message: UnsafeMutablePointer<GstMessage>) -> UInt? {
        guard let structure = gst_message_get_structure(message),
            gst_structure_has_name(structure, "have-window-handle") != 0
        else { return nil }
        var number: guint64 = 0
        return gst_structure_get_uint64(structure, "window-handle", &number) != 0 ? UInt(number) : nil
    }

    /// Calls `notify` when the user closes the window of a GL sink. Other sinks report this themselves, immediately. A GL sink
    /// reports it only with its next frame, and there is no next frame while playback is paused. The window exists once the
    /// sink has received a frame. GStreamer's GL library is looked up by name, since only these sinks load it.
    func whenClosing(_ notify: @escaping @Sendable () -> Void) {
        guard hasProperty("context"), let library = dlopen("libgstgl-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD) else { return }
        defer { dlclose(library) }
        guard let getWindow = dlsym(library, "gst_gl_context_get_window"),
            let setCallback = dlsym(library, "gst_gl_window_set_close_callback"),
            let contextType = dlsym(library, "gst_gl_context_get_type")
        else { return }
        guard let context = object("context", of: unsafeBitCast(contextType, to: GetType.self)()) else { return }
        defer { g_object_unref(context) }
        guard let window = unsafeBitCast(getWindow, to: GetWindow.self)(context) else { return }
        defer { g_object_unref(window) }
        unsafeBitCast(setCallback, to: SetCallback.self)(
            window,
            { Unmanaged<Notification>.fromOpaque($0!).takeUnretainedValue().notify() },
            Unmanaged.passRetained(Notification(notify)).toOpaque(),
            { Unmanaged<Notification>.fromOpaque($0!).release() }
        )
    }

    private typealias GetType = @convention(c) () -> GType
    private typealias GetWindow = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    private typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> Void
    private typealias SetCallback =
        @convention(c) (UnsafeMutableRawPointer, Callback, UnsafeMutableRawPointer, Callback) -> Void

    private final class Notification: Sendable {
        let notify: @Sendable () -> Void
        init(_ notify: @escaping @Sendable () -> Void) { self.notify = notify }
    }

    /// Returns the object in a property, or `nil` if the property is empty or has a different type. The caller must release the
    /// object.
    private func object(_ property: String, of type: GType) -> UnsafeMutableRawPointer? {
        guard let specification = specification(of: property),
            g_type_is_a(specification.pointee.value_type, type) != 0
        else { return nil }
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        g_object_get_property(reference.cast(to: GObject.self), property, &value)
        return g_value_dup_object(&value)
    }

    /// Makes a `decodebin` decode JPEG with libav, if installed, since the element based on libjpeg halves the chroma
    /// resolution of 4:4:4 pictures.
    func passOverJPEGDecoder() {
        guard (try? Element.isAvailable("avdec_mjpeg")) == true else { return }
        let select:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
                UnsafeMutableRawPointer?, gpointer?
            ) -> guint = { _, _, _, factory, _ in
                guard let factory, let name = gst_object_get_name(factory.assumingMemoryBound(to: GstObject.self))
                else { return 0 }
                defer { g_free(name) }
                // GST_AUTOPLUG_SELECT_SKIP and GST_AUTOPLUG_SELECT_TRY, from a header that is not installed.
                return String(cString: name) == "jpegdec" ? 2 : 0
            }
        reference.connect("autoplug-select", unsafeBitCast(select, to: GCallback.self))
    }

    /// Makes a `decodebin` wait for the link to `next` before the first samples. A demuxer that reads the file itself, such as
    /// AIFF's, starts before it is linked. If it is quicker, the stream is lost, and its error is not reported.
    package func holdSamples(untilLinkedTo next: Element) {
        let hold: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, gpointer?) -> Void = {
            guard let element = $1,
                let sink = gst_element_get_static_pad($2?.assumingMemoryBound(to: GstElement.self), "sink")
            else { return }
            let target = ObjectReference(adopting: UnsafeMutableRawPointer(sink))
            Element(ObjectReference(retaining: element)).probe("src", for: GST_PAD_PROBE_TYPE_BUFFER) { pad, _ in
                // After five seconds, the samples are for no one.
                let isLinked = { gst_pad_is_linked(target.cast(to: GstPad.self)) != 0 }
                for _ in 0..<25_000 where pad.mediaType == "audio/x-raw" && !isLinked() { g_usleep(200) }
                return GST_PAD_PROBE_REMOVE
            }
        }
        reference.connect("element-added", unsafeBitCast(hold, to: GCallback.self), next.reference.raw)
    }

    /// Returns the elements that read a file.
    /// - Parameter takesLong: A Boolean value that indicates whether packets may be too long for a demuxer to read at once. If
    ///   `true`, all packets are read in pieces.
    static func reading(_ path: String, takesLong: Bool) throws(GStreamerError) -> [Element] {
        let file = try Element("filesrc")
        try file.set("location", parsing: path, isVerbatim: true)
        guard takesLong else { return [file] }
        try file.set("blocksize", to: 1 << 20)
        return [file, try Element("queue")]
    }

    typealias Probe =
        @Sendable (UnsafeMutablePointer<GstPad>, UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn

    /// Calls `body` on a GStreamer thread for the data that passes through one of the element's pads. The pad retains `body`,
    /// which must not retain the element.
    func probe(_ name: String, for kind: GstPadProbeType, _ body: @escaping Probe) {
        guard let pad = gst_element_get_static_pad(pointer, name) else { return }
        defer { gst_object_unref(pad) }
        gst_pad_add_probe(
            pad,
            kind,
            { pad, info, context in
                guard let pad, let info, let context else { return GST_PAD_PROBE_OK }
                return Unmanaged<PadProbe>.fromOpaque(context).takeUnretainedValue().body(pad, info)
            },
            Unmanaged.passRetained(PadProbe(body)).toOpaque(),
            { Unmanaged<PadProbe>.fromOpaque($0!).release() }
        )
    }
}

// The G_TYPE_ macros are not imported. Fundamental types are numbered in steps of 4.
let G_TYPE_STRING_FUNDAMENTAL = 16 << 2

private final class PadProbe: Sendable {
    let body: Element.Probe

    init(_ body: @escaping Element.Probe) { self.body = body }
}
