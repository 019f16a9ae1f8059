/// The part of a pattern that stands for the frame number: `####`, `@@@`, `%04d`, `$F4`, `<UDIM>`.
public struct FramePadding: Sendable {
    /// The spelling of the padding, which decides what has to be escaped around it.
    public enum Style: Hashable, Sendable {
        /// `#` and `@`, as in fileseq, RV and Nuke.
        case marks
        /// `%04d`, as in `printf`, ffmpeg and Nuke.
        case printf
        /// `$F4`, as in Houdini.
        case houdini
        /// `<UDIM>` or `%(UDIM)d`: the number of a texture tile.
        case udim
    }

    /// The padding as it was written.
    public let text: String
    /// The spelling.
    public let style: Style
    /// The least number of characters that a frame number takes, its sign counted; longer numbers take more.
    public let width: Int
    /// A Boolean value that leaves a sign out of the count of characters, as in ffmpeg: `-0001` for four.
    public let isSignBesideDigits: Bool

    init(text: String, style: Style, width: Int, isSignBesideDigits: Bool = false) {
        (self.text, self.style, self.width, self.isSignBesideDigits) = (text, style, width, isSignBesideDigits)
    }

    /// The padding that we write for numbers of at least `width` characters: `####` for four, else one `@` each.
    ///
    /// fileseq, OpenCue and RV read `@` as one character; ffmpeg, Nuke and Houdini do not read it. Nuke, OpenCue and
    /// RV read four `#` as four characters; to fileseq one `#` is four.
    public init(width: Int) {
        let width = Swift.max(1, width)
        self.init(text: String(repeating: width == 4 ? "#" : "@", count: width), style: .marks, width: width)
    }

    /// The same padding, of whose characters a sign is none.
    var withSignBesideDigits: FramePadding {
        FramePadding(text: text, style: style, width: width, isSignBesideDigits: true)
    }

    /// The padding in fileseq's shortest spelling: `#` for four characters, else one `@` each.
    public var fileseqText: String { width == 4 ? "#" : String(repeating: "@", count: width) }

    /// The widest padding that is accepted: no file name is longer than 255 bytes.
    static let maximumWidth = 200

    /// The padding that starts where `bytes` do, and where it ends, or `nil` if none does.
    ///
    /// `#` is four characters, `##` eight and `@` one, added up, as in fileseq. Three or
    /// more `#` with nothing else are one each, as in Nuke, Houdini and
    /// Blender: frames are not numbered with twelve digits. Dialects have their own rules.
    static func parse(
        _ bytes: ArraySlice<UInt8>,
        rules: DialectRules = DialectRules(nil)
    ) -> (padding: FramePadding, end: Int)? {
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
            // $FF is Houdini's fractional frame, $FPS its rate: other variables, not a frame number.
            if digits.isEmpty, bytes[digits.endIndex...].first?.isLetter ?? false { return nil }
            return make(bytes[bytes.startIndex..<digits.endIndex], .houdini, width: width(digits))
        default: return nil
        }
    }

    private static func marks(
        _ bytes: ArraySlice<UInt8>,
        _ meaning: DialectRules.Marks
    ) -> (padding: FramePadding, end: Int)? {
        let run =
            switch meaning {
            case .none: bytes.prefix(0)
            case .hashesOnly: bytes.prefix { $0 == UInt8(ascii: "#") }
            // RV's marks are of one kind.
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

    /// The padding as it has to be written without a dialect to mean the same.
    var withoutDialect: FramePadding {
        let bytes = Array(text.utf8)
        if let (read, end) = Self.parse(bytes[...]), end == bytes.count, read.width == width { return self }
        return FramePadding(width: width)
    }

    private static func make(
        _ bytes: ArraySlice<UInt8>,
        _ style: Style,
        width: Int,
        isSignBesideDigits: Bool = false
    ) -> (padding: FramePadding, end: Int) {
        let text = String(decoding: bytes, as: UTF8.self)
        let isBeside = isSignBesideDigits
        return (FramePadding(text: text, style: style, width: width, isSignBesideDigits: isBeside), bytes.endIndex)
    }

    /// The digits between two signs, or `nil` if others stand there.
    private static func digits(
        behind head: StaticString,
        before end: Unicode.Scalar,
        in bytes: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        guard let start = literal(head, in: bytes)?.endIndex else { return nil }
        let digits = bytes[start...].prefix { $0.isDigit }
        return bytes[digits.endIndex...].first == UInt8(ascii: end) ? digits : nil
    }

    private static func literal(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let literal = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.starts(with: literal) ? bytes.prefix(literal.count) : nil
    }

    /// The width that digits spell, at least 1; more than ``maximumWidth`` for one that is too large.
    private static func width(_ digits: ArraySlice<UInt8>) -> Int {
        digits.isEmpty ? 1 : Swift.max(1, FileNumber.value(of: digits) ?? .max)
    }
}

extension FramePadding: Hashable, CustomStringConvertible {
    /// Returns `true` if both are spelt alike, which makes their widths equal, and treat a sign alike.
    public static func == (left: FramePadding, right: FramePadding) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8) && left.isSignBesideDigits == right.isSignBesideDigits
    }

    /// Hashes the spelling.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }

    /// The padding as it was written.
    public var description: String { text }
}
