import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport

extension Picture {
    /// A straight RGBA picture whose pixels `pixel` gives by column and row.
    convenience init(_ width: Int, _ height: Int, pixel: (Int, Int) -> [UInt8]) {
        self.init(making: PixelSize(width: width, height: height), format: .rgba) { target in
            for y in 0..<height {
                for x in 0..<width {
                    for (channel, value) in pixel(x, y).enumerated() { target[(y * width + x) * 4 + channel] = value }
                }
            }
        }
    }

    /// A straight RGBA picture of random pixels; half of them are opaque or clear.
    convenience init(_ width: Int, _ height: Int, random generator: inout SeededGenerator) {
        var bytes = generator.bytes(width * height * 4)
        for i in stride(from: 3, to: bytes.count, by: 4) {
            switch bytes[i] & 3 {
            case 0: bytes[i] = 255
            case 1: bytes[i] = bytes[i] & 4 == 0 ? 0 : 255
            default: break
            }
        }
        self.init(width, height) { x, y in Array(bytes[((y * width + x) * 4)..<((y * width + x) * 4 + 4)]) }
    }

    /// All bytes.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

    /// The four bytes of the pixel in column `x` of row `y`.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        withUnsafeBytes { Array($0[((y * size.width + x) * 4)..<((y * size.width + x) * 4 + 4)]) }
    }

    /// `picture` on a canvas, its pixels per point `scale`.
    static func drawn(
        _ picture: Picture,
        scale: Int = 1,
        on canvas: Canvas,
        as format: PixelFormat = .rgba
    ) throws -> Picture {
        try CanvasRenderer(canvas: canvas, format: format) { _ in picture }
            .render(Frame(number: 1, source: .file(FilePath("picture.png")), scale: scale))
    }
}

extension Canvas {
    /// A canvas of `width` by `height` pixels.
    init(
        _ width: Int,
        _ height: Int,
        scale: Double = 1,
        _ contentMode: ContentMode = .scaleToFill,
        _ background: Background = .clear,
        filter: ScalingFilter = .automatic
    ) {
        self.init(
            size: PixelSize(width: width, height: height),
            scale: scale,
            contentMode: contentMode,
            background: background,
            filter: filter
        )
    }
}
