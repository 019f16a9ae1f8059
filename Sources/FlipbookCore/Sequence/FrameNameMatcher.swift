struct FrameNameMatcher {
    private let prefix: [UInt8]
    private let suffix: [UInt8]
    /// The length of the suffix before its last dot, where a scale factor can be, or `nil` if there is no extension.
    private let suffixStem: Int?
    private let width: Int
    private let isSignBesideDigits: Bool
    private let scale: Int?

    init(_ pattern: FramePattern) {
        (prefix, suffix) = (Array(pattern.prefix.utf8), Array(pattern.suffix.utf8))
        suffixStem = suffix.lastIndex(of: UInt8(ascii: "."))
        (width, isSignBesideDigits) = (pattern.padding.width, pattern.padding.isSignBesideDigits)
        scale = suffixStem == nil ? nil : pattern.scale
    }

    func match(_ name: String) -> (number: Int, scale: Int)? {
        let bytes = Array(name.utf8)
        guard bytes.starts(with: prefix) else { return nil }
        let rest = bytes[prefix.count...]
        if scale == nil, rest.count > suffix.count, rest.suffix(suffix.count).elementsEqual(suffix),
            let number = number(rest.dropLast(suffix.count))
        {
            return (number, 1)
        }
        guard let suffixStem, rest.count > suffix.count + 3 else { return nil }
        let fileExtension = suffix[suffixStem...]
        let dot = rest.endIndex - fileExtension.count
        guard rest[dot...].elementsEqual(fileExtension),
            let factor = FrameFileName.scale(before: dot, in: rest), scale == nil || scale == factor
        else { return nil }
        let stem = rest[..<(dot - 3)]
        guard stem.suffix(suffixStem).elementsEqual(suffix[..<suffixStem]) else { return nil }
        return number(stem.dropLast(suffixStem)).map { ($0, factor) }
    }

    /// Returns the number in `text` if the pattern would write it the same way.
    private func number(_ text: ArraySlice<UInt8>) -> Int? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        let counted = isSignBesideDigits ? digits.count : text.count
        guard let value = FileNumber.value(of: digits), counted >= width else { return nil }
        // Leading zeros are allowed only to fill the width.
        if digits.first == UInt8(ascii: "0"), digits.count > 1, counted > width { return nil }
        if isNegative { return value == 0 ? nil : -value }
        return value
    }
}
