/// The common part of the names of a sequence's files: `walk/walk.####.png`, `walk.1-100x2#.png`, `walk.%04d@2x.png`.
///
/// Only the last component of a path is a pattern; the folders before it are taken as they are.
public struct FramePattern: Sendable {
    /// The folder with its closing slash, as written; empty for the current folder.
    public private(set) var directory: String
    /// The text before the frame number in the name, without any escape.
    public let prefix: String
    /// The padding that stands for the frame number.
    public private(set) var padding: FramePadding
    /// The text behind the frame number, extension included and scale factor left out, without any escape.
    public let suffix: String
    /// The frame numbers that the pattern itself names, or `nil` if the disk says which exist.
    public private(set) var frames: FrameSet?
    /// The scale factor directly before the extension, 2 for `@2x`, or `nil` if the pattern takes every variant.
    public private(set) var scale: Int?
    /// The range as it was written; empty without one.
    private var rangeText: String

    /// A pattern from its parts.
    /// - Parameters:
    ///   - directory: the folder with its closing slash, or nothing.
    ///   - scale: 1 to 9; has no effect without an extension in `suffix`.
    public init(
        directory: String = "",
        prefix: String,
        padding: FramePadding,
        suffix: String,
        frames: FrameSet? = nil,
        scale: Int? = nil
    ) {
        (self.directory, self.prefix, self.padding, self.suffix) = (directory, prefix, padding, suffix)
        (self.frames, self.scale, rangeText) = (frames, scale, frames?.description ?? "")
    }

    /// The same pattern with its range spelt as it was written.
    init(_ pattern: FramePattern, frames: FrameSet, rangeText: String) {
        self = pattern.with(frames: frames)
        self.rangeText = rangeText
    }

    /// The name of the file with frame `number`: the number with zeros in front, its sign counted as a character.
    public func name(of number: Int) -> String {
        let isBeside = padding.isSignBesideDigits
        let text = FileNumber.text(of: number, width: padding.width, isSignBesideDigits: isBeside)
        return prefix + text + suffix(scale: scale)
    }

    /// The path of the file with frame `number`.
    public func path(of number: Int) -> FilePath { FilePath(directory + name(of: number)) }

    /// The same pattern with other frame numbers, or with none.
    public func with(frames: FrameSet?) -> FramePattern { changed { $0.frames = frames } }

    /// The same pattern in another folder.
    /// - Parameter directory: the folder with its closing slash, or nothing.
    public func with(directory: String) -> FramePattern { changed { $0.directory = directory } }

    package func with(padding: FramePadding) -> FramePattern { changed { $0.padding = padding } }

    package func with(scale: Int?) -> FramePattern { changed { $0.scale = scale } }

    private func changed(_ change: (inout FramePattern) -> Void) -> FramePattern {
        changing(self) {
            change(&$0)
            $0.rangeText = $0.frames?.description ?? ""
        }
    }

    /// The same pattern as files that are found are called by: `walk.####.png` for `walk.%04d.png` and for
    /// `walk.1-10#.png`.
    package var canonical: FramePattern { with(frames: nil).with(padding: FramePadding(width: padding.width)) }

    /// The folder that holds the files: `.` where the pattern names none.
    public var folder: String { FilePath(directory + "x").directory }

    private func suffix(scale: Int?) -> String {
        guard let scale, let dot = suffix.utf8.lastIndex(of: UInt8(ascii: ".")) else { return suffix }
        return suffix[..<dot] + "@\(scale)x" + suffix[dot...]
    }

    /// Reads the frame number and the scale factor out of a file's name.
    ///
    /// - Returns: `nil` for a name that is not of this pattern. The number has to be padded
    ///   exactly as ``name(of:)`` pads it, so each number has one name for each scale factor.
    public func match(_ name: String) -> (number: Int, scale: Int)? { matcher.match(name) }

    var matcher: FrameNameMatcher { FrameNameMatcher(self) }
}

extension FramePattern: Hashable, CustomStringConvertible {
    /// Returns `true` for the same parts, byte by byte.
    public static func == (left: FramePattern, right: FramePattern) -> Bool {
        left.padding == right.padding && left.scale == right.scale && left.frames == right.frames
            && left.directory.utf8.elementsEqual(right.directory.utf8)
            && left.prefix.utf8.elementsEqual(right.prefix.utf8)
            && left.suffix.utf8.elementsEqual(right.suffix.utf8)
    }

    /// Hashes the parts. Equal bytes hash alike; different spellings of one text may, too.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(prefix)
        hasher.combine(padding)
        hasher.combine(suffix)
    }

    /// The pattern as it can be given again: ``init(parsing:dialect:)`` reads the same pattern from it without a dialect.
    ///
    /// Characters of the name that would be read as a padding, a range or a scale factor are
    /// escaped. The one thing it cannot say is ffmpeg's rule for negative numbers.
    public var description: String {
        let plain = text(escapingEndOfPrefix: false)
        // The end of the prefix may look like a range, or like the front of the pattern's own.
        return (try? FramePattern(parsing: plain)) == withSignCounted ? plain : text(escapingEndOfPrefix: true)
    }

    private var withSignCounted: FramePattern {
        guard padding.isSignBesideDigits else { return self }
        return with(padding: FramePadding(text: padding.text, style: padding.style, width: padding.width))
    }

    private func text(escapingEndOfPrefix: Bool) -> String {
        var text = directory
        text += escape(prefix, next: rangeText + padding.text, last: escapingEndOfPrefix)
        text += rangeText + padding.text
        guard let scale, let dot = suffix.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return text + escape(suffix, first: mustEscapeStart(of: suffix))
        }
        text += escape(String(suffix[..<dot]), first: mustEscapeStart(of: suffix))
        return text + "@\(scale)x" + escape(String(suffix[dot...]))
    }

    /// `literal` with a backslash before each byte that would be read as something else.
    private func escape(_ literal: String, next: String = "", first: Bool = false, last: Bool = false) -> String {
        let bytes = Array(literal.utf8)
        // What follows matters: "$" is an ordinary character, "$" before "F" is not.
        let context = bytes + Array(next.utf8)
        var result: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case _ where index == 0 && first || index == bytes.count - 1 && last: result.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "@"): result.append(UInt8(ascii: "\\"))
            case UInt8(ascii: "%") where padding.style == .printf: result.append(UInt8(ascii: "%"))
            case UInt8(ascii: "$"):
                if context[index...].dropFirst().first == UInt8(ascii: "F") { result.append(UInt8(ascii: "\\")) }
            case UInt8(ascii: "%"), UInt8(ascii: "<"):
                if FramePadding.parse(context[index...]) != nil { result.append(UInt8(ascii: "\\")) }
            default: break
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns `true` if the suffix would be read as part of the padding, or with its end as a scale factor.
    private func mustEscapeStart(of suffix: String) -> Bool {
        guard let first = suffix.utf8.first else { return false }
        if padding.style == .houdini { return first.isAlphanumeric }
        guard padding.text.utf8.last == UInt8(ascii: "@"), let dot = suffix.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return false
        }
        let stem = suffix.utf8[..<dot]
        return stem.count == 2 && first.isDigit && stem.last == UInt8(ascii: "x")
    }
}

extension UInt8 {
    /// A Boolean value that indicates `0` to `9`. Digits of other scripts are letters here, as in every peer.
    package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    package var isAlphanumeric: Bool { isDigit || isLetter }

    package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
