internal import FlipbookCore

/// A background in premultiplied pixels, ready to be composited upon.
struct Backdrop<Depth: ChannelDepth>: Sendable {
    private enum Pixels: Sendable {
        case color([Depth.Channel])
        /// The two kinds of rows, and how many rows of a kind follow each other.
        case checkerboard(rows: [[Depth.Channel]], side: Int)
    }

    /// The side of a checkerboard's square in points.
    private static var squareInPoints: Double { 8 }
    private static var shades: [UInt8] { [153, 102] }

    private let pixels: Pixels
    /// The layer among the pixels that are drawn; a part of it may lie beside them.
    private let bounds: PixelRect
    let width: Int
    /// The pixels that rounded corners leave, or `nil` if nothing is cut off.
    private let corners: CornerMask<Depth>?
    private let isFlattened: Bool
    /// A Boolean value that tells whether no pixel lets anything through.
    let isOpaque: Bool
    /// A Boolean value that tells whether there is nothing: every channel is 0.
    let isClear: Bool

    /// The background of a layer; beside the layer there is nothing.
    /// - Parameters:
    ///   - isFlattened: Whether black lies beneath a background that is not opaque.
    ///   - target: What is drawn for: the pixels of a row, their scale, for the checkerboard, and the colors.
    init(
        _ background: Background,
        isFlattened: Bool,
        in bounds: PixelRect,
        for target: RenderTarget,
        corners: CornerMask<Depth>? = nil
    ) {
        let width = target.size.width
        (self.bounds, self.width) = (bounds, width)
        (self.corners, self.isFlattened) = (corners, isFlattened)
        let isWhole = corners == nil || isFlattened
        switch background {
        case .color(let color):
            let straight = Depth.pixel(color, on: target.canvas)
            var pixel = straight
            Depth.premultiply(&pixel, straight, 1)
            if isFlattened { pixel[3] = .max }
            pixels = .color(pixel)
            isOpaque = pixel[3] == .max && isWhole
            isClear = pixel.allSatisfy { $0 == 0 }
        case .checkerboard:
            let side = Int(min(max((Self.squareInPoints * target.scale).rounded(), 1), 65536))
            let shades = Self.shades.map { shade in
                Depth.pixel(Color(red: shade, green: shade, blue: shade), on: target.canvas)
            }
            let rows = [0, 1].map { parity in
                (0..<width).flatMap { shades[(max(0, $0 - bounds.x) / side + parity) % 2] }
            }
            pixels = .checkerboard(rows: rows, side: side)
            isOpaque = isWhole
            isClear = false
        }
    }

    /// The one color of row `y`, if it has but one: R, G, B, A.
    func color(ofRow y: Int) -> [Depth.Channel]? {
        guard case .color(let color) = pixels, bounds.rows.contains(y), bounds.x <= 0,
            bounds.columns.upperBound >= width, corners?.cuts(row: y) != true
        else { return nil }
        return color
    }

    /// Writes the pixels of `columns` in row `y` to their places in the row at `target`.
    func write(row y: Int, columns all: Range<Int>, to target: UnsafeMutablePointer<Depth.Channel>) {
        let columns = bounds.rows.contains(y) ? bounds.columns.clamped(to: all) : all.lowerBound..<all.lowerBound
        for beside in [all.lowerBound..<columns.lowerBound, columns.upperBound..<all.upperBound] {
            (target + beside.lowerBound * 4).update(repeating: 0, count: beside.count * 4)
        }
        guard !columns.isEmpty else { return }
        let place = target + columns.lowerBound * 4
        switch pixels {
        case .color(let color): Depth.fill(place, columns.count, color)
        case .checkerboard(let rows, let side):
            rows[(y - bounds.y) / side % 2].withUnsafeBufferPointer { row in
                guard let base = row.baseAddress else { return }
                place.update(from: base + columns.lowerBound * 4, count: columns.count * 4)
            }
        }
        guard let corners, corners.cuts(row: y) else { return }
        corners.cut(row: y, columns: columns, of: target)
        if isFlattened { Depth.overColor(place, place, columns.count, [0, 0, 0, .max]) }
    }
}
