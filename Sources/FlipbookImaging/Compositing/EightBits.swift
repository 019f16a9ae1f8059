internal import CImageKernels
internal import FlipbookCore

/// 8 bits a channel.
enum EightBits: ChannelDepth {
    typealias Channel = UInt8
    typealias Middle = Int16

    static var straight: PixelFormat { .rgba }
    static var premultiplied: PixelFormat { .rgbaPremultiplied }

    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture {
        picture.format == .rgba64 ? try picture.narrowed() : picture
    }

    static func premultiply(_ target: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>, _ count: Int) {
        flipbook_premultiply(target, source, count)
    }

    static func unpremultiply(_ target: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>, _ count: Int) {
        flipbook_unpremultiply(target, source, count)
    }

    static func isOpaque(_ source: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        flipbook_is_opaque(source, count) != 0
    }

    static func over(_ target: UnsafeMutablePointer<UInt8>, _ source: UnsafePointer<UInt8>, _ count: Int) {
        flipbook_over(target, source, count)
    }

    static func over(
        _ target: UnsafeMutablePointer<UInt8>,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        color: [UInt8]
    ) {
        flipbook_over_color(target, source, count, color)
    }

    static func straightOver(
        _ target: UnsafeMutablePointer<UInt8>,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        opaque color: [UInt8]
    ) {
        flipbook_straight_over_opaque(target, source, count, color)
    }

    static func fill(_ target: UnsafeMutablePointer<UInt8>, _ count: Int, color: [UInt8]) {
        flipbook_fill(target, count, color)
    }

    static func stencil(
        _ target: UnsafeMutablePointer<UInt8>,
        _ source: UnsafePointer<UInt8>,
        _ count: Int,
        color: [UInt8]
    ) {
        flipbook_stencil(target, source, count, color)
    }

    static func fade(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int, by alpha: UInt8) {
        flipbook_fade(pixels, pixels, count, alpha)
    }

    static func resampleRows(
        _ target: UnsafeMutablePointer<Int16>,
        _ rows: UnsafePointer<UnsafePointer<UInt8>?>,
        _ weights: UnsafePointer<Int16>,
        rowCount: Int,
        channelCount: Int
    ) {
        flipbook_resample_rows(target, rows, weights, rowCount, channelCount)
    }

    static func resampleColumns(
        _ target: UnsafeMutablePointer<UInt8>,
        _ source: UnsafePointer<Int16>,
        starts: [Int32],
        weights: [Int16],
        tapCount: Int,
        pixelCount: Int
    ) {
        flipbook_resample_columns(target, source, starts, weights, tapCount, pixelCount)
    }

    static func write(
        _ compositor: inout RowCompositor<EightBits>,
        size: PixelSize,
        as format: PixelFormat,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        if format == .i420 {
            try PlanarWriter(size: size).writeI420(&compositor, to: target)
        } else {
            compositor.writeAll(size: size, as: format, to: target)
        }
    }

    static func finish(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int, as format: PixelFormat) {
        if format == .bgra { flipbook_swap_red_blue(pixels, pixels, count) }
    }
}
