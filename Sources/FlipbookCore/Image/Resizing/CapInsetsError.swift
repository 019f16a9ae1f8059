/// Why caps cannot be those of an image.
public enum CapInsetsError: ExplainedError, Hashable {
    /// An edge of the image.
    public enum Edge: String, CaseIterable, Hashable, Sendable {
        case top, left, bottom, right
    }

    /// An inset is infinite or no number.
    case notANumber(Edge, Double)
    /// An inset is negative.
    case negative(Edge, Double)
    /// The left and the right cap are together wider than the image; all in points.
    case tooWide(left: Double, right: Double, image: Double)
    /// The upper and the lower cap are together taller than the image; all in points.
    case tooTall(top: Double, bottom: Double, image: Double)
    /// A cap width or height of an image of the old kind is negative.
    case negativeCap(Edge, Int)
    /// The caps and the centre of a catalog's image are together wider than its file; all in pixels.
    case centerTooWide(caps: Int, center: Int, image: Int)
    /// The caps and the centre of a catalog's image are together taller than its file; all in pixels.
    case centerTooTall(caps: Int, center: Int, image: Int)
    /// The part of an image that is stretched reaches beyond it; in units of its size.
    case contentStretch(Rect)
    /// The image has no pixels.
    case empty(PixelSize)
    /// A side of the image has more than 2^48 pixels.
    case tooLarge(PixelSize)
    /// The image's pixels per point are not a number above 0.
    case scale(Double)
}

extension CapInsetsError {
    /// `caps`.
    public var code: ErrorCode { "caps" }

    /// What is wrong and what would be right, in a sentence or two.
    public var explanation: Explanation {
        switch self {
        case .notANumber(let edge, let value):
            "The \(edge.rawValue) cap inset is \(value); write a number of points."
        case .negative(let edge, let value):
            "The \(edge.rawValue) cap inset is \(Self.shown(value)) points; it must be 0 or more."
        case .tooWide(let left, let right, let image):
            Self.tooLarge("left", left, "right", right, "wide", image)
        case .tooTall(let top, let bottom, let image):
            Self.tooLarge("top", top, "bottom", bottom, "tall", image)
        case .negativeCap(let edge, let value):
            "The \(edge == .left ? "left cap width" : "top cap height") is \(value) points; it must be 0 or more."
        case .centerTooWide(let caps, let center, let image):
            "The caps (\(caps) pixels) and the centre (\(center)) are together wider than the image (\(image))."
        case .centerTooTall(let caps, let center, let image):
            "The caps (\(caps) pixels) and the centre (\(center)) are together taller than the image (\(image))."
        case .contentStretch(let unit):
            "The content stretch begins at (\(unit.minX), \(unit.minY)) and is \(unit.size.width) by "
                + "\(unit.size.height); it must lie within 0 to 1 in both directions."
        case .empty(let size):
            "The image is \(size) pixels; there is nothing to resize."
        case .tooLarge(let size):
            "The image is \(size) pixels, more than can be resized."
        case .scale(let scale):
            "The image has \(scale) pixels per point; the scale must be a number above 0."
        }
    }

    private static func tooLarge(
        _ first: String,
        _ one: Double,
        _ second: String,
        _ other: Double,
        _ extent: String,
        _ image: Double
    ) -> Explanation {
        "The cap insets \(first) \(shown(one)) and \(second) \(shown(other)) are together larger than the image, "
            + "which is \(shown(image)) points \(extent); make them smaller."
    }

    /// Whole numbers without a fraction.
    private static func shown(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
    }
}

extension EdgeInsets {
    /// Checks that these can be the caps of an image of `size` points.
    /// - Throws: ``CapInsetsError``, which says what is wrong with which inset.
    public func checkCaps(of size: Size) throws(CapInsetsError) {
        let sides: [(CapInsetsError.Edge, Double)] = [(.top, top), (.left, left), (.bottom, bottom), (.right, right)]
        for (edge, value) in sides {
            guard value.isFinite else { throw .notANumber(edge, value) }
            guard value >= 0 else { throw .negative(edge, value) }
        }
        // Thirds of a point do not quite sum to what they are thirds of.
        let rounding = 1e-9
        guard left + right <= size.width * (1 + rounding) else {
            throw .tooWide(left: left, right: right, image: size.width)
        }
        guard top + bottom <= size.height * (1 + rounding) else {
            throw .tooTall(top: top, bottom: bottom, image: size.height)
        }
    }

    /// The caps of UIKit's former `stretchableImage(withLeftCapWidth:topCapHeight:)`, for the mode
    /// ``ResizingMode/stretch``.
    ///
    /// A cap of 0 makes the whole axis stretch. Behind any other, one column (or
    /// row) of a point stretches, and the rest is the other cap. A cap as large as
    /// the image leaves nothing to stretch.
    /// - Parameters:
    ///   - leftCapWidth: the left cap in points.
    ///   - topCapHeight: the upper cap in points.
    ///   - size: the image in points.
    /// - Throws: ``CapInsetsError/negativeCap(_:_:)``.
    public init(leftCapWidth: Int, topCapHeight: Int, of size: Size) throws(CapInsetsError) {
        guard leftCapWidth >= 0 else { throw .negativeCap(.left, leftCapWidth) }
        guard topCapHeight >= 0 else { throw .negativeCap(.top, topCapHeight) }
        let (left, right) = Self.caps(Double(leftCapWidth), of: size.width)
        let (top, bottom) = Self.caps(Double(topCapHeight), of: size.height)
        self.init(top: top, left: left, bottom: bottom, right: right)
    }

    private static func caps(_ leading: Double, of length: Double) -> (Double, Double) {
        leading == 0 ? (0, 0) : (min(leading, length), max(0, length - leading - 1))
    }
}
