internal import CImageKernels
internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// 16 bits per channel, for outputs with more than 8 bits. Pictures with 8 bits are widened.
enum SixteenBits: ChannelDepth {
    typealias Channel = UInt16
    typealias Middle = Int32

    static var straight: PixelFormat { .rgba64 }
    static var premultiplied: PixelFormat { .rgba64Premultiplied }
    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture { try picture.widened() }
    static var premultiply: Kernel { flipbook_rgba64_premultiply }
    static var unpremultiply: Kernel { flipbook_rgba64_unpremultiply }
    static var over: Kernel { flipbook_rgba64_over }
    static var overColor: ColorKernel { flipbook_rgba64_over_color }
    static var straightOverOpaque: ColorKernel { flipbook_rgba64_straight_over_opaque }
    static var fill: (Pixels, Int, ReadPixels) -> Void { flipbook_rgba64_fill }
    static var stencil: ColorKernel { flipbook_rgba64_stencil }
    static var fade: (Pixels, ReadPixels, Int, UInt16) -> Void { flipbook_rgba64_fade }
    static func isOpaque(_ source: ReadPixels, _ count: Int) -> Bool { flipbook_rgba64_is_opaque(source, count) != 0 }
    static var resampleRows: RowKernel { flipbook_rgba64_resample_rows }
    static var resampleColumns: ColumnKernel { flipbook_rgba64_resample_columns }

    static func write(
        _ compositor: inout RowCompositor<SixteenBits>,
        for output: RenderTarget,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        let (size, format) = (output.size, output.format)
        if let planes = format.planes {
            try PlanarWriter(size: size, coding: output.coding)
                .write(&compositor, as: planes, rounding: output.rounding, to: target)
        } else if isNative(format) {
            compositor.writeRows(as: format, to: target)
        } else {
            try withScratch(pixels: size.width) { row in
                for y in compositor.rows.ranges.joined() {
                    if format == .rgbaPremultiplied {
                        compositor.write(row: y, to: row)
                    } else {
                        compositor.writeStraight(row: y, to: row)
                    }
                    narrow(row, row: y, of: size, to: format, rounding: output.rounding, in: target)
                }
            }
        }
    }

    static func isNative(_ format: PixelFormat) -> Bool { format == .rgba64 || format == .rgba64Premultiplied }

    static func adopt(_ target: Pixels, _ source: UnsafePointer<UInt8>, _ count: Int) {
        flipbook_rgba64_widen(target, source, count)
    }

    static func widen(_ target: Pixels, _ source: ReadPixels, _ count: Int) {
        target.update(from: source, count: count * 4)
    }

    static func finish(_ pixels: Pixels, _ count: Int, as format: PixelFormat) {
        // Nothing is done, since 16-bit formats have only one channel order.
    }

    static func narrowing(_ picture: Picture, to format: PixelFormat, rounding: Rounding) throws(MachineShortage)
        -> Picture
    {
        try picture.withPixels { (pixels: ReadPixels) throws(MachineShortage) in
            try Picture(size: picture.size, format: format) { target in
                for y in 0..<picture.size.height {
                    let row = pixels + y * picture.size.width * 4
                    narrow(row, row: y, of: picture.size, to: format, rounding: rounding, in: target)
                }
            }
        }
    }

    static func narrow(
        _ pixels: ReadPixels,
        row y: Int,
        of size: PixelSize,
        to format: PixelFormat,
        rounding: Rounding,
        in target: UnsafeMutableRawBufferPointer
    ) {
        guard let base = target.baseAddress else { return }
        let thresholds = rounding.thresholds(ofRow: y)
        if format == .gbra12 {
            let green = base.assumingMemoryBound(to: UInt16.self) + y * size.width
            let (blue, red, alpha) = (green + size.area, green + size.area * 2, green + size.area * 3)
            flipbook_rgba64_to_planes12(green, blue, red, alpha, pixels, size.width, thresholds)
        } else if format == .gray16 {
            let row = base.assumingMemoryBound(to: UInt16.self) + y * size.width
            for x in 0..<size.width { row[x] = pixels[x &* 4] }
        } else {
            let row = base.assumingMemoryBound(to: UInt8.self) + y * size.width * 4
            flipbook_rgba64_dither(row, pixels, size.width, thresholds)
            EightBits.finish(row, size.width, as: format)
        }
    }
}
