/// Distances from the four edges of a rectangle, in points, in the order of UIKit's `UIEdgeInsets`.
public struct EdgeInsets: Hashable, Codable, Sendable {
    /// The distance from the top edge, in points.
    public var top: Double
    /// The distance from the left edge, in points.
    public var left: Double
    /// The distance from the bottom edge, in points.
    public var bottom: Double
    /// The distance from the right edge, in points.
    public var right: Double

    /// Zero distance from every edge.
    public static let zero = EdgeInsets()

    /// Creates insets from distances in points.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// Returns `true` if these insets are valid caps for a picture: finite, not negative, and no larger than the picture.
    public func fits(_ size: Size) -> Bool { (try? checkCaps(of: size)) != nil }

    /// Creates insets with the same distance from all edges.
    public init(all distance: Double) { self.init(top: distance, left: distance, bottom: distance, right: distance) }

    /// Returns a view's safe area insets. On each side, the inset is the part of the superview's inset that overlaps the view.
    /// - Parameters:
    ///   - frame: The view's frame.
    ///   - bounds: The superview's bounds, to which these insets refer.
    public func reaching(into frame: Rect, in bounds: Rect) -> EdgeInsets {
        EdgeInsets(
            top: max(0, bounds.minY + top - max(frame.minY, bounds.minY)),
            left: max(0, bounds.minX + left - max(frame.minX, bounds.minX)),
            bottom: max(0, min(frame.maxY, bounds.maxY) - (bounds.maxY - bottom)),
            right: max(0, min(frame.maxX, bounds.maxX) - (bounds.maxX - right))
        )
    }

    package var outwards: EdgeInsets { divided(by: -1) }

    func divided(by scale: Double) -> EdgeInsets {
        EdgeInsets(top: top / scale, left: left / scale, bottom: bottom / scale, right: right / scale)
    }

    var mirrored: EdgeInsets { EdgeInsets(top: top, left: right, bottom: bottom, right: left) }

    /// Checks whether these insets are valid caps for an image.
    public func checkCaps(of size: Size) throws(CapInsetsError) {
        for (edge, value) in [("top", top), ("left", left), ("bottom", bottom), ("right", right)] {
            guard value.isFinite, value >= 0
            else { throw CapInsetsError("The \(edge) cap inset is \(value.shortest) points; it must be 0 or more.") }
        }
        let axes = [
            ("left", left, "right", right, size.width, "wide"), ("top", top, "bottom", bottom, size.height, "tall"),
        ]
        for (first, one, second, other, length, extent) in axes {
            // Thirds of a point can add up to slightly more than the whole.
            if one + other <= length * (1 + 1e-9) { continue }
            throw CapInsetsError(
                "The cap insets \(first) \(one.shortest) and \(second) \(other.shortest) are together larger than the "
                    + "image, which is \(length.shortest) points \(extent); make them smaller."
            )
        }
    }

    /// Creates the caps of UIKit's older `stretchableImage(withLeftCapWidth:topCapHeight:)`, for ``ResizingMode/stretch``. With
    /// a cap of 0, the whole axis stretches. With any other cap, only the point next to the cap stretches, and the remainder is
    /// the opposite cap. A cap as large as the image leaves nothing to stretch.
    /// - Parameter size: The size of the image in points.
    /// - Throws: ``CapInsetsError`` if a cap is negative.
    public init(leftCapWidth: Int, topCapHeight: Int, of size: Size) throws(CapInsetsError) {
        for (name, cap) in [("left cap width", leftCapWidth), ("top cap height", topCapHeight)] where cap < 0 {
            throw CapInsetsError("The \(name) is \(cap) points; it must be 0 or more.")
        }
        let (left, right) = Self.caps(Double(leftCapWidth), of: size.width)
        let (top, bottom) = Self.caps(Double(topCapHeight), of: size.height)
        self.init(top: top, left: left, bottom: bottom, right: right)
    }

    private static func caps(_ leading: Double, of length: Double) -> (Double, Double) {
        leading == 0 ? (0, 0) : (min(leading, length), max(0, length - leading - 1))
    }
}
