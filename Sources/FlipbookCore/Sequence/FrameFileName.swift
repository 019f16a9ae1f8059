/// A file name split at its frame number, without the scale factor and the idiom: `walk.` `0001` `.png`.
struct FrameFileName {
    enum Place {
        /// The end of the name, or of any part that precedes a dot: `walk.0001.png`, `walk.0001.beauty.png`.
        case end
        /// The last digits anywhere in the name: `walk_0001_beauty.png`.
        case anywhere
    }

    let path: FilePath
    let bytes: [UInt8]
    /// The index of the extension's dot, or the end of the name if it has none.
    let dot: Int
    /// The end of the name without extension, idiom and scale factor.
    let stemEnd: Int
    let idiom: UserInterfaceIdiom?
    let scale: Int?

    init(_ name: String) {
        let bytes = Array(name.utf8)
        path = FilePath(name)
        self.bytes = bytes
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
        self.dot = dot ?? bytes.count
        let idiom = dot.flatMap { bytes.contains(UInt8(ascii: "~")) ? UserInterfaceIdiom(before: $0, in: bytes) : nil }
        self.idiom = idiom
        let scaleEnd = self.dot - (idiom?.suffix.utf8.count ?? 0)
        scale = dot.flatMap { _ in Self.scale(before: scaleEnd, in: bytes[...]) }
        stemEnd = scaleEnd - (scale == nil ? 0 : 3)
    }

    var lowercasedExtension: [UInt8] { bytes[dot...].dropFirst().map(\.asciiLowercased) }

    /// Returns the frame number and its range including the sign, or `nil` if the name has none. A run of more than eighteen
    /// digits is not a frame number, and no other digits are tried.
    func number(at place: Place) -> (range: Range<Int>, value: Int)? {
        guard let end = numberEnd(at: place) else { return nil }
        var start = end
        while start > 0, bytes[start - 1].isDigit { start -= 1 }
        guard end - start <= FileNumber.maximumDigits, let value = FileNumber.value(of: bytes[start..<end])
        else { return nil }
        // "-000" stays text. Otherwise the number 0 would have two names.
        if value != 0, start > 0, bytes[start - 1] == UInt8(ascii: "-"),
            Self.isSign(after: start > 1 ? bytes[start - 2] : nil)
        {
            return (start - 1..<end, -value)
        }
        return (start..<end, value)
    }

    private func numberEnd(at place: Place) -> Int? {
        var end = stemEnd
        switch place {
        case .end:
            while end > 0, !bytes[end - 1].isDigit {
                guard let dot = bytes[..<end].lastIndex(of: UInt8(ascii: ".")) else { return nil }
                end = dot
            }
        case .anywhere: while end > 0, !bytes[end - 1].isDigit { end -= 1 }
        }
        return end > 0 ? end : nil
    }

    /// Returns `true` if a hyphen after this byte is a sign, and `false` if it is part of the name.
    static func isSign(after byte: UInt8?) -> Bool {
        byte == nil || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }

    /// Returns the scale factor of the suffix, `@1x` to `@9x`, that precedes `dot`, unless it starts the name.
    static func scale(before dot: Int, in name: ArraySlice<UInt8>) -> Int? {
        guard dot - 3 > name.startIndex, name[dot - 3] == UInt8(ascii: "@"), name[dot - 1] == UInt8(ascii: "x"),
            (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(name[dot - 2])
        else { return nil }
        return Int(name[dot - 2] - UInt8(ascii: "0"))
    }

    /// The name that the variants of a picture share, without the scale factor and the idiom.
    var ofPicture: FilePath { FilePath(String(decoding: bytes[..<stemEnd] + bytes[dot...], as: UTF8.self)) }

    var universal: String {
        String(decoding: bytes[..<(dot - (idiom?.suffix.utf8.count ?? 0))] + bytes[dot...], as: UTF8.self)
    }

    var numbered: (surroundings: String, number: Int)? { lastNumber.map { (surroundings(of: $0.range), $0.value) } }

    /// The number at the end of the name, or the last number anywhere in it: `walk_1_00_left.png`.
    private var lastNumber: (range: Range<Int>, value: Int)? { number(at: .end) ?? number(at: .anywhere) }

    struct Subframe {
        let surroundings: String
        let isNegative: Bool
        let frame: Int
        let point: UInt8
        let fraction: ArraySlice<UInt8>
        /// A Boolean value that indicates whether leading zeros make the frame number longer than the fraction: `0001.5`.
        let isPadded: Bool
        /// A Boolean value that indicates whether text follows the fraction: `walk.1.25_main`.
        let isBehindNumber: Bool

        var whole: Int { isNegative ? -frame : frame }

        var value: Double {
            Double("\(isNegative ? "-" : "")\(frame).\(String(decoding: fraction, as: UTF8.self))") ?? 0
        }
    }

    /// The last number of the name as two parts, or `nil` if that number has only one part.
    var subframe: Subframe? {
        guard let (last, _) = lastNumber else { return nil }
        let behind = fraction(behind: last)
        let range = behind ?? last
        guard bytes[range.lowerBound].isDigit, range.lowerBound > 1 else { return nil }
        let point = range.lowerBound - 1
        var start = point
        while start > 0, bytes[start - 1].isDigit { start -= 1 }
        guard point - start <= FileNumber.maximumDigits, let frame = FileNumber.value(of: bytes[start..<point])
        else { return nil }
        guard ".,_- ".utf8.contains(bytes[point]) else { return nil }
        // walk_v2.01.png is a version.
        if start > 0, bytes[start - 1] | 0x20 == UInt8(ascii: "v"), start == 1 || !bytes[start - 2].isLetter {
            return nil
        }
        let isNegative =
            start > 0 && bytes[start - 1] == UInt8(ascii: "-") && Self.isSign(after: start > 1 ? bytes[start - 2] : nil)
        return Subframe(
            surroundings: surroundings(of: (isNegative ? start - 1 : start)..<range.upperBound),
            isNegative: isNegative,
            frame: frame,
            point: bytes[point],
            fraction: bytes[range],
            isPadded: bytes[start] == UInt8(ascii: "0") && point - start > max(range.count, 2),
            isBehindNumber: behind != nil
        )
    }

    private func fraction(behind number: Range<Int>) -> Range<Int>? {
        let start = number.upperBound + 1
        guard start < stemEnd, bytes[number.upperBound] == UInt8(ascii: ".") else { return nil }
        let end = bytes[start..<stemEnd].firstIndex { !$0.isDigit } ?? stemEnd
        return end > start && end < stemEnd ? start..<end : nil
    }

    private func surroundings(of range: Range<Int>) -> String {
        let word = FramePattern.format(String(decoding: lowercasedExtension, as: UTF8.self))
        let parts = [bytes[..<range.lowerBound], bytes[range.upperBound..<stemEnd]]
        return parts.map { String(decoding: $0, as: UTF8.self).lowercased() + "/" }.joined() + word
    }
}
