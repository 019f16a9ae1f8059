/// The part of a pattern that stands for the frame number: `####`, `@@@`, `%04d`, `$F4`, `<UDIM>`.
public struct FramePadding: Sendable {
    /// How the padding is spelt, which decides what has to be escaped around it.
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

    init(text: String, style: Style, width: Int) {
        self.text = text
        self.style = style
        self.width = width
    }

    /// The padding that we write for numbers of at least `width` characters: `####` for four, else one `@` each.
    ///
    /// Every tool reads `@` as one character, and four `#` as four characters
    /// (but for fileseq, to which one `#` is four).
    public init(width: Int) {
        let width = Swift.max(1, width)
        self.init(text: String(repeating: width == 4 ? "#" : "@", count: width), style: .marks, width: width)
    }

    /// The padding in fileseq's shortest spelling: `#` for four characters, else one `@` each.
    public var fileseqText: String {
        width == 4 ? "#" : String(repeating: "@", count: width)
    }

    /// The widest padding that is accepted: no file name is longer than 255 bytes.
    static let maximumWidth = 200

    /// The padding that starts at `start`, and where it ends; `nil` where none does.
    ///
    /// `#` is four characters, `##` eight and `@` one, added up, as in fileseq. Three or
    /// more `#` with nothing else are one each, as in Nuke, Houdini and
    /// Blender: nobody numbers frames with twelve digits.
    static func parse(_ bytes: ArraySlice<UInt8>) -> (padding: FramePadding, end: Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: "@"):
            let run = bytes.prefix { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }
            let hashes = run.count { $0 == UInt8(ascii: "#") }
            let isOneEach = hashes == run.count && hashes > 2
            return make(run, .marks, width: isOneEach ? hashes : run.count + 3 * hashes)
        case UInt8(ascii: "%"):
            if let udim = literal("%(UDIM)d", in: bytes) { return make(udim, .udim, width: 4) }
            let digits = bytes.dropFirst().prefix(while: FileNumber.isDigit)
            guard digits.endIndex < bytes.endIndex, bytes[digits.endIndex] == UInt8(ascii: "d") else { return nil }
            return make(bytes[bytes.startIndex...digits.endIndex], .printf, width: width(digits))
        case UInt8(ascii: "$"):
            guard let sign = literal("$F", in: bytes) else { return nil }
            let digits = bytes[sign.endIndex...].prefix(while: FileNumber.isDigit)
            // $FF is Houdini's fractional frame, $FPS its rate: other variables, not a frame number.
            if digits.endIndex < bytes.endIndex, bytes[digits.endIndex].isLetter, digits.isEmpty { return nil }
            return make(bytes[bytes.startIndex..<digits.endIndex], .houdini, width: width(digits))
        case UInt8(ascii: "<"):
            guard let udim = literal("<UDIM>", in: bytes) else { return nil }
            return make(udim, .udim, width: 4)
        default:
            return nil
        }
    }

    private static func make(
        _ bytes: ArraySlice<UInt8>,
        _ style: Style,
        width: Int
    ) -> (padding: FramePadding, end: Int) {
        (FramePadding(text: String(decoding: bytes, as: UTF8.self), style: style, width: width), bytes.endIndex)
    }

    private static func literal(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let literal = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        return bytes.starts(with: literal) ? bytes.prefix(literal.count) : nil
    }

    /// The width that digits spell, at least 1; more than ``maximumWidth`` for whatever is too large.
    private static func width(_ digits: ArraySlice<UInt8>) -> Int {
        guard !digits.isEmpty else { return 1 }
        return Swift.max(1, FileNumber.value(of: digits) ?? .max)
    }
}

extension FramePadding: Hashable {
    /// Whether both are spelt alike, which makes their widths equal.
    public static func == (left: FramePadding, right: FramePadding) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the spelling.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension FramePadding: CustomStringConvertible {
    /// The padding as it was written.
    public var description: String { text }
}
