public import FlipbookCore

/// The timing curve of an animation, which maps elapsed time to progress.
public enum AnimationCurve: Hashable, Sendable {
    /// A cubic Bézier curve from (0, 0) to (1, 1), as in UIKit and CSS. The x coordinates of the control points are clamped to
    /// 0...1.
    case bezier(Point, Point)
    /// A spring that comes to rest at the end of the duration: UIKit's `usingSpringWithDamping` and `initialSpringVelocity`.
    /// With a damping of 1 or more, the spring does not oscillate. At a velocity of 1, the spring would cover the whole
    /// distance within the duration.
    case spring(damping: Double, initialVelocity: Double)

    /// Constant speed.
    public static let linear = cubic(0, 0, 1, 1)
    /// Slow at the beginning.
    public static let easeIn = cubic(0.42, 0, 1, 1)
    /// Slow at the end.
    public static let easeOut = cubic(0, 0, 0.58, 1)
    /// Slow at both ends (UIKit's default).
    public static let easeInOut = cubic(0.42, 0, 0.58, 1)
    /// Core Animation's `default`.
    public static let coreAnimation = cubic(0.25, 0.1, 0.25, 1)

    package static let named: [(name: String, value: AnimationCurve)] = [
        ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
        ("default", .coreAnimation),
    ]

    /// Creates a Bézier curve from the coordinates of its control points.
    public static func cubic(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> AnimationCurve {
        .bezier(Point(x: x1, y: y1), Point(x: x2, y: y2))
    }

    /// Returns the progress at the given time, from 0 to 1. A spring may overshoot 1.
    /// - Parameter time: The elapsed fraction of the duration, 0 to 1.
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

    /// Returns one coordinate, at parameter `t`, of a curve from 0 to 1. `a` and `b` are the control points' coordinates.
    private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
        let rest = 1 - t
        return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
    }

    /// Finds the curve parameter for an x coordinate by bisection, to nearly full precision. The curve is monotonic in x.
    private static func parameter(of x: Double, _ a: Double, _ b: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<52 {
            let middle = (low + high) / 2
            if coordinate(a, b, at: middle) < x { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// Returns the progress of a damped spring whose oscillation is below a thousandth at time 1.
    private static func spring(_ damping: Double, _ velocity: Double, at time: Double) -> Double {
        let damping = max(damping, 0.01)
        guard damping < 1 else {
            // The solution of (1 + w) · e^-w = 0.001.
            let frequency = 9.233_413_5
            return 1 - ElementaryFunctions.exponential(-frequency * time) * (1 + (frequency - velocity) * time)
        }
        let decay = 6.907_755_278_982_137
        let swing = decay / damping * (1 - damping * damping).squareRoot()
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: swing * time * 180 / .pi)
        return 1 - ElementaryFunctions.exponential(-decay * time) * (cosine + (decay - velocity) / swing * sine)
    }
}
