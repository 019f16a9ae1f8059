/// The values of files that are shown as black and as white: the same ones in all frames of a sequence.
public enum Levels: Hashable, Sendable {
    /// The least and the greatest value in all frames, measured once.
    case automatic
    /// Values that are known.
    case range(ValueRange)

    /// Reads `auto`, or the values for black and for white with two dots between them, such as `0..4095`.
    /// - Throws: ``ParsingError`` for other texts, and for equal values.
    public init(parsing text: String) throws(ParsingError) {
        if text.lowercased() == "auto" {
            self = .automatic
            return
        }
        let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
        let ends = parts.compactMap(Self.number)
        guard parts.count == 2, ends.count == 2, ends[0] != ends[1] else {
            let right: Explanation = "is no range of values. Write black..white, such as 0..4095, or auto."
            throw ParsingError(text, "levels.range", right)
        }
        self = .range(ValueRange(black: ends[0], white: ends[1]))
    }

    /// The number that a text says, one that a file of single precision may have.
    private static func number(_ text: Substring) -> Double? {
        // A third dot is a slip.
        guard text.first != ".", text.last != ".", text.utf8.allSatisfy("0123456789.eE+-".utf8.contains) else {
            return nil
        }
        return Double(text).flatMap { Float($0).isFinite ? $0 : nil }
    }

    /// The range, or `nil` before it is measured.
    package var range: ValueRange? {
        if case .range(let range) = self { range } else { nil }
    }
}

extension Levels: CustomStringConvertible {
    /// The text that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .automatic: "auto"
        case .range(let range): range.description
        }
    }
}

/// Two values of a file, in its own numbers: one for black, and one for white.
///
/// Values between the two are spread evenly, and those beyond them are black or white. If black is the greater one,
/// light and dark change places, as they do in files that say that their least value is white.
public struct ValueRange: Hashable, Sendable {
    /// The value of black.
    public let black: Double
    /// The value of white.
    public let white: Double

    /// A range between two values.
    /// - Precondition: The values are numbers of single precision, and differ.
    public init(black: Double, white: Double) {
        precondition(Float(black).isFinite && Float(white).isFinite && black != white, "a range has two finite ends")
        (self.black, self.white) = (black, white)
    }

    /// The place of a value between black, 0, and white, 1.
    package func fraction(of value: Double) -> Double { (value - black) / (white - black) }

    /// The value at a place between black, 0, and white, 1.
    package func value(at fraction: Double) -> Double { black + (white - black) * fraction }
}

extension ValueRange: CustomStringConvertible {
    /// Both values with two dots between them, whole numbers without a point.
    public var description: String { "\(Self.text(black))..\(Self.text(white))" }

    package static func text(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
