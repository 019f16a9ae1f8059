internal import CImageKernels
import FlipbookFiles
import FlipbookImaging

enum EightBits: ChannelDepth {
    typealias Channel = UInt8
    typealias Middle = Int16

    static var straight: PixelFormat { .rgba }
    static var premultiplied: PixelFormat { .rgbaPremultiplied }

    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture {
        picture.format == .rgba64 ? try picture.narrowed() : picture
    }

    static var premultiply: Kernel { flipbook_premultiply }
    static var unpremultiply: Kernel { flipbook_unpremultiply }
    static var over: Kernel { flipbook_over }
    static var overColor: ColorKernel { flipbook_over_color }
    static var straightOverOpaque: ColorKernel { flipbook_straight_over_opaque }
    static var fill: (Pixels, Int, ReadPixels) -> Void { flipbook_fill }
    static var stencil: ColorKernel { flipbook_stencil }
    static var fade: (Pixels, ReadPixels, Int, UInt8) -> Void { flipbook_fade }
    static func isOpaque(_ source: ReadPixels, _ count: Int) -> Bool { flipbook_is_opaque(source, count) != 0 }
    static var resampleRows: RowKernel { flipbook_resample_rows }
    static var resampleColumns: ColumnKernel { flipbook_resample_columns }

    static func write(
        _ compositor: inout RowCompositor<EightBits>,
        for output: RenderTarget,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        let writer = PlanarWriter(size: output.size, coding: output.coding)
        if output.format == .i420, writer.isQuick {
            try writer.writeI420(&compositor, to: target)
        } else if let planes = output.format.planes {
            try writer.write(&compositor, as: planes, rounding: output.rounding, to: target)
        } else {
            compositor.writeRows(as: output.format, to: target)
        }
    }

    static func isNative(_ format: PixelFormat) -> Bool { format.planes == nil && !format.isDeep }

    static func adopt(_ target: Pixels, _ source: ReadPixels, _ count: Int) {
        target.update(from: source, count: count * 4)
    }

    static func widen(_ target: UnsafeMutablePointer<UInt16>, _ source: ReadPixels, _ count: Int) {
        flipbook_rgba64_widen(target, source, count)
    }

    static func finish(_ pixels: Pixels, _ count: Int, as format: PixelFormat) {
        if format == .bgra { flipbook_swap_red_blue(pixels, pixels, count) }
    }
}
