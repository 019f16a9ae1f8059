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

    static func premultiply(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ count: Int) {
        flipbook_rgba64_premultiply(target, source, count)
    }

    static func unpremultiply(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ count: Int) {
        flipbook_rgba64_unpremultiply(target, source, count)
    }

    static func isOpaque(_ source: UnsafePointer<UInt16>, _ count: Int) -> Bool {
        flipbook_rgba64_is_opaque(source, count) != 0
    }

    static func over(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<UInt16>, _ count: Int) {
        flipbook_rgba64_over(target, source, count)
    }

    static func over(
        _ target: UnsafeMutablePointer<UInt16>,
        _ source: UnsafePointer<UInt16>,
        _ count: Int,
        color: [UInt16]
    ) {
        flipbook_rgba64_over_color(target, source, count, color)
    }

    static func straightOver(
        _ target: UnsafeMutablePointer<UInt16>,
        _ source: UnsafePointer<UInt16>,
        _ count: Int,
        opaque color: [UInt16]
    ) {
        flipbook_rgba64_straight_over_opaque(target, source, count, color)
    }

    static func fill(_ target: UnsafeMutablePointer<UInt16>, _ count: Int, color: [UInt16]) {
        flipbook_rgba64_fill(target, count, color)
    }

    static func stencil(
        _ target: UnsafeMutablePointer<UInt16>,
        _ source: UnsafePointer<UInt16>,
        _ count: Int,
        color: [UInt16]
    ) {
        flipbook_rgba64_stencil(target, source, count, color)
    }

    static func fade(_ pixels: UnsafeMutablePointer<UInt16>, _ count: Int, by alpha: UInt16) {
        flipbook_rgba64_fade(pixels, pixels, count, alpha)
    }

    static func resampleRows(
        _ target: UnsafeMutablePointer<Int32>,
        _ rows: UnsafePointer<UnsafePointer<UInt16>?>,
        _ weights: UnsafePointer<Int16>,
        rowCount: Int,
        channelCount: Int
    ) {
        flipbook_rgba64_resample_rows(target, rows, weights, rowCount, channelCount)
    }

    static func resampleColumns(
        _ target: UnsafeMutablePointer<UInt16>,
        _ source: UnsafePointer<Int32>,
        starts: [Int32],
        weights: [Int16],
        tapCount: Int,
        pixelCount: Int
    ) {
        flipbook_rgba64_resample_columns(target, source, starts, weights, tapCount, pixelCount)
    }

    static func write(
        _ compositor: inout RowCompositor<SixteenBits>,
        size: PixelSize,
        as format: PixelFormat,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage) {
        switch format {
        case .gbra12: try PlanarWriter(size: size).writeTwelveBits(&compositor, to: target)
        case .yuv420p10, .yuv422p10, .yuva444p10:
            try PlanarWriter(size: size).writeTenBits(&compositor, as: format, to: target)
        default: compositor.writeAll(size: size, as: format, to: target)
        }
    }

    static func finish(_ pixels: UnsafeMutablePointer<UInt16>, _ count: Int, as format: PixelFormat) {
        // There is but one order of channels.
    }
}
