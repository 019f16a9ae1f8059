import ArgumentParser

/// How many whole cycles to show: a number, or `forever`.
struct RepeatCount: Sendable, CustomStringConvertible {
    /// Cycles; 0 is for ever.
    let value: Int

    /// A count of cycles.
    init(value: Int) {
        self.value = value
    }

    /// The count that `text` says: `3`, `0`, `forever`.
    init(parsing text: String) throws {
        if text == "forever" {
            value = 0
        } else if let count = Int(text), (0...1_000_000_000).contains(count) {
            value = count
        } else {
            throw ValidationError("'\(text)' is not a number of cycles. Write 1 or more, or forever.")
        }
    }

    /// The count as it is written.
    var description: String { value == 0 ? "forever" : "\(value)" }
}
