extension FramePattern {
    /// What to write instead of a name that is spelt as other programs spell patterns, or as Windows spells paths; `nil`
    /// for one that is not.
    package static func advice(for text: String) -> String? {
        let bytes = Array(text.utf8)
        if bytes.count > 2, bytes[0].isLetter, bytes[1] == UInt8(ascii: ":"), bytes[2] == UInt8(ascii: "\\") {
            let path = bytes[3...].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            return "this is a path of Windows; write where it lies here, with /, such as "
                + "/mnt/\(String(decoding: [bytes[0] | 0x20], as: UTF8.self))/\(FilePath(String(decoding: path, as: UTF8.self)))"
        }
        guard let (place, width) = foreignNumber(in: bytes) ?? rangeWithoutPadding(in: bytes) else { return nil }
        let padding = FramePadding(width: width).text
        let written =
            String(decoding: bytes[..<place.lowerBound], as: UTF8.self) + padding
            + String(decoding: bytes[place.upperBound...], as: UTF8.self)
        return place.isEmpty
            ? "a range needs the number of digits behind it; write \(FilePath(written))"
            : "write \(padding) for the frame number: \(FilePath(written))"
    }

    /// `<F4>`, `<frame>`, `{frame:04d}` or `{frame}`, and how many digits it stands for.
    private static func foreignNumber(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        for (open, close) in [("<", ">"), ("{", "}")] {
            guard let start = bytes.firstIndex(of: Array(open.utf8)[0]),
                let end = bytes[start...].firstIndex(of: Array(close.utf8)[0])
            else { continue }
            let word = bytes[(start + 1)..<end]
            guard
                word.first.map({
                    $0 | 0x20 == UInt8(ascii: "f") || $0 | 0x20 == UInt8(ascii: "n") || $0 == UInt8(ascii: ":")
                }) ?? false
            else { continue }
            let digits = word.reversed().drop { !$0.isDigit }.prefix { $0.isDigit }.reversed()
            let width = FileNumber.value(of: digits) ?? 4
            guard 1...18 ~= width else { continue }
            // A shell's variable has a sign in front: ${FRAME}.
            let hasSign = start > 0 && bytes[start - 1] == UInt8(ascii: "$")
            return ((hasSign ? start - 1 : start)..<end + 1, width)
        }
        return nil
    }

    /// The end of `1001-1010` before an extension, where `####` is missing.
    private static func rangeWithoutPadding(in bytes: [UInt8]) -> (place: Range<Int>, width: Int)? {
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        var start = dot
        while start > 0, bytes[start - 1].isDigit { start -= 1 }
        let last = start..<dot
        guard !last.isEmpty, start > 1, bytes[start - 1] == UInt8(ascii: "-"), bytes[start - 2].isDigit
        else {
            return nil
        }
        start -= 1
        let end = start
        while start > 0, bytes[start - 1].isDigit { start -= 1 }
        guard let low = FileNumber.value(of: bytes[start..<end]), let high = FileNumber.value(of: bytes[last]),
            low < high
        else {
            return nil
        }
        return (dot..<dot, max(end - start, 1))
    }
}
