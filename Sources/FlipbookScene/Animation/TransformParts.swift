public import FlipbookCore

/// A `Transform` taken apart into what people think in: what a view is turned, resized and moved by.
///
/// Between two transforms each part proceeds by itself, so that a turn stays a turn; and a turn of 360 degrees, of which
/// the matrix knows nothing, goes all the way round.
public struct TransformParts: Hashable, Sendable {
    /// The shift in points, done last.
    public var translation = Point.zero
    /// The angle in degrees, clockwise.
    public var rotation = 0.0
    /// The factors across and down, done first.
    public var scale = Point(x: 1, y: 1)
    /// The lean of down to the right, done after ``scale``: points across for each point down.
    public var shear = 0.0

    /// Nothing moved.
    public init(translation: Point = .zero, rotation: Double = 0, scale: Point = Point(x: 1, y: 1), shear: Double = 0) {
        (self.translation, self.rotation, self.scale, self.shear) = (translation, rotation, scale, shear)
    }

    /// The parts of a transform.
    public init(_ transform: Transform) {
        translation = Point(x: transform.tx, y: transform.ty)
        let across = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        guard across > 0 else {
            // A transform without width: what is down decides the angle.
            rotation = ElementaryFunctions.degrees(x: transform.d, y: -transform.c)
            scale = Point(x: 0, y: (transform.c * transform.c + transform.d * transform.d).squareRoot())
            return
        }
        let (cosine, sine) = (transform.a / across, transform.b / across)
        let down = transform.d * cosine - transform.c * sine
        rotation = ElementaryFunctions.degrees(x: transform.a, y: transform.b)
        scale = Point(x: across, y: down)
        let lean = transform.c * cosine + transform.d * sine
        shear = down == 0 ? 0 : lean / down
    }

    /// The parts put together.
    public var transform: Transform {
        Transform(scaleX: scale.x, y: scale.y)
            .concatenating(Transform(a: 1, b: 0, c: shear, d: 1, tx: 0, ty: 0))
            .concatenating(Transform(rotationDegrees: rotation))
            .concatenating(Transform(translationX: translation.x, y: translation.y))
    }

    func interpolated(to end: TransformParts, _ progress: Double) -> TransformParts {
        TransformParts(
            translation: translation.interpolated(to: end.translation, progress),
            rotation: rotation.interpolated(to: end.rotation, progress),
            scale: scale.interpolated(to: end.scale, progress),
            shear: shear.interpolated(to: end.shear, progress)
        )
    }
}
