/// The way in which one picture takes the place of another.
///
/// The names are those of editing programs, and UIKit's of a card that turns over. Progress runs from 0, the former picture
/// alone, to 1, the next one alone.
public enum Transition: Hashable, Sendable {
    /// The way that an edge or a picture moves.
    public enum Direction: String, CaseIterable, Sendable {
        /// From the right edge to the left one.
        case left
        /// From the left edge to the right one.
        case right
        /// From the lower edge to the upper one.
        case up
        /// From the upper edge to the lower one.
        case down
    }

    /// Each pixel goes evenly from one picture to the other.
    case dissolve
    /// The former picture fades out to what lies behind it, then the next one fades in.
    case fade
    /// The former picture goes over into a color, then that into the next picture.
    case dip(to: Color)
    /// An edge crosses the view in a direction; behind it lies the next picture. Neither picture moves.
    case wipe(Direction)
    /// The next picture comes in, moving in a direction, and pushes the former one out.
    case push(Direction)
    /// The next picture moves in over the former one, which stays where it is.
    case slide(Direction)
    /// A card with a picture on either side turns over about its upright middle axis: its left side comes to the front, its
    /// right one goes to the back. UIKit's `transitionFlipFromLeft`.
    case flipFromLeft
    /// A card turns over, its right side to the front: UIKit's `transitionFlipFromRight`.
    case flipFromRight
    /// A card turns over about its level middle axis, its upper side to the front: UIKit's `transitionFlipFromTop`.
    case flipFromTop
    /// A card turns over, its lower side to the front: UIKit's `transitionFlipFromBottom`.
    case flipFromBottom
}

extension Transition {
    /// The part of one picture that is seen during a transition.
    package struct Part: Hashable, Sendable {
        /// The share of it, 0 to 1. The parts that show at a place add up to 1 at most.
        package var weight = 1.0
        /// The way that the picture is moved, in fractions of the view.
        package var offset = Point.zero
        /// The region of the view in which it is seen, in fractions of it.
        package var region = Rect(x: 0, y: 0, width: 1, height: 1)
        /// The turn of the card that it is a side of, seen within a quarter turn, or `nil` if it lies flat.
        package var turn: Turn?
    }

    /// The turn of a card about one of its middle axes.
    package struct Turn: Hashable, Sendable {
        /// A Boolean value that indicates the upright axis, and not the level one.
        package let isUpright: Bool
        /// The angle: above 0, the left or the upper side comes to the front.
        package let degrees: Double
    }

    /// The parts of both pictures that are seen, and of the color between them, at a progress from 0 to 1.
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

    /// A Boolean value that indicates a card that turns over.
    package var isFlip: Bool { parts(at: 0).from.turn != nil }

    private func turn(by degrees: Double) -> Turn {
        let isForward = self == .flipFromLeft || self == .flipFromTop
        let isUpright = self == .flipFromLeft || self == .flipFromRight
        return Turn(isUpright: isUpright, degrees: isForward ? degrees : -degrees)
    }
}

extension Transition.Direction {
    fileprivate func offset(_ distance: Double) -> Point {
        switch self {
        case .left: Point(x: -distance, y: 0)
        case .right: Point(x: distance, y: 0)
        case .up: Point(x: 0, y: -distance)
        case .down: Point(x: 0, y: distance)
        }
    }

    /// The regions in which the former and the next picture are seen, in fractions of the view.
    fileprivate func regions(at progress: Double) -> (from: Rect, to: Rect) {
        let isBackwards = self == .left || self == .up
        // One number for both, so that no pixel is between them.
        let border = isBackwards ? 1 - progress : progress
        let parts =
            self == .left || self == .right
            ? (Rect(x: 0, y: 0, width: border, height: 1), Rect(x: border, y: 0, width: 1 - border, height: 1))
            : (Rect(x: 0, y: 0, width: 1, height: border), Rect(x: 0, y: border, width: 1, height: 1 - border))
        return isBackwards ? parts : (parts.1, parts.0)
    }
}
