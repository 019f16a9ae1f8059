internal import CGStreamer
internal import Synchronization

private final class PadProbe: Sendable {
    let body: Element.Probe

    init(_ body: @escaping Element.Probe) { self.body = body }
}

extension Element {
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

extension Pipeline {
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
}
