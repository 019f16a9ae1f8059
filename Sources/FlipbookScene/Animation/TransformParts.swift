public import FlipbookCore

/// A `Transform` split into translation, rotation, scale and shear. Each part is interpolated separately, so a rotation by 360
/// degrees, which a matrix cannot express, makes a full turn.
public struct TransformParts: Hashable, Sendable {
    /// The translation in points, applied last.
    public var translation = Point.zero
    /// The angle in degrees, clockwise.
    public var rotation = 0.0
    /// The horizontal and vertical factors, applied first.
    public var scale = Point(x: 1, y: 1)
    /// The horizontal shear, applied after ``scale``: points to the right for each point down.
    public var shear = 0.0

    /// Creates the identity.
    public init(translation: Point = .zero, rotation: Double = 0, scale: Point = Point(x: 1, y: 1), shear: Double = 0) {
        (self.translation, self.rotation, self.scale, self.shear) = (translation, rotation, scale, shear)
    }

    /// Splits a transform.
    public init(_ transform: Transform) {
        translation = Point(x: transform.tx, y: transform.ty)
        let across = (transform.a * transform.a + transform.b * transform.b).squareRoot()
        guard across > 0 else {
            // If the horizontal scale is 0, the vertical axis determines the angle.
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

    /// The combined transform.
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

    static let fields: [ManifestField<TransformParts>] = [
        .init("rotate", \.rotation, .coordinate, default: 0), .init("shear", \.shear, .coordinate, default: 0),
        .init("scale", \.scale, .factors, default: Point(x: 1, y: 1)),
        .init("translate", \.translation, .point, default: .zero),
    ]
}
