/// An affine transform, with the member names of `CGAffineTransform`. It maps a point (x, y) to (a·x + c·y + tx, b·x + d·y +
/// ty). Since y increases downward, positive angles turn clockwise on the screen.
public struct Transform: Hashable, Codable, Sendable {
    /// The coefficient of x in the new x.
    public var a: Double
    /// The coefficient of x in the new y.
    public var b: Double
    /// The coefficient of y in the new x.
    public var c: Double
    /// The coefficient of y in the new y.
    public var d: Double
    /// The shift to the right, in points.
    public var tx: Double
    /// The shift downward, in points.
    public var ty: Double

    /// The transform that leaves every point unchanged.
    public static let identity = Transform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// Creates a transform from its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Creates a translation, in points.
    public init(translationX tx: Double, y ty: Double) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

    /// Creates a scaling about the origin.
    public init(scaleX x: Double, y: Double) { self.init(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }

    /// Creates a rotation about the origin.
    /// - Parameter degrees: The angle in degrees. Core Graphics uses radians, in which quarter turns are not exact.
    public init(rotationDegrees degrees: Double) {
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: degrees)
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// A Boolean value that indicates whether the transform leaves every point unchanged.
    public var isIdentity: Bool { self == .identity }
    package var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }

    /// Returns the transform that applies this one and then `other`.
    public func concatenating(_ other: Transform) -> Transform {
        Transform(
            a: a * other.a + b * other.c,
            b: a * other.b + b * other.d,
            c: c * other.a + d * other.c,
            d: c * other.b + d * other.d,
            tx: tx * other.a + ty * other.c + other.tx,
            ty: tx * other.b + ty * other.d + other.ty
        )
    }

    /// The inverse transform, or `nil` if this one maps the plane to a line or a point.
    public var inverted: Transform? {
        let determinant = a * d - b * c
        guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
        return Transform(
            a: d / determinant,
            b: -b / determinant,
            c: -c / determinant,
            d: a / determinant,
            tx: (c * ty - d * tx) / determinant,
            ty: (b * tx - a * ty) / determinant
        )
    }
}
