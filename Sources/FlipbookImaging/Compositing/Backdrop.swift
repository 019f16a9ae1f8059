internal import CImageKernels
internal import FlipbookCore

/// A background in premultiplied pixels, ready to be composited upon.
struct Backdrop: Sendable {
    /// How the pixels are found.
    private enum Pixels: Sendable {
        case color([UInt8])
        /// The two kinds of rows, and how many rows of a kind follow each other.
        case checkerboard(rows: [[UInt8]], side: Int)
    }

    /// The side of a checkerboard's square in points, and its two shades of grey.
    private static let squareInPoints = 8.0
    private static let lightSquare: UInt8 = 255
    private static let darkSquare: UInt8 = 204

    private let pixels: Pixels
    /// Whether every pixel's alpha is 255.
    let isOpaque: Bool

    /// The backdrop for rows of `width` pixels.
    /// - Parameters:
    ///   - background: What it shows.
    ///   - isFlattened: Whether black lies beneath a background that is not opaque.
    ///   - width: The most pixels that a row has.
    ///   - scale: Pixels per point, for the checkerboard.
    init(_ background: Background, isFlattened: Bool, width: Int, scale: Double) {
        switch background {
        case .color(let color):
            var pixel = [color.red, color.green, color.blue, color.alpha]
            flipbook_premultiply(&pixel, pixel, 1)
            if isFlattened { pixel[3] = 255 }
            pixels = .color(pixel)
            isOpaque = pixel[3] == 255
        case .checkerboard:
            let side = Int(min(max((Self.squareInPoints * scale).rounded(), 1), 65536))
            let rows = [0, 1].map { parity in
                (0..<width).flatMap { x -> [UInt8] in
                    let shade = (x / side + parity) % 2 == 0 ? Self.lightSquare : Self.darkSquare
                    return [shade, shade, shade, 255]
                }
            }
            pixels = .checkerboard(rows: rows, side: side)
            isOpaque = true
        }
    }

    /// The one colour of the backdrop, if it has but one: R, G, B, A.
    var color: [UInt8]? {
        if case .color(let color) = pixels { color } else { nil }
    }

    /// Writes the pixels of `columns` in row `y` to their places in the row at `target`.
    func write(row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<UInt8>) {
        guard !columns.isEmpty else { return }
        let place = target + columns.lowerBound * 4
        switch pixels {
        case .color(let color):
            flipbook_fill(place, columns.count, color)
        case .checkerboard(let rows, let side):
            rows[y / side % 2].withUnsafeBufferPointer { row in
                guard let base = row.baseAddress else { return }
                place.update(from: base + columns.lowerBound * 4, count: columns.count * 4)
            }
        }
    }
}
