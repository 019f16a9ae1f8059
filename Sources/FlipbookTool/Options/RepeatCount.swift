import FlipbookCore

/// How many whole cycles to show: a number, or `forever`.
struct RepeatCount: Sendable, CustomStringConvertible {
    /// Cycles; 0 is for ever.
    let value: Int

    /// A count of cycles.
    init(value: Int) {
        self.value = value
    }

    /// The count that `text` says: `3`, `0`, `forever`.
    init(parsing text: String) throws(RepeatCountParsingError) {
        if text == "forever" {
            value = 0
        } else if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int(text), count <= Self.largest
        {
            value = count
        } else {
            throw RepeatCountParsingError(text: text, largest: Self.largest)
        }
    }

    /// More cycles than anyone waits for, and few enough that frames of all cycles can be counted.
    private static let largest = 1_000_000_000

    /// The count as it is written.
    var description: String { value == 0 ? "forever" : "\(value)" }
}

/// A number of cycles that could not be read.
struct RepeatCountParsingError: Error, CustomStringConvertible {
    let text: String
    let largest: Int

    var description: String {
        "'\(text.escapingControlCharacters)' is not a number of cycles. Write 1 to \(largest), or forever."
    }
}
