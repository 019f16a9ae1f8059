/// The number of output pixels per point, like UIKit's `displayScale`: a whole number such as 2, or a fraction such as 3/2.
/// Fractions are exact, so an edge at 375.5 points is at the same pixel on every machine.
public struct DisplayScale: Hashable, Sendable, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The numerator of the fraction in lowest terms, above 0.
    public let numerator: Int
    /// The denominator of the fraction in lowest terms, above 0.
    public let denominator: Int

    /// The scales that are valid for output.
    public static let range: ClosedRange<DisplayScale> = 1...8

    /// Creates a scale from a whole number, clamped to 1 through 1,000,000.
    public init(_ factor: Int) { (numerator, denominator) = (min(max(1, factor), 1_000_000), 1) }

    /// Reads a scale such as `2`, `1.5` or `3/2`. Returns `nil` if the text has a different form or if the scale is outside
    /// ``range``.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { RationalTime.decimal($0) }
        guard numbers.count == parts.count, let first = numbers.first,
            let quotient = first.divided(by: numbers.count == 2 ? numbers[1] : RationalTime(1)),
            quotient.numerator > 0, quotient.denominator <= Self.finest
        else { return nil }
        (numerator, denominator) = (Int(quotient.numerator), Int(quotient.denominator))
        guard Self.range.contains(self) else { return nil }
    }

    /// A description of the form that ``init(_:)-(String)`` reads, for messages.
    public static let form = "pixels per point from 1 to 8, such as 2, 1.5 or 4/3"

    private static let finest: Int64 = 1_000_000

    /// The scale as a floating-point number.
    public var value: Double { Double(numerator) / Double(denominator) }
    /// The scale rounded up. A picture variant with this scale factor, such as 2 for `@2x`, has enough pixels.
    public var variant: Int { (numerator + denominator - 1) / denominator }

    /// Creates a scale from a picture's pixels per point, rounded to millionths.
    package init(ofImage scale: Double) {
        let millionths = Int(min(max((scale * 1_000_000).rounded(), 1), 1e12))
        let divisor = greatestCommonDivisor(millionths, Int(Self.finest))
        (numerator, denominator) = (millionths / divisor, Int(Self.finest) / divisor)
    }

    /// Returns the size in output pixels of an image that keeps its size in points. A side of `p` pixels becomes `p / scale ·
    /// self` pixels, rounded, and at least 1.
    /// - Parameter scale: The image's pixels per point.
    public func pixels(of pixels: PixelSize, scale: DisplayScale) -> PixelSize {
        guard self != scale else { return pixels }
        return PixelSize(width: length(of: pixels.width, scale: scale), height: length(of: pixels.height, scale: scale))
    }

    private func length(of side: Int, scale: DisplayScale) -> Int {
        let above = Int128(side) * Int128(numerator) * Int128(scale.denominator)
        let below = Int128(denominator) * Int128(scale.numerator)
        return max(1, Int(clamping: (2 * above + below) / (2 * below)))
    }

    /// Returns `true` if the left scale has fewer pixels per point.
    public static func < (left: DisplayScale, right: DisplayScale) -> Bool {
        left.numerator * right.denominator < right.numerator * left.denominator
    }

    /// Creates a scale from a whole number.
    public init(integerLiteral factor: Int) { self.init(factor) }

    /// The scale in the form that ``init(_:)-(String)`` reads: `2`, `1.5`, or `4/3` if no decimal is exact.
    public var description: String {
        guard denominator > 1 else { return String(numerator) }
        return RationalTime(Int64(numerator), Int64(denominator)).decimal ?? "\(numerator)/\(denominator)"
    }
}
