/// The error for caps or slices that do not fit an image.
public struct CapInsetsError: ExplainedError, Hashable {
    /// The fault and the remedy.
    public let explanation: Explanation

    /// `caps`.
    public var code: ErrorCode { "caps" }

    init(_ explanation: Explanation) { self.explanation = explanation }
}

extension EdgeInsets {
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
            // Thirds of a point may add up to slightly more than the whole.
            if one + other <= length * (1 + 1e-9) { continue }
            throw CapInsetsError(
                "The cap insets \(first) \(one.shortest) and \(second) \(other.shortest) are together larger than the "
                    + "image, which is \(length.shortest) points \(extent); make them smaller."
            )
        }
    }

    /// The caps of UIKit's older `stretchableImage(withLeftCapWidth:topCapHeight:)`, for ``ResizingMode/stretch``. With a cap
    /// of 0, the whole axis stretches. Otherwise one point after the cap stretches, and the rest is the other cap. A cap as
    /// large as the image leaves nothing to stretch.
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
