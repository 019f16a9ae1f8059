import FlipbookCore

/// A number of bytes as people write it.
struct ByteCount: Sendable {
    /// Bytes.
    let value: Int

    /// The bytes that `text` says: `1000000`, `512M`, `1.5G`; K, M, G and T are powers of 1024.
    init(parsing text: String) throws(ByteCountParsingError) {
        var digits = text[...]
        var unit = 1.0
        if digits.hasSuffix("B") || digits.hasSuffix("b") { digits = digits.dropLast() }
        if digits.hasSuffix("i") { digits = digits.dropLast() }
        if let last = digits.last, let power = "KMGT".firstIndex(of: Character(last.uppercased())) {
            for _ in 0..."KMGT".distance(from: "KMGT".startIndex, to: power) { unit *= 1024 }
            digits = digits.dropLast()
        }
        guard
            let first = digits.first, first.isNumber, let number = Double(digits),
            number * unit < 1e15
        else { throw ByteCountParsingError(text: text) }
        value = Int(number * unit)
    }
}

/// A number of bytes that could not be read.
struct ByteCountParsingError: Error, CustomStringConvertible {
    let text: String

    var description: String {
        "'\(text.escapingControlCharacters)' is not a number of bytes. Write 512M, 2G or 0."
    }
}
