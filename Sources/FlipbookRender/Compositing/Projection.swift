internal import FlipbookCore

protocol PlaneMap: Sendable {
    func place(of point: Point) -> Point
    var inverse: Self? { get }
    /// Returns the length of a mapped unit step in x or in y at a point, whichever is longer.
    func stretch(at point: Point) -> Double
}

extension Transform: PlaneMap {
    func place(of point: Point) -> Point { point.applying(self) }
    var inverse: Transform? { inverted }
    func stretch(at point: Point) -> Double { max((a * a + b * b).squareRoot(), (c * c + d * d).squareRoot()) }
}

/// A projective map, for the perspective view of a rotated card. Straight lines stay straight, but parallel lines do not stay
/// parallel.
struct Projection: PlaneMap {
    /// The rows of the matrix, which is multiplied by (x, y, 1). The first two products are divided by the third.
    private var x, y, w: SIMD3<Double>

    init(_ map: Transform) {
        (x, y) = (SIMD3(map.a, map.c, map.tx), SIMD3(map.b, map.d, map.ty))
        w = SIMD3(0, 0, 1)
    }

    private init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) { (self.x, self.y, self.w) = (x, y, w) }

    /// Creates the view of a card that is rotated about one of its center axes, or returns `nil` if only its edge is visible.
    ///
    /// UIKit does not document its viewing distance. In Flipbook, it is three times the longer side, so that the near edge
    /// appears a fifth larger at most. The distance is larger if `area` extends far beyond the card.
    /// - Parameters:
    ///   - card: The card in its own coordinates.
    ///   - map: The transform from these coordinates to pixels.
    ///   - area: The pixels that rotate with the card.
    init?(_ turn: Transition.Turn, of card: Rect, _ map: Transform, with area: PixelRect) {
        guard let inverse = map.inverted else { return nil }
        let middle = Transform(translationX: card.minX + card.width / 2, y: card.minY + card.height / 2)
        let (sine, cosine) = ElementaryFunctions.sineAndCosine(ofDegrees: turn.degrees)
        guard let away = middle.inverted, cosine.magnitude > 1e-6 else { return nil }
        let reach = Rect(area).applying(inverse.concatenating(away))
        let farthest =
            turn.isUpright
            ? max(reach.minX.magnitude, reach.maxX.magnitude) : max(reach.minY.magnitude, reach.maxY.magnitude)
        let depth = sine / max(3 * max(card.width, card.height), 1.5 * farthest)
        let turned =
            turn.isUpright
            ? Projection(x: SIMD3(cosine, 0, 0), y: SIMD3(0, 1, 0), w: SIMD3(depth, 0, 1))
            : Projection(x: SIMD3(1, 0, 0), y: SIMD3(0, cosine, 0), w: SIMD3(0, depth, 1))
        self = Projection(inverse.concatenating(away)).concatenating(turned)
            .concatenating(Projection(middle.concatenating(map)))
    }

    private func concatenating(_ other: Projection) -> Projection {
        func row(_ row: SIMD3<Double>) -> SIMD3<Double> { x * row.x + y * row.y + w * row.z }
        return Projection(x: row(other.x), y: row(other.y), w: row(other.w))
    }

    func place(of point: Point) -> Point {
        let point = SIMD3(point.x, point.y, 1)
        let depth = (w * point).sum()
        return Point(x: (x * point).sum() / depth, y: (y * point).sum() / depth)
    }

    var inverse: Projection? {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        // The columns of the inverse, up to a factor that cancels out in the division.
        let (first, second, third) = (cross(y, w), cross(w, x), cross(x, y))
        guard (x * first).sum() != 0 else { return nil }
        return Projection(
            x: SIMD3(first.x, second.x, third.x),
            y: SIMD3(first.y, second.y, third.y),
            w: SIMD3(first.z, second.z, third.z)
        )
    }

    func stretch(at point: Point) -> Double {
        let here = place(of: point)
        func length(_ x: Double, _ y: Double) -> Double {
            let there = place(of: Point(x: point.x + x, y: point.y + y))
            return ((there.x - here.x) * (there.x - here.x) + (there.y - here.y) * (there.y - here.y)).squareRoot()
        }
        return max(length(1, 0), length(0, 1))
    }
}
