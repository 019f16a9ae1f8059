/// The file values that map to black and to white, for all frames of a sequence.
public enum Levels: Hashable, Sendable, CustomStringConvertible {
    /// The lowest and highest values in all frames, measured once.
    case automatic
    /// Known values.
    case range(ValueRange)

    /// Reads `auto`, or the values for black and white, separated by two dots, such as `0..4095`.
    /// - Throws: ``ParsingError`` if the text has a different form or if both values are equal.
    public init(parsing text: String) throws(ParsingError) {
        if text.lowercased() == "auto" {
            self = .automatic
            return
        }
        let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = parts.compactMap(Self.number)
        guard parts.count == 2, ends.count == 2, ends[0] != ends[1] else {
            let forms = "black..white, such as 0..4095, or auto"
            throw ParsingError(text, "levels.range", "is not a range of values. Use \(forms).")
        }
        self = .range(ValueRange(black: ends[0], white: ends[1]))
    }

    private static func number(_ text: Substring) -> Double? {
        // Rejects a third dot, as in `0...1`.
        let digits = "0123456789.eE+-".utf8
        guard text.first != ".", text.last != ".", text.utf8.allSatisfy(digits.contains) else { return nil }
        return Double(text).flatMap { Float($0).isFinite ? $0 : nil }
    }

    package var range: ValueRange? { if case .range(let range) = self { range } else { nil } }

    /// The form that ``init(parsing:)`` reads.
    public var description: String { range?.description ?? "auto" }
}

/// The values for black and white, in the file's own units. Values in between are spread evenly; values outside are clipped to
/// black or white. If black is the higher value, light and dark are swapped, as in files whose lowest value is white.
public struct ValueRange: Hashable, Sendable, CustomStringConvertible {
    /// The value for black.
    public let black: Double
    /// The value for white.
    public let white: Double

    /// Creates a range.
    /// - Precondition: Both values are finite in single precision, and they differ.
    public init(black: Double, white: Double) {
        precondition(
            Float(black).isFinite && Float(white).isFinite && black != white,
            "a range must have two finite ends"
        )
        (self.black, self.white) = (black, white)
    }

    /// Returns the position of a value between black (0) and white (1).
    package func fraction(of value: Double) -> Double { (value - black) / (white - black) }

    /// Returns the value at a position between black (0) and white (1).
    package func value(at fraction: Double) -> Double { black + (white - black) * fraction }

    /// Both values, separated by two dots.
    public var description: String { "\(black.shortest)..\(white.shortest)" }
}
