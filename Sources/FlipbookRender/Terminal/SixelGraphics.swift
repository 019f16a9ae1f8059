internal import CSixel
internal import FlipbookCore
package import FlipbookImaging

/// A picture as sixels in the 256 best colors, made by libsixel. A sixel is a column of six pixels.
package enum SixelGraphics {
    /// Returns the bytes that show a picture at the cursor, or `nil` if libsixel runs out of memory. Colors are dithered with a
    /// fixed pattern, since diffused errors would flicker in moving pictures.
    /// - Parameter picture: A straight RGBA picture. Its alpha is ignored, so it should be opaque.
    package static func bytes(showing picture: Picture) -> [UInt8]? {
        precondition(picture.format == .rgba, "sixels require straight RGBA")
        let (width, height) = (Int32(clamping: picture.size.width), Int32(clamping: picture.size.height))
        let encoding = Encoding()
        var output, palette: OpaquePointer?
        let write: sixel_write_function = { bytes, count, context in
            guard let bytes, let context, count > 0 else { return 0 }
            Unmanaged<Encoding>.fromOpaque(context).takeUnretainedValue()
                .bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
        guard sixel_output_new(&output, write, Unmanaged.passUnretained(encoding).toOpaque(), nil) == 0
        else { return nil }
        defer { sixel_output_unref(output) }
        guard sixel_dither_new(&palette, 256, nil) == 0 else { return nil }
        defer { sixel_dither_unref(palette) }
        var pixels = picture.withoutAlpha
        return pixels.withUnsafeMutableBufferPointer { pixels in
            let (format, method) = (Int32(SIXEL_PIXELFORMAT_RGB888), Int32(SIXEL_LARGE_NORM))
            let (colors, quality) = (Int32(SIXEL_REP_CENTER_BOX), Int32(SIXEL_QUALITY_LOW))
            let start = pixels.baseAddress
            guard sixel_dither_initialize(palette, start, width, height, format, method, colors, quality) == 0
            else { return nil }
            // No dithering is needed if every color fits in the palette.
            let isExact = sixel_dither_get_num_of_histogram_colors(palette) <= 256
            sixel_dither_set_diffusion_type(palette, Int32(isExact ? SIXEL_DIFFUSE_NONE : SIXEL_DIFFUSE_A_DITHER))
            return sixel_encode(start, width, height, 3, palette, output) == 0 ? encoding.bytes : nil
        }
    }

    private final class Encoding { var bytes: [UInt8] = [] }
}
