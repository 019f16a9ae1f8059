internal import CImageKernels
internal import FlipbookCore

/// 16 bits a channel, for outputs that carry more than 8. Pictures of 8 bits are widened.
enum SixteenBits: ChannelDepth {
    typealias Channel = UInt16
    typealias Middle = Int32

    static var straight: PixelFormat { .rgba64 }
    static var premultiplied: PixelFormat { .rgba64Premultiplied }

    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture {
        picture.format == .rgba ? try picture.widened() : picture
    }

    static var premultiply: Kernel { flipbook_rgba64_premultiply }
    static var unpremultiply: Kernel { flipbook_rgba64_unpremultiply }
    static var over: Kernel { flipbook_rgba64_over }
    static var overColor: ColorKernel { flipbook_rgba64_over_color }
    static var straightOverOpaque: ColorKernel { flipbook_rgba64_straight_over_opaque }
    static var fill: (UnsafeMutablePointer<UInt16>, Int, UnsafePointer<UInt16>) -> Void { flipbook_rgba64_fill }
    static var stencil: ColorKernel { flipbook_rgba64_stencil }
    static var fade: (UnsafeMutablePointer<UInt16>, UnsafePointer<UInt16>, Int, UInt16) -> Void { flipbook_rgba64_fade }

    static func isOpaque(_ source: UnsafePointer<UInt16>, _ count: Int) -> Bool {
        flipbook_rgba64_is_opaque(source, count) != 0
    }

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
            compositor.writeRows(size: size, as: format, to: target)
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

    static func packing(_ picture: Picture, for output: RenderTarget) throws(MachineShortage) -> Picture {
        try narrowing(picture, to: output.format, rounding: output.rounding)
    }

    static func isNative(_ format: PixelFormat) -> Bool { format == .rgba64 || format == .rgba64Premultiplied }

    static func adopt(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt8>, _ count: Int) {
        flipbook_rgba64_widen(target, source, count)
    }

    static func widen(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ count: Int) {
        target.update(from: source, count: count * 4)
    }

    static func finish(_ pixels: UnsafeMutablePointer<UInt16>, _ count: Int, as format: PixelFormat) {
        // There is but one order of channels.
    }
}
