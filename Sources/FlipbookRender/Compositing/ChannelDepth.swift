internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging

/// The bits of a channel while pictures are drawn: the memory of pixels, and the kernels that compute with them. The drawing
/// of a view is written once, for any depth. The two depths differ in nothing but where they round.
protocol ChannelDepth: Sendable {
    /// A channel of a pixel, 0 to its largest value.
    associatedtype Channel: FixedWidthInteger & UnsignedInteger & Sendable
    /// A channel between the two steps of scaling.
    associatedtype Middle: FixedWidthInteger & Sendable

    /// Makes so many pixels of others, perhaps in their place.
    typealias Kernel = (UnsafeMutablePointer<Channel>, UnsafePointer<Channel>, Int) -> Void
    /// Makes so many pixels of others and of a color: R, G, B, A.
    typealias ColorKernel = (UnsafeMutablePointer<Channel>, UnsafePointer<Channel>, Int, UnsafePointer<Channel>) -> Void

    /// Weighs rows: the result, the rows, their weights, how many rows there are, and how many channels each has.
    typealias RowKernel = (
        UnsafeMutablePointer<Middle>, UnsafePointer<UnsafePointer<Channel>?>, UnsafePointer<Int16>, Int, Int
    ) -> Void
    /// Weighs columns: the result, the weighed row, where the columns of each pixel start, their weights, how many of them
    /// a pixel has, and how many pixels there are.
    typealias ColumnKernel = (
        UnsafeMutablePointer<Channel>, UnsafePointer<Middle>, UnsafePointer<Int32>, UnsafePointer<Int16>, Int, Int
    ) -> Void

    /// The format of pictures of this depth whose colors are not multiplied by their alpha.
    static var straight: PixelFormat { get }
    /// The format of those whose colors are.
    static var premultiplied: PixelFormat { get }

    /// The straight picture at this depth: itself, or converted.
    static func converting(_ picture: Picture) throws(MachineShortage) -> Picture

    static var premultiply: Kernel { get }
    static var unpremultiply: Kernel { get }
    static func isOpaque(_ source: UnsafePointer<Channel>, _ count: Int) -> Bool
    static var over: Kernel { get }
    static var overColor: ColorKernel { get }
    static var straightOverOpaque: ColorKernel { get }
    static var fill: (UnsafeMutablePointer<Channel>, Int, UnsafePointer<Channel>) -> Void { get }
    static var stencil: ColorKernel { get }
    /// Multiplies premultiplied pixels by a part of the largest value.
    static var fade: (UnsafeMutablePointer<Channel>, UnsafePointer<Channel>, Int, Channel) -> Void { get }

    static var resampleRows: RowKernel { get }
    static var resampleColumns: ColumnKernel { get }

    /// Writes the rows of `compositor` to their places in a picture.
    /// - Parameter output: What is drawn for: its size before any padding, its format, and how values are rounded.
    static func write(
        _ compositor: inout RowCompositor<Self>,
        for output: RenderTarget,
        to target: UnsafeMutableRawBufferPointer
    ) throws(MachineShortage)
    /// Returns whether pixels are drawn as the format stores them, but for the order of channels.
    static func isNative(_ format: PixelFormat) -> Bool
    /// Makes so many pixels of this depth of ones of 8 bits a channel.
    static func adopt(_ target: UnsafeMutablePointer<Channel>, _ source: UnsafePointer<UInt8>, _ count: Int)
    /// Makes so many pixels of 16 bits a channel.
    static func widen(_ target: UnsafeMutablePointer<UInt16>, _ source: UnsafePointer<Channel>, _ count: Int)
    /// Makes straight pixels what `format` stores, where that has the same size.
    static func finish(_ pixels: UnsafeMutablePointer<Channel>, _ count: Int, as format: PixelFormat)
}

extension ChannelDepth {
    static var bytesPerPixel: Int { 4 * MemoryLayout<Channel>.size }

    /// The straight pixel of a color of sRGB on a canvas: R, G, B, A.
    static func pixel(_ color: Color, on canvas: CanvasColors) -> [Channel] {
        canvas.pixel(color).map { Channel($0 >> (UInt16.bitWidth - Channel.bitWidth)) }
    }

    static func channel(alpha: Double) -> Channel {
        alpha.isNaN ? .max : Channel((min(max(alpha, 0), 1) * Double(Channel.max)).rounded())
    }

    static func picture(
        _ size: PixelSize,
        _ draw: (UnsafeMutablePointer<Channel>) throws(MachineShortage) -> Void
    ) throws(MachineShortage) -> Picture {
        try Picture(size: size, format: premultiplied) { (memory) throws(MachineShortage) in
            try draw(memory.baseAddress!.assumingMemoryBound(to: Channel.self))
        }
    }

    static func withScratch<R>(
        pixels count: Int,
        _ body: (UnsafeMutablePointer<Channel>) throws(MachineShortage) -> R
    ) throws(MachineShortage) -> R {
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
