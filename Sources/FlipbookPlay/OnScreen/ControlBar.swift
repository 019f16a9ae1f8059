package import FlipbookCore

package enum Control: Hashable, Sendable {
    case stepBack, play, stepForward, loop, speed, frame, time, zoom, channel, exposure, volume, fullScreen

    package struct Row: Sendable {
        package let control: Control
        /// The width in points; for fields, the width of their text.
        let width: Double
        /// The rank for removal in a narrow window: the control with the highest rank is removed first.
        let rank: Int
        var isRight = false
        package let press: PlayerCommand
        var wheel: (up: PlayerCommand, down: PlayerCommand)?

        init(
            _ control: Control,
            _ width: Double,
            rank: Int,
            right isRight: Bool = false,
            _ press: PlayerCommand,
            wheel: (up: PlayerCommand, down: PlayerCommand)? = nil
        ) {
            (self.control, self.width, self.rank, self.isRight) = (control, width, rank, isRight)
            (self.press, self.wheel) = (press, wheel)
        }
    }

    private static let nextChannel = PlayerCommand.cycleChannel(by: 1)
    package static let table = [
        Row(.stepBack, 26, rank: 2, .step(by: -1)), Row(.play, 30, rank: 0, .togglePause),
        Row(.stepForward, 26, rank: 2, .step(by: 1)), Row(.loop, 28, rank: 4, .cycleLoopMode),
        Row(.speed, 46, rank: 5, .setRate(.normal), wheel: (.goFaster, .goSlower)),
        Row(.frame, 0, rank: 1, .showPrompt(PlayerPrompt(.frame)), wheel: (.step(by: -1), .step(by: 1))),
        Row(.time, 0, rank: 6, .showPrompt(PlayerPrompt(.time)), wheel: (.step(by: -1), .step(by: 1))),
        Row(.zoom, 56, rank: 7, right: true, .toggleFitted, wheel: (.zoom(by: 1), .zoom(by: -1))),
        Row(.channel, 42, rank: 8, right: true, nextChannel, wheel: (.cycleChannel(by: -1), nextChannel)),
        Row(.exposure, 58, rank: 9, right: true, .resetTone, wheel: (.changeExposure(by: 1), .changeExposure(by: -1))),
        Row(.volume, 30, rank: 3, right: true, .toggleSound, wheel: (.changeVolume(by: 1), .changeVolume(by: -1))),
        Row(.fullScreen, 30, rank: 3, right: true, .toggleFullScreen),
    ]

    package var row: Row { Self.table.first { $0.control == self }! }
}

/// The layout of the bar below the pictures, in points from its upper left corner. Used for painting and hit testing.
package struct ControlBar: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let control: Control
        package let rect: Rect
    }

    /// The bar's area, in window pixels.
    package let area: PixelRect
    package let density: Double
    package let places: [Place]
    package let track: Rect
    /// The numbers at the track's ends.
    let ends: [String]

    package static let height = 66.0
    /// The height of the timeline, above the controls.
    static let lineHeight = 35.0
    private static let margin = 8.0

    /// Creates the bar of a window.
    /// - Parameter ends: The numbers of the first and last frames.
    package init(in window: PixelSize, density: Double, ends: [String], hasSound: Bool) {
        (self.density, self.ends) = (density, ends)
        let height = min(Int((Self.height * density).rounded()), window.height)
        area = PixelRect(x: 0, y: window.height - height, width: window.width, height: height)
        let all = Double(window.width) / density
        let label = ends.map { Look.size(of: $0, .number).width }.max() ?? 0
        let side = min(Self.margin + label + 6, all / 4)
        track = Rect(x: side, y: 15, width: max(1, all - 2 * side), height: 10)
        func width(of row: Control.Row) -> Double {
            switch row.control {
            case .frame: max(44, label + 18)
            case .time: Look.size(of: "00:00:00:00", .number).width + 16
            default: row.width
            }
        }
        var rows = Control.table.filter { $0.control != .volume || hasSound }
        while rows.map(width).reduce(0, +) + 2 * Self.margin > all, rows.count > 1 {
            let last = rows.map(\.rank).max() ?? 0
            rows.removeAll { $0.rank == last }
        }
        func places(of rows: [Control.Row], from start: Double) -> [Place] {
            var x = start
            return rows.map { row in
                defer { x += width(of: row) }
                return Place(control: row.control, rect: Rect(x: x, y: 36, width: width(of: row), height: 26))
            }
        }
        let right = rows.filter(\.isRight)
        self.places =
            places(of: rows.filter { !$0.isRight }, from: Self.margin)
            + places(of: right, from: all - Self.margin - right.map(width).reduce(0, +))
    }

    /// Converts a location in the window to the bar's coordinates, in points.
    package func point(of place: Point) -> Point {
        Point(x: (place.x - Double(area.x)) / density, y: (place.y - Double(area.y)) / density)
    }

    package func contains(_ place: Point) -> Bool {
        area.rows.contains(Int(place.y.rounded(.down))) && area.columns.contains(Int(place.x.rounded(.down)))
    }

    package func control(at place: Point) -> Control? {
        let point = point(of: place)
        return places.first { $0.rect.contains(point) }?.control
    }

    package func isOnTimeline(_ place: Point) -> Bool { contains(place) && point(of: place).y < Self.lineHeight }

    /// Converts a rectangle in the bar to window pixels.
    func pixels(of rect: Rect) -> PixelRect {
        let (left, top) = (Int((rect.minX * density).rounded()), Int((rect.minY * density).rounded()))
        let (right, bottom) = (Int((rect.maxX * density).rounded()), Int((rect.maxY * density).rounded()))
        return PixelRect(x: area.x + left, y: area.y + top, width: right - left, height: bottom - top)
    }

    func rect(of control: Control) -> Rect? { places.first { $0.control == control }?.rect }
}
