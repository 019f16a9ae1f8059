/// In which order several files are shown.
///
/// Not `SortOrder`, which Foundation has for something else.
public enum FileOrder: String, CaseIterable, Sendable {
    /// By name, digits by their value: `a2.png` before `a10.png`. What a shell's glob needs.
    case natural
    /// As they were given.
    case none
}

extension FilePath {
    /// Whether this path comes before `other` when digits are compared by their value.
    ///
    /// Names that differ in leading zeros only are ordered by their bytes, so any two different paths have an order.
    func naturallyPrecedes(_ other: FilePath) -> Bool {
        let (left, right) = (Array(string.utf8), Array(other.string.utf8))
        var (l, r) = (0, 0)
        while l < left.count, r < right.count {
            guard left[l].isDigit, right[r].isDigit else {
                if left[l] != right[r] { return left[l] < right[r] }
                l += 1
                r += 1
                continue
            }
            let leftDigits = Self.significantDigits(in: left, from: &l)
            let rightDigits = Self.significantDigits(in: right, from: &r)
            if leftDigits.count != rightDigits.count { return leftDigits.count < rightDigits.count }
            if !leftDigits.elementsEqual(rightDigits) { return leftDigits.lexicographicallyPrecedes(rightDigits) }
        }
        if left.count - l != right.count - r { return left.count - l < right.count - r }
        return left.lexicographicallyPrecedes(right)
    }

    /// The digits at `position` without leading zeros; moves `position` behind them.
    private static func significantDigits(in bytes: [UInt8], from position: inout Int) -> ArraySlice<UInt8> {
        let digits = bytes[position...].prefix { $0.isDigit }
        position = digits.endIndex
        return digits.drop { $0 == UInt8(ascii: "0") }
    }
}
