package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
import FlipbookScene

/// Straight `PixelFormat.bgra` pixels and their position in a window.
package struct DrawnBox: Equatable, Sendable {
    package let size: PixelSize
    package let bytes: [UInt8]
    package let x, y: Int

    init(_ rect: PixelRect, bytes: [UInt8]) { (size, self.bytes, x, y) = (rect.size, bytes, rect.x, rect.y) }

    /// Creates a rectangle in the window. The lowest byte of a color is blue, and the highest is alpha.
    private init(_ rect: PixelRect, color: (_ x: Int, _ y: Int) -> UInt32) {
        let count = 4 * rect.size.area
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
            let words = UnsafeMutableRawBufferPointer(target)
            for y in 0..<rect.size.height {
                for x in 0..<rect.size.width {
                    let place = 4 * (y * rect.size.width + x)
                    words.storeBytes(of: color(x, y).littleEndian, toByteOffset: place, as: UInt32.self)
                }
            }
            filled = count
        }
        self.init(rect, bytes: bytes)
    }

    /// Returns a line that is one light and one dark pixel wide, so that it is visible on any picture.
    package static func line(_ rect: PixelRect, isDown: Bool) -> DrawnBox {
        DrawnBox(rect) { x, y in (isDown ? x : y) == 0 ? 0xAA_FF_FF_FF : 0x78_00_00_00 }
    }

    /// Returns a gray grid that fills the given columns and rows. It is visible on dark and on light pixels.
    package static func grid(_ rect: PixelRect, columns: [Bool], rows: [Bool]) -> DrawnBox {
        DrawnBox(rect) { x, y in columns[x] || rows[y] ? 0x96_80_80_80 : 0 }
    }

    package static func card(_ picture: FrameThumbnail?, in rect: PixelRect, frame: Color) -> DrawnBox {
        let (width, height) = (rect.size.width, rect.size.height)
        let shown = picture?.size ?? PixelSize(width: 0, height: 0)
        let (left, top) = ((width - shown.width) / 2, (height - shown.height) / 2)
        let edge = 0xFF00_0000 | UInt32(frame.red) << 16 | UInt32(frame.green) << 8 | UInt32(frame.blue)
        return DrawnBox(rect) { x, y in
            if min(x, y, width - 1 - x, height - 1 - y) < 2 { return edge }
            let (column, row) = (x - left, y - top)
            guard let picture, 0..<shown.width ~= column, 0..<shown.height ~= row else { return 0xD700_0000 }
            let place = 4 * (row * shown.width + column)
            return (0..<4).reduce(0) { $0 | UInt32(picture.pixels[place + $1]) << UInt32(8 * $1) }
        }
    }

    /// Draws paths and text for part of a window, or returns `nil` if the drawing libraries are not installed.
    /// - Parameter actions: Draws the box. Coordinates are in points, relative to its upper-left corner.
    package init?(_ rect: PixelRect, scale: Double, _ actions: (DrawingContext) -> Void) {
        let size = Size(width: Double(rect.size.width) / scale, height: Double(rect.size.height) / scale)
        let image = GraphicsImageRenderer(size: size, scale: scale).image(actions)
        guard case .drawn(let commands) = image.source, let picture = try? commands.picture(.standard),
            picture.size == rect.size
        else { return nil }
        self.init(rect, bytes: picture.blueFirstBytes)
    }

    fileprivate static let ink = Color(red: 255, green: 190, blue: 0)

    /// Creates lines through points, which are in pixels of a window. Returns `nil` if the lines lie outside the window.
    package init?(strokes: [[Point]], in window: PixelSize) {
        let radius = max(1.5, Double(window.height) / 400)
        let points = strokes.flatMap { $0 }
        func bounds(_ values: [Double], _ length: Int) -> Range<Int>? {
            guard let least = values.min(), let most = values.max() else { return nil }
            let first = Int(max(0, least - radius - 1).rounded(.down))
            let end = Int(min(Double(length), most + radius + 2).rounded(.down))
            return first < end ? first..<end : nil
        }
        guard let columns = bounds(points.map(\.x), window.width), let rows = bounds(points.map(\.y), window.height)
        else { return nil }
        var pixels = [UInt8](repeating: 0, count: 4 * columns.count * rows.count)
        for stroke in strokes {
            for (start, end) in zip(stroke, stroke.dropFirst() + stroke.suffix(1)) {
                Self.cover(&pixels, columns, rows, from: start, to: end, radius)
            }
        }
        let rect = PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        self.init(rect, bytes: pixels)
    }

    private static func cover(
        _ pixels: inout [UInt8],
        _ columns: Range<Int>,
        _ rows: Range<Int>,
        from start: Point,
        to end: Point,
        _ radius: Double
    ) {
        let (along, down) = (end.x - start.x, end.y - start.y)
        let length = along * along + down * down
        func near(_ one: Double, _ other: Double, _ all: Range<Int>) -> Range<Int> {
            let first = Int(max(Double(all.lowerBound), min(one, other) - radius - 1))
            let last = Int(min(Double(all.upperBound), max(one, other) + radius + 2))
            return first < last ? first..<last : first..<first
        }
        for row in near(start.y, end.y, rows) {
            for column in near(start.x, end.x, columns) {
                let (x, y) = (Double(column) + 0.5 - start.x, Double(row) + 0.5 - start.y)
                let share = length > 0 ? min(max((x * along + y * down) / length, 0), 1) : 0
                let (besideX, besideY) = (x - share * along, y - share * down)
                let distance = (besideX * besideX + besideY * besideY).squareRoot()
                let coverage = min(max(radius + 0.5 - distance, 0), 1)
                if coverage == 0 { continue }
                let place = 4 * ((row - rows.lowerBound) * columns.count + column - columns.lowerBound)
                (pixels[place], pixels[place + 1], pixels[place + 2]) = (ink.blue, ink.green, ink.red)
                pixels[place + 3] = max(pixels[place + 3], UInt8(coverage * 255))
            }
        }
    }
}

extension Picture {
    /// Returns the picture with strokes drawn on it. The points are in the picture's pixels.
    /// - Precondition: The picture is `PixelFormat.rgba`, `PixelFormat.rgba64`, or opaque `PixelFormat.bgra`.
    package func under(strokes: [[Point]]) throws(MachineShortage) -> Picture {
        guard let box = DrawnBox(strokes: strokes, in: size) else { return self }
        if format == .bgra { return try screen(under: box) }
        precondition(format == .rgba || format == .rgba64, "strokes can be drawn only on straight RGBA")
        return format == .rgba ? try under(box, as: EightBits.self) : try under(box, as: SixteenBits.self)
    }

    private func screen(under box: DrawnBox) throws(MachineShortage) -> Picture {
        try withUnsafeBytes { (bytes) throws(MachineShortage) in
            try Picture(size: size, format: .bgra) { target in
                target.copyMemory(from: bytes)
                for row in 0..<box.size.height {
                    for column in 0..<box.size.width {
                        let from = 4 * (row * box.size.width + column)
                        let place = 4 * ((box.y + row) * size.width + box.x + column)
                        let alpha = Int(box.bytes[from + 3])
                        for channel in 0..<3 {
                            let below = Int(target[place + channel])
                            let mixed = Int(box.bytes[from + channel]) * alpha + below * (255 - alpha)
                            target[place + channel] = UInt8((mixed + 127) / 255)
                        }
                    }
                }
            }
        }
    }

    private func under<Depth: ChannelDepth>(_ box: DrawnBox, as depth: Depth.Type) throws(MachineShortage) -> Picture {
        let lines = try Picture(size: box.size, format: .rgba) { $0.copyBytes(from: box.bytes) }
        let target = RenderTarget(size: box.size, format: Depth.premultiplied)
        // Only the alpha of the lines is used, as in a stencil, so the order of the color channels does not matter.
        let drawn = try LayerDrawing<Depth>(.empty, for: target).draw(lines, scale: 1, cut: nil, stencil: DrawnBox.ink)
        let place = PixelRect(x: box.x, y: box.y, width: box.size.width, height: box.size.height)
        let overlays = [DrawnLayer<Depth>(drawn, at: place, seen: place)]
        return try LayerDrawing<Depth>(.empty, for: RenderTarget(size: size, format: format), under: overlays)
            .draw(self, scale: 1, cut: nil, stencil: nil)
    }
}
