/// The error of caps, or of another cut, that cannot be those of an image.
public struct CapInsetsError: ExplainedError, Hashable {
    /// The fault and what would be right, in a sentence or two.
    public let explanation: Explanation

    /// `caps`.
    public var code: ErrorCode { "caps" }

    init(_ explanation: Explanation) { self.explanation = explanation }
}

extension EdgeInsets {
    /// Checks that these can be the caps of an image of `size` points.
    /// - Throws: ``CapInsetsError``, which says what is wrong with which inset.
    public func checkCaps(of size: Size) throws(CapInsetsError) {
        for (edge, value) in [("top", top), ("left", left), ("bottom", bottom), ("right", right)] {
            guard value.isFinite, value >= 0 else {
                throw CapInsetsError("The \(edge) cap inset is \(value.shortest) points; it must be 0 or more.")
            }
        }
        let axes = [
            ("left", left, "right", right, size.width, "wide"), ("top", top, "bottom", bottom, size.height, "tall"),
        ]
        for (first, one, second, other, length, extent) in axes {
            // Thirds of a point do not quite sum to what they are thirds of.
            if one + other <= length * (1 + 1e-9) { continue }
            throw CapInsetsError(
                "The cap insets \(first) \(one.shortest) and \(second) \(other.shortest) are together larger than the "
                    + "image, which is \(length.shortest) points \(extent); make them smaller."
            )
        }
    }

    /// The caps of UIKit's former `stretchableImage(withLeftCapWidth:topCapHeight:)`, for the mode
    /// ``ResizingMode/stretch``.
    ///
    /// A cap of 0 makes the whole axis stretch. Behind any other, one column (or row) of a point stretches, and the
    /// rest is the other cap. A cap as large as the image leaves nothing to stretch.
    /// - Parameters:
    ///   - leftCapWidth: the left cap in points.
    ///   - topCapHeight: the upper cap in points.
    ///   - size: the image in points.
    /// - Throws: ``CapInsetsError`` for a negative cap.
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
