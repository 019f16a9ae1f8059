public import FlipbookCore

/// The course of a change from its beginning to its end: what part of the way is done after what part of the time.
public enum AnimationCurve: Hashable, Sendable {
    /// A cubic Bézier curve from (0, 0) to (1, 1) with two control points, as UIKit, Core Animation and CSS have it. Its
    /// horizontal places are within 0 to 1.
    case bezier(Point, Point)
    /// A spring that is at rest after the duration: UIKit's `usingSpringWithDamping` and `initialSpringVelocity`.
    ///
    /// A damping of 1 or more does not swing. The velocity is in ways a duration.
    case spring(damping: Double, initialVelocity: Double)

    /// Evenly.
    public static let linear = cubic(0, 0, 1, 1)
    /// Slowly at first.
    public static let easeIn = cubic(0.42, 0, 1, 1)
    /// Slowly at last.
    public static let easeOut = cubic(0, 0, 0.58, 1)
    /// Slowly at both ends: UIKit's default.
    public static let easeInOut = cubic(0.42, 0, 0.58, 1)
    /// Core Animation's `default`.
    public static let coreAnimation = cubic(0.25, 0.1, 0.25, 1)

    /// The curves with a name, as manifests write them.
    package static let named: [(name: String, value: AnimationCurve)] = [
        ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
        ("default", .coreAnimation),
    ]

    /// A Bézier curve from the four numbers of its control points.
    public static func cubic(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> AnimationCurve {
        .bezier(Point(x: x1, y: y1), Point(x: x2, y: y2))
    }

    /// The part of the way that is done after a part of the time, 0 to 1; a spring may be beyond its end for a while.
    /// - Parameter time: The part of the time, 0 to 1, and no seconds.
    public func progress(at time: Double) -> Double {
        guard time > 0 else { return 0 }
        guard time < 1 else { return 1 }
        switch self {
        case .linear: return time
        case .bezier(let first, let second):
            let t = Self.parameter(of: time, min(max(first.x, 0), 1), min(max(second.x, 0), 1))
            return Self.coordinate(first.y, second.y, at: t)
        case .spring(let damping, let velocity): return Self.spring(damping, velocity, at: time)
        }
    }

    /// A coordinate of a curve from 0 to 1 with the control points `a` and `b`.
    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
    }

    /// The place on the curve of a horizontal coordinate: halved until it is found to the last bits, since it only grows.
    private static func parameter(of x: Double, _ a: Double, _ b: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            if coordinate(a, b, at: middle) < x { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The way of a damped spring whose swings are below a thousandth at time 1.
    private static func spring(_ damping: Double, _ velocity: Double, at time: Double) -> Double {
        let damping = max(damping, 0.01)
        guard damping < 1 else {
            // (1 + w) · e^-w is a thousandth.
            let frequency = 9.233_413_5
            return 1 - ElementaryFunctions.exponential(-frequency * time) * (1 + (frequency - velocity) * time)
        }
        let decay = 6.907_755_278_982_137
        let swing = decay / damping * (1 - damping * damping).squareRoot()
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: swing * time * 180 / .pi)
        let fade = ElementaryFunctions.exponential(-decay * time)
        return 1 - fade * (cosine + (decay - velocity) / swing * sine)
    }
}
