/// The common pattern of a sequence's file names: `walk/walk.####.png`, `walk.1-100x2#.png`, `walk.%04d@2x.png`. Only the last
/// component of a path is a pattern; its folders are taken literally.
public struct FramePattern: Sendable, Hashable, CustomStringConvertible {
    /// The folder with its trailing slash, as written. Empty for the current folder.
    public private(set) var directory: String
    /// The text before the frame number, without escapes.
    public let prefix: String
    /// The padding of the frame number.
    public private(set) var padding: FramePadding
    /// The text after the frame number, including the extension, without the scale factor and escapes.
    public let suffix: String
    /// The frame numbers in the pattern, or `nil` if the existing files determine them.
    public private(set) var frames: FrameSet?
    /// The scale factor before the extension, 2 for `@2x`, or `nil` if the pattern matches every variant.
    public private(set) var scale: Int?
    private var rangeText: String

    /// Creates a pattern from its parts.
    /// - Parameters:
    ///   - directory: The folder with its trailing slash, or an empty string.
    ///   - scale: The scale factor, 1 to 9. It has no effect if `suffix` has no extension.
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

    init(_ pattern: FramePattern, frames: FrameSet, rangeText: String) {
        self = pattern.with(frames: frames)
        self.rangeText = rangeText
    }

    /// Returns the name of the file with frame `number`, padded with zeros.
    public func name(of number: Int) -> String {
        let text = FileNumber.text(of: number, width: padding.width, isSignBesideDigits: padding.isSignBesideDigits)
        return prefix + text + suffix(scale: scale)
    }

    /// Returns the path of the file with frame `number`.
    public func path(of number: Int) -> FilePath { FilePath(directory + name(of: number)) }

    /// Returns the pattern with the given frame numbers. If `nil`, the pattern has no frame numbers.
    public func with(frames: FrameSet?) -> FramePattern { changed { $0.frames = frames } }

    /// Returns the pattern in a different folder.
    /// - Parameter directory: The folder with its trailing slash, or an empty string.
    public func with(directory: String) -> FramePattern { changed { $0.directory = directory } }

    package func with(padding: FramePadding) -> FramePattern { changed { $0.padding = padding } }

    package func with(scale: Int?) -> FramePattern { changed { $0.scale = scale } }

    private func changed(_ change: (inout FramePattern) -> Void) -> FramePattern {
        changing(self) {
            change(&$0)
            $0.rangeText = $0.frames?.description ?? ""
        }
    }

    /// The pattern in its usual form without numbers: `walk.####.png` for `walk.%04d.png` and for `walk.1-10#.png`.
    package var canonical: FramePattern { with(frames: nil).with(padding: FramePadding(width: padding.width)) }
    /// The folder of the files, or `.` if the pattern has none.
    public var folder: String { FilePath(directory + "x").directory }

    private func suffix(scale: Int?) -> String {
        guard let scale, let dot = suffix.utf8.lastIndex(of: UInt8(ascii: ".")) else { return suffix }
        return suffix[..<dot] + "@\(scale)x" + suffix[dot...]
    }

    /// Returns the frame number and the scale factor in a file name, or `nil` if the name does not match. The number must have
    /// the same padding as in ``name(of:)``, so each number has one name per scale factor.
    public func match(_ name: String) -> (number: Int, scale: Int)? { matcher.match(name) }

    var matcher: FrameNameMatcher { FrameNameMatcher(self) }

    /// Returns `true` if all parts are equal byte for byte.
    public static func == (left: FramePattern, right: FramePattern) -> Bool {
        left.padding == right.padding && left.scale == right.scale && left.frames == right.frames
            && left.directory.utf8.elementsEqual(right.directory.utf8)
            && left.prefix.utf8.elementsEqual(right.prefix.utf8) && left.suffix.utf8.elementsEqual(right.suffix.utf8)
    }

    /// Hashes the parts. Parts that are canonically equivalent may have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(prefix)
        hasher.combine(padding)
        hasher.combine(suffix)
    }

    /// The pattern in a form that ``init(parsing:dialect:)`` reads without a dialect. Characters of the name that would be read
    /// as a padding, a range or a scale factor are escaped. ffmpeg's rule for negative numbers cannot be expressed.
    public var description: String {
        let plain = text(escapingEndOfPrefix: false)
        // The end of the prefix can look like a range, or like the beginning of the pattern's own range.
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
        guard let scale, let dot = suffix.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return text + escape(suffix, first: mustEscapeStart(of: suffix)) }
        text += escape(String(suffix[..<dot]), first: mustEscapeStart(of: suffix))
        return text + "@\(scale)x" + escape(String(suffix[dot...]))
    }

    private func escape(_ literal: String, next: String = "", first: Bool = false, last: Bool = false) -> String {
        let bytes = Array(literal.utf8)
        // "$" is an ordinary character, except before "F".
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

    /// Returns `true` if the suffix would be read as part of the padding or as a scale factor.
    private func mustEscapeStart(of suffix: String) -> Bool {
        guard let first = suffix.utf8.first else { return false }
        if padding.style == .houdini { return first.isAlphanumeric }
        guard padding.text.utf8.last == UInt8(ascii: "@"), let dot = suffix.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return false }
        let stem = suffix.utf8[..<dot]
        return stem.count == 2 && first.isDigit && stem.last == UInt8(ascii: "x")
    }

    /// The pattern quoted as one word for a shell command, so that it cannot be mistaken for an option.
    public var quotedForShell: String { FilePath(description).quotedAsArgument }

    /// Returns the matcher for a folder's files. If the folder has `-0005` next to `0005`, as ffmpeg writes them, the sign is
    /// not part of the width.
    func matcher(among names: [String]) -> FrameNameMatcher {
        let start = prefix + "-"
        guard !padding.isSignBesideDigits, padding.style == .marks, padding.width > 1 else { return matcher }
        let below = names.filter { $0.utf8.starts(with: start.utf8) }
        let matcher = matcher
        guard !below.isEmpty, below.allSatisfy({ matcher.match($0) == nil }) else { return matcher }
        let beside = with(frames: nil).with(padding: padding.withSignBesideDigits).matcher
        return below.contains { beside.match($0) != nil } ? beside : matcher
    }
}

extension UInt8 {
    /// A Boolean value that indicates whether the byte is `0` to `9`. Digits of other scripts are not recognized.
    @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    package var isAlphanumeric: Bool { isDigit || isLetter }
    @inlinable package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    package var asciiLowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
