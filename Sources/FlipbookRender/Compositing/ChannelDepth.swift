internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The bit depth of channels during drawing. It determines the memory layout of pixels and the choice of kernels. The kernels'
/// results differ only in rounding.
protocol ChannelDepth: Sendable {
    associatedtype Channel: FixedWidthInteger & UnsignedInteger & Sendable
    /// The type of a channel between the two steps of scaling.
    associatedtype Middle: FixedWidthInteger & Sendable

    typealias Pixels = UnsafeMutablePointer<Channel>
    typealias ReadPixels = UnsafePointer<Channel>
    /// Converts pixels. The arguments are the target, the source, and the number of pixels. The target and the source may be
    /// the same memory.
    typealias Kernel = (Pixels, ReadPixels, Int) -> Void
    /// Combines pixels with a color. The arguments are the target, the source, the number of pixels, and the color (R, G, B,
    /// A).
    typealias ColorKernel = (Pixels, ReadPixels, Int, ReadPixels) -> Void

    /// Computes a weighted sum of rows. The arguments are the result, the rows, their weights, the number of rows, and the
    /// number of channels per row.
    typealias RowKernel = (UnsafeMutablePointer<Middle>, UnsafePointer<ReadPixels?>, UnsafePointer<Int16>, Int, Int) ->
        Void
    /// Computes weighted sums of columns. The arguments are the result, the row from the first step, the first column for each
    /// pixel, the weights, the number of taps, and the number of pixels.
    typealias ColumnKernel = (Pixels, UnsafePointer<Middle>, UnsafePointer<Int32>, UnsafePointer<Int16>, Int, Int) ->
        Void

    static var straight: PixelFormat { get }
    static var premultiplied: PixelFormat { get }
    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture
    static var premultiply: Kernel { get }
    static var unpremultiply: Kernel { get }
    static func isOpaque(_ source: ReadPixels, _ count: Int) -> Bool
    static var over: Kernel { get }
    static var overColor: ColorKernel { get }
    static var straightOverOpaque: ColorKernel { get }
    static var fill: (Pixels, Int, ReadPixels) -> Void { get }
    static var stencil: ColorKernel { get }
    /// Multiplies premultiplied pixels by a fraction, whose denominator is the channel's maximum.
    static var fade: (Pixels, ReadPixels, Int, Channel) -> Void { get }
    static var resampleRows: RowKernel { get }
    static var resampleColumns: ColumnKernel { get }

    /// Writes the rows of `compositor` into a picture.
    /// - Parameter output: The target, which specifies the format, the rounding, and the size before padding.
    static func write(
        _ compositor: inout RowCompositor<Self>,
        for output: RenderTarget,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage)
    /// Returns `true` if the format stores pixels as they are drawn. The order of the channels may differ.
    static func isNative(_ format: PixelFormat) -> Bool
    static func adopt(_ target: Pixels, _ source: UnsafePointer<UInt8>, _ count: Int)
    static func widen(_ target: UnsafeMutablePointer<UInt16>, _ source: ReadPixels, _ count: Int)
    static func finish(_ pixels: Pixels, _ count: Int, as format: PixelFormat)
}

extension ChannelDepth {
    static var bytesPerPixel: Int { 4 * MemoryLayout<Channel>.size }

    static func pixel(_ color: Color, on canvas: CanvasColors) -> [Channel] {
        canvas.pixel(color).map { Channel($0 >> (UInt16.bitWidth - Channel.bitWidth)) }
    }

    static func channel(alpha: Double) -> Channel {
        alpha.isNaN ? .max : Channel((min(max(alpha, 0), 1) * Double(Channel.max)).rounded())
    }

    static func picture(_ size: PixelSize, _ draw: (Pixels) throws(MachineShortage) -> Void) throws(MachineShortage)
        -> Picture
    {
        try Picture(size: size, format: premultiplied) { (memory) throws(MachineShortage) in
            try draw(memory.baseAddress!.assumingMemoryBound(to: Channel.self))
        }
    }

    static func withScratch<R>(pixels count: Int, _ body: (Pixels) throws(MachineShortage) -> R) throws(MachineShortage)
        -> R
    {
        try PictureMemory.shared.withScratch(count * bytesPerPixel) { (scratch) throws(MachineShortage) in
            try body(scratch.assumingMemoryBound(to: Channel.self))
        }
    }
}

extension Picture {
    func withPixels<Channel, R, E: Error>(_ body: (UnsafePointer<Channel>) throws(E) -> R) throws(E) -> R {
        try withUnsafeBytes { (bytes) throws(E) in try body(bytes.baseAddress!.assumingMemoryBound(to: Channel.self)) }
    }
}
