package import FlipbookCore

/// The mapping of frames to the columns of a track. A frame's width is proportional to its duration.
package struct Timeline: Hashable, Sendable {
    package let timing: FrameTiming
    package let width: Int

    package init(timing: FrameTiming, width: Int) { (self.timing, self.width) = (timing, max(1, width)) }

    package enum Mark: Hashable, Sendable {
        case plain
        case missing
        case damaged
    }

    /// Returns the frame at a column, clamped to the ends.
    package func frame(at column: Double) -> Int {
        let fraction = min(max(column / Double(width), 0), 1)
        let end = timing.nanosecond(ofFrame: timing.frameCount)
        return timing.frame(atNanosecond: min(Int64((fraction * Double(end)).rounded(.up)), end - 1))
    }

    package func column(ofFrame position: Int) -> Int {
        let end = Double(timing.nanosecond(ofFrame: timing.frameCount))
        return min(width, Int((Double(timing.nanosecond(ofFrame: position)) / end * Double(width)).rounded()))
    }

    /// Adjacent columns with the same value.
    package struct Run<Value: Hashable & Sendable>: Hashable, Sendable {
        package let columns: Range<Int>
        package let value: Value
    }

    /// The frames of each column. Computing them takes milliseconds, so reuse them while the timeline stays the same.
    package var frames: [ClosedRange<Int>] {
        (0..<width).map { column in
            let first = frame(at: Double(column))
            return first...max(first, frame(at: Double(column + 1) - 0.001))
        }
    }

    /// Groups columns by the value of their frames. `strongest` combines the values of several frames in a column.
    /// - Parameter frames: ``frames``, if they are already known.
    package func runs<Value>(
        over frames: [ClosedRange<Int>]? = nil,
        _ value: (Int) -> Value,
        strongest: (Value, Value) -> Value
    ) -> [Run<Value>] {
        var runs: [Run<Value>] = []
        // A frame wider than a column is evaluated once.
        var known: (frame: Int, value: Value)?
        for (column, range) in (frames ?? self.frames).enumerated() {
            let (first, last) = (range.lowerBound, range.upperBound)
            var found = known?.frame == first ? known?.value ?? value(first) : value(first)
            if first == last {
                known = (first, found)
            } else {
                for position in stride(from: first, through: last, by: max(1, (last - first) / 8)).dropFirst() {
                    found = strongest(found, value(position))
                }
            }
            if let former = runs.last, former.value == found {
                runs[runs.count - 1] = Run(columns: former.columns.lowerBound..<column + 1, value: found)
            } else {
                runs.append(Run(columns: column..<column + 1, value: found))
            }
        }
        return runs
    }

    /// Returns the columns of ticks. Ticks are at least `least` columns apart. Their distance in frames is 1, 2, or 5 times a
    /// power of ten.
    package func ticks(apart least: Double) -> [Int] {
        let wanted = Double(timing.frameCount) * least / Double(width)
        var (step, power) = (1, 1)
        while Double(step) < wanted {
            step = [2, 5].map { $0 * power }.first { Double($0) >= wanted } ?? 10 * power
            power *= 10
        }
        return stride(from: 0, to: timing.frameCount, by: step).map { column(ofFrame: $0) }
    }
}

package struct TimelineSketch: Sketch {
    package static var isOpaque: Bool { true }
    let ends: [String]
    let track: Rect
    /// The number of columns per point.
    let density: Double
    package var marks: [Timeline.Run<Timeline.Mark>] = []
    /// The columns whose frames are in memory.
    package var kept: [Timeline.Run<Bool>] = []
    package var ticks: [Int] = []
    package var notes: [Int] = []
    package var chapters: [Int] = []
    /// The column of the in point.
    package var start: Int?
    /// The column after the out point.
    package var end: Int?

    package init(of bar: ControlBar) { (ends, track, density) = (bar.ends, bar.track, bar.density) }

    private func x(_ column: Int) -> Double { track.minX + Double(column) / density }

    /// The size of a note's mark, large enough to click.
    package static let noteSide = 12.0

    package func paint(on context: DrawingContext, in room: Rect) {
        context.fill(room, with: Look.ground)
        context.fill(Rect(x: 0, y: 0, width: room.width, height: 1), with: Look.line)
        for (index, label) in ends.enumerated() {
            let left = index == 0 ? 0 : track.maxX + 6
            let rect = Rect(x: left, y: track.midY - 9, width: track.minX - 6, height: 18)
            context.draw(label, .number, in: rect, color: Look.faint, alignment: index == 0 ? .right : .left)
        }
        context.fill(track, rounded: 2, with: Look.raised)
        func fill(_ columns: Range<Int>, y: Double, height: Double, _ color: Color) {
            let width = max(1, Double(columns.count) / density)
            context.fill(Rect(x: x(columns.lowerBound), y: y, width: width, height: height), with: color)
        }
        for run in marks where run.value != .plain {
            fill(run.columns, y: track.minY, height: track.height, run.value == .missing ? Look.missing : Look.damaged)
        }
        for run in kept where run.value { fill(run.columns, y: track.maxY + 2, height: 3, Look.faint) }
        for tick in ticks { fill(tick..<tick, y: track.minY - 4, height: 3, Look.faint) }
        for chapter in chapters { fill(chapter..<chapter, y: track.minY - 6, height: track.height + 8, Look.text) }
        // Frames outside the in and out points are dimmed.
        let outside = Color(red: 30, green: 31, blue: 34, alpha: 170)
        if let start { fill(0..<start, y: track.minY, height: track.height, outside) }
        if let end { fill(end..<max(end, Int(track.width * density)), y: track.minY, height: track.height, outside) }
        for (column, direction) in [(start, 1.0), (end, -1.0)] {
            guard let column else { continue }
            var bracket = Path()
            bracket.move(to: Point(x: x(column) + 5 * direction, y: track.minY - 3))
            bracket.addLine(to: Point(x: x(column), y: track.minY - 3))
            bracket.addLine(to: Point(x: x(column), y: track.maxY + 3))
            bracket.addLine(to: Point(x: x(column) + 5 * direction, y: track.maxY + 3))
            context.stroke(bracket, with: Look.accent, lineWidth: 2)
        }
        for note in notes {
            var flag = Path()
            let (middle, top) = (x(note), 1.0)
            flag.addRoundedRect(in: Rect(x: middle - 5, y: top, width: 10, height: 8), cornerRadius: 2)
            flag.move(to: Point(x: middle - 4, y: top + 7))
            flag.addLine(to: Point(x: middle + 4, y: top + 7))
            flag.addLine(to: Point(x: middle, y: track.minY))
            flag.closeSubpath()
            context.fill(flag, with: Look.note)
        }
    }
}

package struct PlayheadSketch: Sketch {
    package static let width = 11.0

    package func paint(on context: DrawingContext, in room: Rect) {
        let middle = room.midX
        context.fill(Rect(x: middle - 2, y: 0, width: 4, height: room.height), with: Look.ground)
        context.fill(Rect(x: middle - 1, y: 0, width: 2, height: room.height), with: Look.accent)
        context.fill(Rect(x: middle - 4.5, y: 3, width: 9, height: room.height - 6), rounded: 3, with: Look.accent)
    }
}

/// An editable field of the bar.
package struct FieldSketch: Sketch {
    package static var isOpaque: Bool { true }
    let text: String
    let isTyped: Bool

    package func paint(on context: DrawingContext, in room: Rect) {
        context.fill(room, with: Look.raised)
        if isTyped { context.fill(Rect(x: 3, y: room.height - 2, width: room.width - 6, height: 2), with: Look.accent) }
        context.draw(text, .number, in: room, alignment: .center)
    }
}
