internal import CGStreamer

/// Bytes that a pipeline reads in the place of some of a file's. The file stays as it is.
package struct ByteChange: Hashable, Sendable {
    /// The place of the first in the file.
    package let offset: Int
    /// What is read there.
    package let bytes: [UInt8]

    /// Bytes at a place.
    package init(at offset: Int, _ bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }
}

extension Pipeline {
    /// Changes what the elements behind the first element of a factory read of a file.
    /// - Parameters:
    ///   - changes: The bytes.
    ///   - factory: What made the element, such as `filesrc`.
    package func change(_ changes: [ByteChange], readFrom factory: String) {
        guard !changes.isEmpty, let element = elements.first(where: { $0.factory == factory }),
            let pad = gst_element_get_static_pad(element.pointer, "src")
        else { return }
        gst_pad_add_probe(
            pad,
            GST_PAD_PROBE_TYPE_BUFFER,
            changeRead,
            Unmanaged.passRetained(ByteChanges(changes)).toOpaque(),
            { Unmanaged<ByteChanges>.fromOpaque($0!).release() }
        )
        gst_object_unref(pad)
    }
}

/// What is changed, for C to keep.
private final class ByteChanges: Sendable {
    private let changes: [ByteChange]

    init(_ changes: [ByteChange]) { self.changes = changes }

    /// Changes the bytes of a buffer that lie in the file from `offset` on.
    func apply(to buffer: UnsafeMutablePointer<GstBuffer>, at offset: Int) {
        let place = offset..<offset + Int(gst_buffer_get_size(buffer))
        for change in changes {
            let part = place.clamped(to: change.offset..<change.offset + change.bytes.count)
            guard !part.isEmpty else { continue }
            change.bytes.withUnsafeBytes { bytes in
                _ = gst_buffer_fill(
                    buffer,
                    gsize(part.lowerBound - offset),
                    bytes.baseAddress?.advanced(by: part.lowerBound - change.offset),
                    gsize(part.count)
                )
            }
        }
    }
}

/// Changes what was read. A buffer that comes from a file is its reader's alone, and knows its place in the file.
private let changeRead:
    @convention(c) (UnsafeMutablePointer<GstPad>?, UnsafeMutablePointer<GstPadProbeInfo>?, gpointer?)
        -> GstPadProbeReturn = { _, info, context in
            guard let context, let data = info?.pointee.data else { return GST_PAD_PROBE_OK }
            let buffer = data.assumingMemoryBound(to: GstBuffer.self)
            if let offset = Int(exactly: buffer.pointee.offset) {
                Unmanaged<ByteChanges>.fromOpaque(context).takeUnretainedValue().apply(to: buffer, at: offset)
            }
            return GST_PAD_PROBE_OK
        }
