/// A transition from one picture to the next. Progress runs from 0 to 1.
public enum Transition: Hashable, Sendable {
    /// The direction in which an edge or a picture moves.
    public enum Direction: String, CaseIterable, Sendable {
        /// From right to left.
        case left
        /// From left to right.
        case right
        /// From bottom to top.
        case up
        /// From top to bottom.
        case down

        fileprivate func offset(_ distance: Double) -> Point {
            switch self {
            case .left: Point(x: -distance, y: 0)
            case .right: Point(x: distance, y: 0)
            case .up: Point(x: 0, y: -distance)
            case .down: Point(x: 0, y: distance)
            }
        }

        fileprivate func regions(at progress: Double) -> (from: Rect, to: Rect) {
            let isBackwards = self == .left || self == .up
            // Both regions share one boundary, so that no pixel lies between them.
            let border = isBackwards ? 1 - progress : progress
            let parts =
                self == .left || self == .right
                ? (Rect(x: 0, y: 0, width: border, height: 1), Rect(x: border, y: 0, width: 1 - border, height: 1))
                : (Rect(x: 0, y: 0, width: 1, height: border), Rect(x: 0, y: border, width: 1, height: 1 - border))
            return isBackwards ? parts : (parts.1, parts.0)
        }
    }

    /// Cross-fades the pictures.
    case dissolve
    /// Fades the first picture out to the background, then fades the next one in.
    case fade
    /// Fades the first picture to a color, then the color to the next picture.
    case dip(to: Color)
    /// Moves an edge across the view to reveal the next picture. Neither picture moves.
    case wipe(Direction)
    /// Moves the next picture in, which pushes the first one out.
    case push(Direction)
    /// Moves the next picture in over the first one, which stays in place.
    case slide(Direction)
    /// Flips a card about its vertical axis. The left side moves to the front, as in UIKit's `transitionFlipFromLeft`.
    case flipFromLeft
    /// Flips a card about its vertical axis. The right side moves to the front, as in UIKit's `transitionFlipFromRight`.
    case flipFromRight
    /// Flips a card about its horizontal axis. The top moves to the front, as in UIKit's `transitionFlipFromTop`.
    case flipFromTop
    /// Flips a card about its horizontal axis. The bottom moves to the front, as in UIKit's `transitionFlipFromBottom`.
    case flipFromBottom

    package struct Part: Hashable, Sendable {
        /// The opacity, from 0 to 1. The opacities of overlapping parts add up to at most 1.
        package var weight = 1.0
        /// The offset of the picture, in fractions of the view.
        package var offset = Point.zero
        package var region = Rect(x: 0, y: 0, width: 1, height: 1)
        /// The rotation of the picture's card, or `nil` if it lies flat. Beyond a quarter turn, the picture is not visible.
        package var turn: Turn?
    }

    package struct Turn: Hashable, Sendable {
        package let isUpright: Bool
        /// The angle. Positive values bring the left side or the top to the front.
        package let degrees: Double
    }

    /// Returns the visible parts of both pictures and of the color between them, at a progress from 0 to 1.
    package func parts(at progress: Double) -> (from: Part, to: Part, color: (color: Color, weight: Double)?) {
        let progress = progress > 0 ? min(progress, 1) : 0
        var (from, to) = (Part(), Part())
        switch self {
        case .dissolve: (from.weight, to.weight) = (1 - progress, progress)
        case .fade, .dip: (from.weight, to.weight) = (max(0, 1 - 2 * progress), max(0, 2 * progress - 1))
        case .wipe(let direction), .push(let direction), .slide(let direction):
            (from.region, to.region) = direction.regions(at: progress)
            if case .push = self { from.offset = direction.offset(progress) }
            if case .wipe = self { break }
            to.offset = direction.offset(progress - 1)
        case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom:
            (from.turn, to.turn) = (turn(by: 180 * progress), turn(by: 180 * progress - 180))
        }
        if case .dip(let color) = self { return (from, to, (color, 1 - from.weight - to.weight)) }
        return (from, to, nil)
    }

    package var isFlip: Bool { parts(at: 0).from.turn != nil }

    private func turn(by degrees: Double) -> Turn {
        let isForward = self == .flipFromLeft || self == .flipFromTop
        let isUpright = self == .flipFromLeft || self == .flipFromRight
        return Turn(isUpright: isUpright, degrees: isForward ? degrees : -degrees)
    }
}

/// The next picture of a transition, and its progress.
public struct ImageTransition: Hashable, Sendable {
    /// The next picture.
    public internal(set) var image: Image
    /// The kind of transition.
    public let transition: Transition
    /// The progress, 0 to 1.
    public let progress: Double
}
