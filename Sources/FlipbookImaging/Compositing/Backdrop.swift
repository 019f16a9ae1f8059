internal import FlipbookCore

/// A background in premultiplied pixels, ready to be composited upon.
struct Backdrop<Depth: ChannelDepth>: Sendable {
    /// How the pixels are found.
    private enum Pixels: Sendable {
        case color([Depth.Channel])
        /// The two kinds of rows, and how many rows of a kind follow each other.
        case checkerboard(rows: [[Depth.Channel]], side: Int)
    }

    /// The side of a checkerboard's square in points, and its two shades of grey.
    private static var squareInPoints: Double { 8 }
    private static var lightSquare: UInt8 { 255 }
    private static var darkSquare: UInt8 { 204 }

    private let pixels: Pixels
    /// Whether no pixel lets anything through.
    let isOpaque: Bool
    /// Whether there is nothing: every channel is 0.
    let isClear: Bool

    /// The backdrop for rows of `width` pixels.
    /// - Parameters:
    ///   - background: What it shows.
    ///   - isFlattened: Whether black lies beneath a background that is not opaque.
    ///   - width: The most pixels that a row has.
    ///   - scale: Pixels per point, for the checkerboard.
    init(_ background: Background, isFlattened: Bool, width: Int, scale: Double) {
        switch background {
        case .color(let color):
            let straight = Depth.pixel(color)
            var pixel = straight
            Depth.premultiply(&pixel, straight, 1)
            if isFlattened { pixel[3] = .max }
            pixels = .color(pixel)
            isOpaque = pixel[3] == .max
            isClear = pixel.allSatisfy { $0 == 0 }
        case .checkerboard:
            let side = Int(min(max((Self.squareInPoints * scale).rounded(), 1), 65536))
            let rows = [0, 1].map { parity in
                (0..<width).flatMap { x -> [Depth.Channel] in
                    let shade = Depth.channel((x / side + parity) % 2 == 0 ? Self.lightSquare : Self.darkSquare)
                    return [shade, shade, shade, .max]
                }
            }
            pixels = .checkerboard(rows: rows, side: side)
            isOpaque = true
            isClear = false
        }
    }

    /// The one colour of the backdrop, if it has but one: R, G, B, A.
    var color: [Depth.Channel]? {
        if case .color(let color) = pixels { color } else { nil }
    }

    /// Writes the pixels of `columns` in row `y` to their places in the row at `target`.
    func write(row y: Int, columns: Range<Int>, to target: UnsafeMutablePointer<Depth.Channel>) {
        guard !columns.isEmpty else { return }
        let place = target + columns.lowerBound * 4
        switch pixels {
        case .color(let color):
            Depth.fill(place, columns.count, color: color)
        case .checkerboard(let rows, let side):
            rows[y / side % 2].withUnsafeBufferPointer { row in
                guard let base = row.baseAddress else { return }
                place.update(from: base + columns.lowerBound * 4, count: columns.count * 4)
            }
        }
    }
}
