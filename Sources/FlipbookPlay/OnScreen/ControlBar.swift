package import FlipbookCore
import FlipbookRender

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

/// The row of controls without the fields, which change with each frame.
package struct BarSketch: Sketch {
    package static var isOpaque: Bool { true }
    package var bar: ControlBar
    var isPlaying = false
    var rate = PlaybackRate.normal
    var loopMode = LoopMode.loop
    var zoom = "fit"
    var channel: ColorChannel?
    var exposure = 0.0
    /// The volume in tenths.
    var volume = 10
    var isFullScreen = false
    var hovered: Control?

    package init(bar: ControlBar) { self.bar = bar }

    package func paint(on context: DrawingContext, in room: Rect) {
        context.fill(room, with: Look.ground)
        context.translateBy(x: 0, y: -ControlBar.lineHeight)
        for place in bar.places {
            let isField = place.control == .frame || place.control == .time
            let ground = place.rect.inset(by: EdgeInsets(top: 1, left: 2, bottom: 1, right: 2))
            if isField || place.control == hovered { context.fill(ground, rounded: 5, with: Look.raised) }
            if let text = text(of: place.control) {
                let color = text.isOn ? Look.accent : Look.text
                context.draw(text.0, .word, in: place.rect, color: color, alignment: .center)
            } else if !isField {
                let corner = Point(x: (place.rect.midX - 8).rounded(), y: (place.rect.midY - 8).rounded())
                context.saveState()
                context.translateBy(x: corner.x, y: corner.y)
                icon(of: place.control)?.paint(on: context)
                context.restoreState()
            }
        }
    }

    /// Returns a control's text, with a flag that indicates whether the control is active, or `nil` for an icon.
    private func text(of control: Control) -> (String, isOn: Bool)? {
        switch control {
        case .speed: ("\(rate.speed)×", rate.value.magnitude != 1)
        case .zoom: (zoom, false)
        case .channel: (channel?.letter ?? "RGB", channel != nil)
        case .exposure: ("\(exposure > 0 ? "+" : "")\(exposure.fixed(1)) EV", exposure != 0)
        default: nil
        }
    }

    private func icon(of control: Control) -> ControlIcon? {
        switch control {
        case .stepBack: .stepBack
        case .stepForward: .stepForward
        case .play: isPlaying ? .pause : rate.isReverse ? .playBackwards : .play
        case .loop: loopMode == .loop ? .loop : loopMode == .pingPong ? .pingPong : .once
        case .volume: volume == 0 ? .muted : .volume
        case .fullScreen: isFullScreen ? .leaveFullScreen : .fullScreen
        default: nil
        }
    }
}

extension PlaybackRate {
    /// The speed without its direction: `1.25`.
    var speed: String {
        let (whole, rest) = (Int(numerator.magnitude) / denominator, Int(numerator.magnitude) % denominator)
        if rest == 0 { return "\(whole)" }
        return String(value.magnitude.fixed(3).reversed().drop { $0 == "0" }.reversed())
    }

    /// Returns a frame rate, with a decimal unless it is whole: `24`, `23.9`.
    static func words(_ rate: Double) -> String {
        let text = rate.fixed(1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A description of the rate: `1.25×`, `reverse 2×`.
    var name: String { "\(isReverse ? "reverse " : "")\(speed)×" }
}

extension ColorChannel { var letter: String { self == .luminance ? "Y" : rawValue.prefix(1).uppercased() } }

/// An icon of 16x16 points.
enum ControlIcon {
    case play, playBackwards, pause, stepBack, stepForward, loop, pingPong, once, volume, muted, fullScreen,
        leaveFullScreen

    func paint(on context: DrawingContext) {
        context.fill(filled, with: Look.text)
        let style = StrokeStyle(lineWidth: 1.6, lineCap: .round, lineJoin: .round)
        if !lines.elements.isEmpty { context.stroke(lines, with: Look.text, style: style) }
    }

    private var filled: Path {
        switch self {
        case .play: Self.polygon([(4, 2), (14, 8), (4, 14)])
        case .playBackwards: Self.polygon([(12, 2), (2, 8), (12, 14)])
        case .pause: Self.polygon([(4, 2), (7, 2), (7, 14), (4, 14)], [(9, 2), (12, 2), (12, 14), (9, 14)])
        case .stepBack: Self.polygon([(12, 3), (5.5, 8), (12, 13)], [(3, 3), (5, 3), (5, 13), (3, 13)])
        case .stepForward: Self.polygon([(4, 3), (10.5, 8), (4, 13)], [(11, 3), (13, 3), (13, 13), (11, 13)])
        case .loop: Self.polygon([(10, 0.5), (14.5, 3.5), (10, 6.5)], [(6, 9.5), (1.5, 12.5), (6, 15.5)])
        case .pingPong: Self.polygon([(5, 4), (0.5, 8), (5, 12)], [(11, 4), (15.5, 8), (11, 12)])
        case .once: Self.polygon([(7, 4), (12, 8), (7, 12)], [(12.5, 3), (14.5, 3), (14.5, 13), (12.5, 13)])
        case .volume, .muted: Self.polygon([(1, 6), (4, 6), (8, 2.5), (8, 13.5), (4, 10), (1, 10)])
        case .fullScreen, .leaveFullScreen: Path()
        }
    }

    private var lines: Path {
        var path = Path()
        switch self {
        case .loop:
            Self.add([(2, 7.5), (2, 5.5), (4, 3.5), (10, 3.5)], to: &path)
            Self.add([(14, 8.5), (14, 10.5), (12, 12.5), (6, 12.5)], to: &path)
        case .pingPong: Self.add([(4, 8), (12, 8)], to: &path)
        case .once: Self.add([(1.5, 8), (7, 8)], to: &path)
        case .volume:
            for radius in [3.0, 6.0] {
                var arc = Path()
                arc.addArc(center: Point(x: 8.5, y: 8), radius: radius, startDegrees: -45, endDegrees: 45)
                path.addPath(arc)
            }
        case .muted:
            Self.add([(10.5, 5.5), (15, 10.5)], to: &path)
            Self.add([(15, 5.5), (10.5, 10.5)], to: &path)
        case .fullScreen, .leaveFullScreen:
            // The corner points outward or inward.
            let (end, corner) = self == .fullScreen ? (6.0, 2.0) : (2.0, 6.0)
            for (x, y) in [(1.0, 1.0), (-1, 1), (-1, -1), (1, -1)] {
                func place(_ across: Double, _ down: Double) -> (Double, Double) {
                    (8 + x * (across - 8), 8 + y * (down - 8))
                }
                Self.add([place(end, corner), place(corner, corner), place(corner, end)], to: &path)
            }
        default: break
        }
        return path
    }

    private static func polygon(_ corners: [(Double, Double)]...) -> Path {
        var path = Path()
        for corners in corners {
            add(corners, to: &path)
            path.closeSubpath()
        }
        return path
    }

    private static func add(_ points: [(Double, Double)], to path: inout Path) {
        for (index, point) in points.enumerated() {
            let point = Point(x: point.0, y: point.1)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
    }
}
