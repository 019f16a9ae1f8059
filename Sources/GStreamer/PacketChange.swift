internal import CGStreamer

extension Pipeline {
    /// Has `change` see every packet that leaves the first element of a factory, and put other bytes in its place where it
    /// returns some. Times stay as they are.
    ///
    /// - Parameters:
    ///   - factory: What made the element, such as `av1enc`.
    ///   - change: Is called on a thread of GStreamer's.
    package func changePackets(
        leaving factory: String,
        by change: @escaping @Sendable (UnsafeRawBufferPointer) -> [UInt8]?
    ) {
        guard let element = elements.first(where: { $0.factory == factory }),
            let pad = gst_element_get_static_pad(element.pointer, "src")
        else { return }
        gst_pad_add_probe(
            pad,
            GST_PAD_PROBE_TYPE_BUFFER,
            changePacket,
            Unmanaged.passRetained(PacketChange(change)).toOpaque(),
            { Unmanaged<PacketChange>.fromOpaque($0!).release() }
        )
        gst_object_unref(pad)
    }
}

/// What is done to packets, for C to keep.
private final class PacketChange: Sendable {
    let change: @Sendable (UnsafeRawBufferPointer) -> [UInt8]?

    init(_ change: @escaping @Sendable (UnsafeRawBufferPointer) -> [UInt8]?) { self.change = change }
}

/// Puts another buffer in the place of the one that passes, where its bytes are changed.
private let changePacket:
    @convention(c) (UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?)
        -> GstPadProbeReturn = { _, info, context in
            guard let info, let context, let data = info.pointee.data else { return GST_PAD_PROBE_OK }
            let buffer = data.assumingMemoryBound(to: GstBuffer.self)
            var map = GstMapInfo()
            guard gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return GST_PAD_PROBE_OK }
            let change = Unmanaged<PacketChange>.fromOpaque(context).takeUnretainedValue().change
            let bytes = change(UnsafeRawBufferPointer(start: map.data, count: Int(map.size)))
            gst_buffer_unmap(buffer, &map)
            guard let bytes, let changed = gst_buffer_new_memdup(bytes, gsize(bytes.count)) else {
                return GST_PAD_PROBE_OK
            }
            let kept = GstBufferCopyFlags(
                rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue
                    | GST_BUFFER_COPY_META.rawValue
            )
            gst_buffer_copy_into(changed, buffer, kept, 0, gsize.max)
            info.pointee.data = UnsafeMutableRawPointer(changed)
            gst_buffer_unref(buffer)
            return GST_PAD_PROBE_OK
        }
