import ArgumentParser
import FlipbookCore

/// A number of bits or bytes as people write it: `800k`, `2.5M`, `10MB`, `8MiB`.
struct Quantity {
    /// How many they are.
    let value: Int

    /// The number that `argument` says: k, M and G are powers of 1000, ki, Mi and Gi of 1024; a B may follow.
    init(parsing argument: String) throws {
        guard let value = Self.value(of: argument) else {
            throw ValidationError(
                "'\(argument.escapingControlCharacters)' is no amount above 0. Write 800k, 10MB or 8MiB."
            )
        }
        self.value = value
    }

    private static func value(of argument: String) -> Int? {
        var digits = argument[...]
        if digits.hasSuffix("B") { digits = digits.dropLast() }
        var base = 1000.0
        if digits.hasSuffix("i") {
            digits = digits.dropLast()
            base = 1024
        }
        var unit = 1.0
        if let last = digits.last, let power = ["k", "m", "g"].firstIndex(of: last.lowercased()) {
            for _ in 0...power { unit *= base }
            digits = digits.dropLast()
        } else if base == 1024 {
            return nil
        }
        guard digits.first?.isNumber == true, let number = Double(digits), number * unit >= 1, number * unit < 1e15
        else { return nil }
        return Int(number * unit)
    }
}
