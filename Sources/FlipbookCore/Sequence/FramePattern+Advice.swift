extension FramePattern {
    package static func advice(for text: String) -> String? {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "-"), bytes.allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "-") }) {
            return "all arguments after -- are file names; put options before it"
        }
        if FilePath(text).isOfWindows {
            let path = bytes[3...].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            return "this is a Windows path; use the path on this system, with /, such as "
                + "/mnt/\(String(decoding: [bytes[0] | 0x20], as: UTF8.self))/\(FilePath(String(decoding: path, as: UTF8.self)))"
        }
        guard let (place, width) = foreignNumber(in: bytes) ?? rangeWithoutPadding(in: bytes) else { return nil }
        let padding = FramePadding(width: width).text
        let written =
            String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + padding
            + String(decoding: bytes[place.upperBound...], as: UTF8.self)
        return place.isEmpty
            ? "a range must be followed by padding; write \(FilePath(written))"
            : "write \(padding) for the frame number: \(FilePath(written))"
    }

    /// Finds `<F4>`, `<frame>`, `{frame:04d}` or `{frame}`, and its number of digits.
    private static func foreignNumber(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        for (open, close) in [("<", ">"), ("{", "}")] {
            guard let start = bytes.firstIndex(of: Array(open.utf8)[0]),
                let end = bytes[start...].firstIndex(of: Array(close.utf8)[0])
            else { continue }
            let word = bytes[(start + 1)..<end]
            guard let head = word.first, "fFnN:".utf8.contains(head) else { continue }
            let digits = word.reversed().drop { !$0.isDigit }.prefix { $0.isDigit }.reversed()
            let width = FileNumber.value(of: digits) ?? 4
            guard 1...18 ~= width else { continue }
            // A shell variable has a leading $: ${FRAME}.
            let hasSign = start > 0 && bytes[start - 1] == UInt8(ascii: "$")
            return ((hasSign ? start - 1 : start)..<end + 1, width)
        }
        return nil
    }

    /// Finds the end of `1001-1010` before an extension, where `####` is missing.
    private static func rangeWithoutPadding(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        let hyphen = dot - bytes[..<dot].reversed().prefix { $0.isDigit }.count - 1
        guard hyphen > 0, bytes[hyphen] == UInt8(ascii: "-") else { return nil }
        let width = bytes[..<hyphen].reversed().prefix { $0.isDigit }.count
        guard let low = FileNumber.value(of: bytes[hyphen - width..<hyphen]),
            let high = FileNumber.value(of: bytes[hyphen + 1..<dot]), low < high
        else { return nil }
        return (dot..<dot, width)
    }
}
