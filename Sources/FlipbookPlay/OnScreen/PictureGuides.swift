package import FlipbookCore

package enum PictureGuides: String, CaseIterable, Hashable, Sendable {
    case none = "no guides"
    /// Lines at one third and two thirds of both sides.
    case thirds
    /// The action-safe (93 % of width and height) and title-safe (90 %) areas of SMPTE ST 2046-1.
    case safeAreas = "safe areas: action 93 %, title 90 %"
    case center = "center"

    package struct Line: Hashable, Sendable {
        package let start: Point
        /// The end of the line, which is to the right of its start or below it.
        package let end: Point

        static func down(at place: Double, from start: Double = 0, to end: Double = 1) -> Line {
            Line(start: Point(x: place, y: start), end: Point(x: place, y: end))
        }
    }

    package var lines: [Line] {
        switch self {
        case .none: []
        case .thirds: [1.0 / 3, 2.0 / 3].flatMap { [Self.across(at: $0), .down(at: $0)] }
        case .safeAreas: [0.93, 0.9].flatMap(Self.frame)
        case .center: [Self.across(at: 0.5), .down(at: 0.5)]
        }
    }

    private static func across(at place: Double, from start: Double = 0, to end: Double = 1) -> Line {
        Line(start: Point(x: start, y: place), end: Point(x: end, y: place))
    }

    private static func frame(_ share: Double) -> [Line] {
        let (near, far) = ((1 - share) / 2, (1 + share) / 2)
        return [
            across(at: near, from: near, to: far), across(at: far, from: near, to: far),
            .down(at: near, from: near, to: far), .down(at: far, from: near, to: far),
        ]
    }
}
