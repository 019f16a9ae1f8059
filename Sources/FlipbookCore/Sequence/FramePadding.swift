/// The part of a pattern that stands for the frame number: `####`, `@@@`, `%04d`, `$F4`, `<UDIM>`.
public struct FramePadding: Hashable, Sendable, CustomStringConvertible {
    /// The syntax of a padding. It determines which adjacent characters must be escaped.
    public enum Style: Hashable, Sendable {
        /// `#` and `@`, as in fileseq, RV and Nuke.
        case marks
        /// `%04d`, as in `printf`, ffmpeg and Nuke.
        case printf
        /// `$F4`, as in Houdini.
        case houdini
        /// `<UDIM>` or `%(UDIM)d`: a texture tile's number.
        case udim
    }

    /// The padding as written.
    public let text: String
    /// The syntax.
    public let style: Style
    /// The minimum number of characters in a frame number, including the sign.
    public let width: Int
    /// A Boolean value that indicates whether the sign is extra, as in ffmpeg: `-0001` with a width of four.
    public let isSignBesideDigits: Bool

    init(text: String, style: Style, width: Int, isSignBesideDigits: Bool = false) {
        (self.text, self.style, self.width, self.isSignBesideDigits) = (text, style, width, isSignBesideDigits)
    }

    /// Creates the padding that Flipbook writes for numbers of at least `width` characters: `####` for four, otherwise an `@`
    /// for each. fileseq, OpenCue and RV read `@` as one character; ffmpeg, Nuke and Houdini do not read it. Nuke, OpenCue and
    /// RV read `####` as four characters; fileseq reads one `#` as four.
    public init(width: Int) {
        let width = Swift.max(1, width)
        self.init(text: String(repeating: width == 4 ? "#" : "@", count: width), style: .marks, width: width)
    }

    var withSignBesideDigits: FramePadding {
        FramePadding(text: text, style: style, width: width, isSignBesideDigits: true)
    }

    /// The padding in fileseq's shortest form: `#` for four characters, otherwise an `@` for each.
    public var fileseqText: String { width == 4 ? "#" : String(repeating: "@", count: width) }

    /// The maximum width of a padding. File names have at most 255 bytes.
    static let maximumWidth = 200

    /// Returns the padding at the start of `bytes` and its end, or `nil` if there is none. As in fileseq, each `#` adds four
    /// characters, and each `@` one. Three or more `#` alone are one character each, as in Nuke, Houdini and Blender.
    static func parse(_ bytes: ArraySlice<UInt8>, rules: DialectRules = .init(nil)) -> (padding: Self, end: Int)? {
        switch bytes.first {
        case UInt8(ascii: "#"), UInt8(ascii: "@"): return marks(bytes, rules.marks)
        case UInt8(ascii: "%"), UInt8(ascii: "<"):
            if rules.hasUDIM, let udim = literal("%(UDIM)d", in: bytes) ?? literal("<UDIM>", in: bytes) {
                return make(udim, .udim, width: 4)
            }
            guard rules.hasPrintf, let digits = digits(behind: "%", before: "d", in: bytes) else { return nil }
            let whole = bytes[bytes.startIndex...digits.endIndex]
            return make(whole, .printf, width: width(digits), isSignBesideDigits: rules.isSignBesideDigits)
        case UInt8(ascii: "$") where rules.hasDollar:
            if rules.hasBraces, let digits = digits(behind: "${F", before: "}", in: bytes) {
                let text = "$F" + String(decoding: digits, as: UTF8.self)
                return (FramePadding(text: text, style: .houdini, width: width(digits)), digits.endIndex + 1)
            }
            guard let sign = literal("$F", in: bytes) else { return nil }
            let digits = bytes[sign.endIndex...].prefix { $0.isDigit }
            // $FF is Houdini's fractional frame, and $FPS is its frame rate. Neither is a frame number.
            if digits.isEmpty, bytes[digits.endIndex...].first?.isLetter ?? false { return nil }
            return make(bytes[bytes.startIndex..<digits.endIndex], .houdini, width: width(digits))
        default: return nil
        }
    }

    private static func marks(_ bytes: ArraySlice<UInt8>, _ meaning: DialectRules.Marks) -> (padding: Self, end: Int)? {
        let run =
            switch meaning {
            case .none: bytes.prefix(0)
            case .hashesOnly: bytes.prefix { $0 == UInt8(ascii: "#") }
            // RV does not allow `#` and `@` in the same padding.
            case .fourForAny: bytes.prefix { $0 == bytes.first }
            case .usual, .fileseq, .oneEach: bytes.prefix { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }
            }
        guard !run.isEmpty else { return nil }
        let hashes = run.count { $0 == UInt8(ascii: "#") }
        let width =
            switch meaning {
            case .none, .hashesOnly, .oneEach: run.count
            case .fourForAny: hashes > 0 ? 4 : run.count
            case .fileseq: run.count + 3 * hashes
            case .usual: hashes == run.count && hashes > 2 ? hashes : run.count + 3 * hashes
            }
        return make(run, .marks, width: width)
    }

    var withoutDialect: FramePadding {
        let bytes = Array(text.utf8)
        if let (read, end) = Self.parse(bytes[...]), end == bytes.count, read.width == width { return self }
        return FramePadding(width: width)
    }

    private static func make(_ bytes: ArraySlice<UInt8>, _ style: Style, width: Int, isSignBesideDigits: Bool = false)
        -> (padding: FramePadding, end: Int)
    {
        let text = String(decoding: bytes, as: UTF8.self)
        let isBeside = isSignBesideDigits
        return (FramePadding(text: text, style: style, width: width, isSignBesideDigits: isBeside), bytes.endIndex)
    }

    private static func digits(behind head: StaticString, before end: Unicode.Scalar, in bytes: ArraySlice<UInt8>)
        -> ArraySlice<UInt8>?
    {
        guard let start = literal(head, in: bytes)?.endIndex else { return nil }
        let digits = bytes[start...].prefix { $0.isDigit }
        return bytes[digits.endIndex...].first == UInt8(ascii: end) ? digits : nil
    }

    private static func literal(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let literal = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.starts(with: literal) ? bytes.prefix(literal.count) : nil
    }

    /// Returns the width that the digits specify, at least 1. If it is too large, the result exceeds ``maximumWidth``.
    private static func width(_ digits: ArraySlice<UInt8>) -> Int {
        digits.isEmpty ? 1 : Swift.max(1, FileNumber.value(of: digits) ?? .max)
    }

    /// The padding as written.
    public var description: String { text }
}
