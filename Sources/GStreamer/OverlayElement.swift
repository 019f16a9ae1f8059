internal import CGStreamer
internal import Synchronization

package struct OverlayBox: Sendable {
    /// The blue, green, red, and straight alpha values of each pixel, in rows without gaps.
    package let pixels: [UInt8]
    package let width, height, x, y: Int
    package let isOpaque: Bool

    package init(pixels: [UInt8], width: Int, height: Int, x: Int, y: Int, isOpaque: Bool = false) {
        precondition(pixels.count == width * height * 4, "there must be 4 bytes per pixel")
        (self.pixels, self.width, self.height, self.x, self.y) = (pixels, width, height, x, y)
        self.isOpaque = isOpaque
    }

    /// Makes the pixels under the box opaque. Blending treats the unused byte as alpha, and `videobox` leaves it at 0, so the
    /// frame would not be visible through the box. Read-only frames are Flipbook's own pictures, which are opaque.
    fileprivate func makeOpaque(
        _ buffer: UnsafeMutablePointer<GstBuffer>,
        _ frame: (width: Int, height: Int),
        byte: Int
    ) {
        guard gst_buffer_n_memory(buffer) == 1, let memory = gst_buffer_peek_memory(buffer, 0) else { return }
        var map = GstMapInfo()
        let access = GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
        guard gst_memory_map(memory, &map, access) != 0 else { return }
        defer { gst_memory_unmap(memory, &map) }
        let stride = gst_buffer_get_video_meta(buffer).map { Int($0.pointee.stride.0) } ?? 4 * frame.width
        let columns = max(0, x)..<max(0, x, min(frame.width, x + width))
        let rows = max(0, y)..<max(0, y, min(frame.height, y + height, Int(map.size) / max(1, stride)))
        guard stride >= 4 * frame.width, let bytes = map.data else { return }
        for row in rows { for column in columns { bytes[row * stride + 4 * column + byte] = 255 } }
    }
}

/// GStreamer's `overlaycomposition`, which requests boxes for each frame. Positions are in window pixels if the sink reports
/// the window's size, otherwise in frame pixels.
package struct OverlayElement: Sendable {
    /// Called on the streaming thread with the frame's serial number and the width and height of the output.
    package typealias Boxes = @Sendable (_ serial: UInt64, _ width: Int, _ height: Int) -> [OverlayBox]

    package let element: Element

    package init(_ boxes: @escaping Boxes) throws(GStreamerError) {
        element = try Element("overlaycomposition")
        let context = Context(boxes)
        let draw = unsafeBitCast(drawBoxes, to: GCallback.self)
        for (signal, callback) in [("draw", draw), ("caps-changed", unsafeBitCast(noteSize, to: GCallback.self))] {
            element.reference.connect(signal, callback, Unmanaged.passRetained(context).toOpaque()) { context, _ in
                if let context { Unmanaged<Context>.fromOpaque(context).release() }
            }
        }
    }

    fileprivate final class Context: Sendable {
        let boxes: Boxes
        /// The sizes of the frames and of their window. `spareByte` is the index of a pixel's unused byte, or `nil` if all
        /// bytes are used.
        let shown = Mutex((frame: (width: 0, height: 0), window: (width: 0, height: 0), spareByte: Int?.none))

        init(_ boxes: @escaping Boxes) { self.boxes = boxes }
    }
}

private let noteSize:
    @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<GstCaps>?, guint, guint, UnsafeMutableRawPointer?
    ) -> Void = { _, caps, windowWidth, windowHeight, context in
        guard let context, let caps, let frame = caps.size else { return }
        let isTold = windowWidth > 0 && windowHeight > 0
        let overlay = Unmanaged<OverlayElement.Context>.fromOpaque(context).takeUnretainedValue()
        let format = caps.structure.flatMap { gst_structure_get_string($0, "format") }.map { String(cString: $0) } ?? ""
        let spareByte = ["BGRx": 3, "RGBx": 3, "xRGB": 0, "xBGR": 0][format]
        overlay.shown.withLock { $0 = (frame, isTold ? (Int(windowWidth), Int(windowHeight)) : frame, spareByte) }
    }

private let drawBoxes:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> OpaquePointer? = {
        _,
        sample,
        context in
        guard let context, let sample, let buffer = gst_sample_get_buffer(sample), buffer.pointee.offset != .max else {
            return nil
        }
        let overlay = Unmanaged<OverlayElement.Context>.fromOpaque(context).takeUnretainedValue()
        let (frame, window, spareByte) = overlay.shown.withLock { $0 }
        guard window.width > 0, window.height > 0 else { return nil }
        let boxes = overlay.boxes(UInt64(buffer.pointee.offset), window.width, window.height)
        if frame == window, let byte = spareByte {
            for box in boxes where !box.isOpaque { box.makeOpaque(buffer, frame, byte: byte) }
        }
        var composition: OpaquePointer?
        for box in boxes {
            guard let pixels = gst_buffer_new_allocate(nil, gsize(box.pixels.count), nil) else { continue }
            defer { gst_buffer_unref(pixels) }
            box.pixels.withUnsafeBytes { _ = gst_buffer_fill(pixels, 0, $0.baseAddress, gsize($0.count)) }
            gst_buffer_add_video_meta(
                pixels,
                GST_VIDEO_FRAME_FLAG_NONE,
                GST_VIDEO_FORMAT_BGRA,
                guint(box.width),
                guint(box.height)
            )
            let rectangle = gst_video_overlay_rectangle_new_raw(
                pixels,
                gint(box.x * frame.width / window.width),
                gint(box.y * frame.height / window.height),
                guint(max(1, box.width * frame.width / window.width)),
                guint(max(1, box.height * frame.height / window.height)),
                GST_VIDEO_OVERLAY_FORMAT_FLAG_NONE
            )
            guard let rectangle else { continue }
            defer { gst_video_overlay_rectangle_unref(rectangle) }
            if let composition {
                gst_video_overlay_composition_add_rectangle(composition, rectangle)
            } else {
                composition = gst_video_overlay_composition_new(rectangle)
            }
        }
        return composition
    }
