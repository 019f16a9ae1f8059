internal import FlipbookCore

struct Backdrop<Depth: ChannelDepth>: Sendable {
    private enum Pixels: Sendable {
        case color([Depth.Channel])
        /// A checkerboard: the colors of its two kinds of rows. `side` is the height of a square, in rows.
        case checkerboard(rows: [[Depth.Channel]], side: Int)
    }

    private static var squareInPoints: Double { 8 }
    private static var shades: [UInt8] { [153, 102] }

    private let pixels: Pixels
    private let bounds: PixelRect
    let width: Int
    private let corners: CornerMask<Depth>?
    private let isFlattened: Bool
    let isOpaque, isClear: Bool

    /// Creates the background of a layer. The area outside the layer is clear.
    /// - Parameter isFlattened: A Boolean value that indicates whether a translucent background is drawn over black.
    init(
        _ background: Background,
        isFlattened: Bool,
        in bounds: PixelRect,
        for target: RenderTarget,
        corners: CornerMask<Depth>? = nil
    ) {
        let width = target.size.width
        (self.bounds, self.width, self.corners, self.isFlattened) = (bounds, width, corners, isFlattened)
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
            (isOpaque, isClear) = (isWhole, false)
        }
    }

    /// Returns the color (R, G, B, A) of the whole row `y`, or `nil` if the row has multiple colors.
    func color(ofRow y: Int) -> [Depth.Channel]? {
        guard case .color(let color) = pixels, bounds.rows.contains(y), bounds.x <= 0,
            bounds.columns.upperBound >= width, corners?.cuts(row: y) != true
        else { return nil }
        return color
    }

    func write(row y: Int, columns all: Range<Int>, to target: Depth.Pixels) {
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
