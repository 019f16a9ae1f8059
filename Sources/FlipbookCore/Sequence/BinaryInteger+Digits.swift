extension BinaryInteger {
    /// A number that is not negative, with zeros in front where it has fewer digits than `count`: `007`, `0A`.
    package func digits(_ count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
        let digits = String(self, radix: radix, uppercase: uppercase)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
