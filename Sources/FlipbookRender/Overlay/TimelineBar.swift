package import FlipbookCore

/// A bar at the bottom of a window: where the playback is, what is kept, what is missing, and what is played. Frames have
/// their share of its width by their durations. A value: the same state gives the same pixels.
package struct TimelineBar: Hashable, Sendable {
    /// The state of a frame.
    package enum Mark: Hashable, Sendable {
        /// Its picture has to be drawn.
        case plain
        /// Its picture is kept.
        case kept
        /// Something stands in for it.
        case substitute
    }

    package let timing: FrameTiming
    package let position: Int
    package let range: ClosedRange<Int>

    package init(timing: FrameTiming, position: Int, range: ClosedRange<Int>) {
        (self.timing, self.position, self.range) = (timing, position, range)
    }

    private static let margin = 12
    private static func thickness(in window: PixelSize) -> Int { max(8, window.height / 72) }

    package static func area(in window: PixelSize) -> PixelRect {
        let thickness = thickness(in: window)
        let margin = min(margin, window.width / 8)
        return PixelRect(
            x: margin,
            y: max(0, window.height - thickness - Self.margin),
            width: max(1, window.width - 2 * margin),
            height: min(thickness, window.height)
        )
    }

    /// Returns whether a pointer at a place means the bar: it is easier to hit than it is high.
    package static func isHit(by place: Point, in window: PixelSize) -> Bool {
        place.y >= Double(area(in: window).y - margin) && place.y <= Double(window.height)
    }

    /// The frame under a pointer so many pixels from the window's left edge.
    package func frame(at x: Double, in window: PixelSize) -> Int {
        let area = Self.area(in: window)
        return frame(inColumn: x - Double(area.x), of: area.size.width)
    }

    private func frame(inColumn column: Double, of width: Int) -> Int {
        let fraction = min(max(column / Double(width), 0), 1)
        let end = timing.nanosecond(ofFrame: timing.frameCount)
        return timing.frame(atNanosecond: min(Int64(fraction * Double(end)), end - 1))
    }

    private func column(ofFrame position: Int, of width: Int) -> Int {
        let end = Double(timing.nanosecond(ofFrame: timing.frameCount))
        return min(width, Int((Double(timing.nanosecond(ofFrame: position)) / end * Double(width)).rounded()))
    }

    /// The marks of frames, a column of the bar each: of those that share one the one that matters most.
    package func marks(in window: PixelSize, _ mark: (Int) -> Mark) -> [Mark] {
        let width = Self.area(in: window).size.width
        // A frame that is wider than a column is asked about once.
        var known: (frame: Int, mark: Mark)?
        return (0..<width).map { column in
            let first = frame(inColumn: Double(column), of: width)
            let last = max(first, frame(inColumn: Double(column + 1) - 0.001, of: width))
            if first == last {
                let found = known?.frame == first ? known?.mark ?? mark(first) : mark(first)
                known = (first, found)
                return found
            }
            // Of thousands of frames in a column a few stand for all.
            var found = Mark.kept
            for position in stride(from: first, through: last, by: max(1, (last - first) / 8)) {
                switch mark(position) {
                case .substitute: return .substitute
                case .plain: found = .plain
                case .kept: continue
                }
            }
            return found
        }
    }

    /// The bar as pixels, blue, green, red and alpha.
    /// - Parameters:
    ///   - noted: The frames with notes; each has a tick on the bar's upper half.
    ///   - chapters: The frames that chapters begin with; each has a line before it, from top to bottom.
    package func pixels(
        _ marks: [Mark],
        noted: [Int] = [],
        chapters: [Int] = [],
        in window: PixelSize
    ) -> (area: PixelRect, bytes: [UInt8]) {
        let area = Self.area(in: window)
        let (width, height) = (area.size.width, area.size.height)
        let head = (first: column(ofFrame: position, of: width), end: column(ofFrame: position + 1, of: width))
        let first = column(ofFrame: range.lowerBound, of: width)
        let played = first..<max(first + 1, column(ofFrame: range.upperBound + 1, of: width))
        // At least three pixels, to be seen.
        let headWidth = max(3, head.end - head.first)
        let headStart = min(max(0, (head.first + head.end - headWidth) / 2), max(0, width - headWidth))
        var row = [UInt32](repeating: 0, count: width)
        for column in 0..<width {
            let mark = marks.indices.contains(column) ? marks[column] : .plain
            var color: UInt32 =
                switch mark {
                case .plain: 0xC0_40_40_40
                case .kept: 0xC0_70_70_70
                case .substitute: 0xE0_E0_30_30
                }
            if !played.contains(column) { color = mark == .substitute ? 0xA0_80_20_20 : 0x80_18_18_18 }
            if (headStart..<headStart + headWidth).contains(column) { color = 0xFF_FF_FF_FF }
            // Its outline, by which it is seen over white pictures, too.
            if column == headStart - 1 || column == headStart + headWidth { color = 0xFF_00_00_00 }
            row[column] = color.littleEndian
        }
        for position in chapters where position > 0 && position < timing.frameCount {
            // Dark beside light: seen on every colour of the bar.
            let column = max(0, self.column(ofFrame: position, of: width) - 1)
            if column < width { row[column] = UInt32(0xFF_00_00_00).littleEndian }
            if column + 1 < width { row[column + 1] = UInt32(0xFF_FF_FF_FF).littleEndian }
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * width * height)
        var upper = row
        for position in noted where position < timing.frameCount {
            let middle = (column(ofFrame: position, of: width) + column(ofFrame: position + 1, of: width)) / 2
            for column in max(0, middle - 1)..<max(0, min(width, middle + 2)) {
                upper[column] = UInt32(0xFF_FF_BE_00).littleEndian
            }
        }
        var edge = (top: upper, bottom: row)
        for column in headStart..<min(width, headStart + headWidth) {
            edge.top[column] = UInt32(0xFF_00_00_00).littleEndian
            edge.bottom[column] = edge.top[column]
        }
        for line in 0..<height {
            let row = line == 0 ? edge.top : line == height - 1 ? edge.bottom : line < height / 2 ? upper : row
            row.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        return (area, bytes)
    }
}
