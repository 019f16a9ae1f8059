package import FlipbookCore
package import FlipbookImaging
package import GStreamer
import Synchronization

/// Draws the strokes of notes: lines of one width with round ends, over a window or onto a picture.
package final class StrokePainter: Sendable {
    private struct Key: Hashable {
        let strokes: [FrameNotes.Stroke]
        let window: PixelSize
    }

    /// What was drawn last: most frames show what the one before showed.
    private let latest = Mutex<(key: Key, box: OverlayBox?)?>(nil)

    package init() {}

    /// The colour, on which neither black nor white pictures hide it.
    private static let color: (red: UInt8, green: UInt8, blue: UInt8) = (255, 190, 0)

    /// Half of a line's width in pixels of what it is drawn on.
    private static func radius(on size: PixelSize) -> Double { max(1.5, Double(size.height) / 400) }

    /// Strokes whose points are in pixels of a window, as far as they lie in it; `nil` where none does.
    package func box(_ strokes: [FrameNotes.Stroke], in window: PixelSize) -> OverlayBox? {
        if strokes.isEmpty { return nil }
        let key = Key(strokes: strokes, window: window)
        return latest.withLock { latest in
            if let latest, latest.key == key { return latest.box }
            let box = Self.draw(strokes, in: window)
            latest = (key, box)
            return box
        }
    }

    /// A straight picture with strokes on it, whose points are in its pixels.
    /// - Throws: ``MachineShortage`` where there is no memory for it.
    /// - Precondition: The picture is ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
    package static func picture(
        _ picture: Picture,
        under strokes: [FrameNotes.Stroke]
    ) throws(MachineShortage) -> Picture {
        guard let box = draw(strokes, in: picture.size) else { return picture }
        precondition(picture.format == .rgba || picture.format == .rgba64, "strokes are drawn on straight pictures")
        return try picture.withUnsafeBytes { (bytes) throws(MachineShortage) in
            try Picture(size: picture.size, format: picture.format) { target in
                target.copyMemory(from: bytes)
                if picture.format == .rgba {
                    lay(box, over: target.bindMemory(to: UInt8.self), width: picture.size.width)
                } else {
                    lay(box, over: target.bindMemory(to: UInt16.self), width: picture.size.width)
                }
            }
        }
    }

    private static func lay<Sample: FixedWidthInteger>(
        _ box: OverlayBox,
        over target: UnsafeMutableBufferPointer<Sample>,
        width: Int
    ) {
        let most = Int(Sample.max)
        let ink = [color.red, color.green, color.blue, 255].map { Int($0) * most / 255 }
        for row in 0..<box.height {
            for column in 0..<box.width {
                let coverage = Int(box.pixels[4 * (row * box.width + column) + 3])
                if coverage == 0 { continue }
                let place = 4 * ((box.y + row) * width + box.x + column)
                for channel in 0..<4 {
                    let former = Int(target[place + channel])
                    target[place + channel] = Sample((ink[channel] * coverage + former * (255 - coverage)) / 255)
                }
            }
        }
    }

    private static func draw(_ strokes: [FrameNotes.Stroke], in window: PixelSize) -> OverlayBox? {
        let radius = radius(on: window)
        let points = strokes.flatMap(\.points)
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
            for (start, end) in zip(stroke.points, stroke.points.dropFirst() + [stroke.points[stroke.points.count - 1]])
            {
                cover(&pixels, columns, rows, from: start, to: end, radius)
            }
        }
        return OverlayBox(
            pixels: pixels,
            width: columns.count,
            height: rows.count,
            x: columns.lowerBound,
            y: rows.lowerBound
        )
    }

    /// Covers the pixels that lie within `radius` of a line between two points.
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
                (pixels[place], pixels[place + 1], pixels[place + 2]) = (color.blue, color.green, color.red)
                pixels[place + 3] = max(pixels[place + 3], UInt8(coverage * 255))
            }
        }
    }
}
