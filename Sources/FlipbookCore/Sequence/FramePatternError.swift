/// The error for text that is not a valid frame name pattern.
public struct FramePatternError: ExplainedError, Hashable {
    /// The kind of fault.
    public enum Reason: Hashable, Sendable {
        /// The name has no padding.
        case noPadding
        /// The name has no padding in this dialect.
        case noPaddingOf(Dialect)
        /// The name has two paddings.
        case twoPaddings(FramePadding, FramePadding)
        /// The padding is wider than any file name.
        case paddingTooWide(FramePadding)
        /// The range before the padding is invalid. The error's offset is relative to the start of the range.
        case range(FrameSetError)
        /// The range before the padding has decimals.
        case decimalRange
        /// The padding is after a scale factor, in the extension.
        case paddingAfterScale(FramePadding)
        /// The range before the padding is empty: `1-4y1`.
        case emptyRange
        /// There is a range before the padding and a second one after the name.
        case twoRanges
        /// `%V` or `%v`, a stereo view in Nuke and RV.
        case view
        /// RV's arithmetic on the frame number: `#+10`.
        case arithmetic
    }

    /// The rejected pattern.
    public let text: String
    /// The position of the fault, in UTF-8 bytes from the start of the text. If the fault is at the end, this is the text's
    /// length.
    public let offset: Int
    /// The kind of fault.
    public let reason: Reason

    /// Creates an error for a fault in a pattern.
    public init(text: String, offset: Int, reason: Reason) {
        (self.text, self.offset, self.reason) = (text, offset, reason)
    }

    /// `pattern`.
    public var code: ErrorCode { "pattern" }
    /// The pattern, the fault and the remedy, in one line.
    public var explanation: Explanation { "\(Self.shortened(text.escapingControlCharacters, to: 200)): \(sentence)" }

    var sentence: Explanation {
        switch reason {
        case .noPadding: "the name has no frame number; write ####, @@@, %04d or $F4 where the number belongs"
        case .noPaddingOf(let dialect):
            "the name has no frame number in \(dialect.name)'s syntax; write \(dialect.padding) where the number "
                + "belongs"
        case .twoPaddings(let first, let second):
            "both \(Self.shortened(first.text)) and \(Self.shortened(second.text)) (character \(offset + 1)) could be "
                + "the frame number; put a backslash before the characters that belong to the name"
        case .paddingTooWide(let padding):
            "the padding \(Self.shortened(padding.text)) is wider than any file name; "
                + "use at most \(FramePadding.maximumWidth) characters"
        case .range(let error): error.explanation
        case .decimalRange:
            "the range has decimals (character \(offset + 1)), but frame numbers are whole numbers; use a whole step"
        case .paddingAfterScale(let padding):
            "\(padding) is after the scale factor; put it before, as in walk.####@2x.png"
        case .emptyRange: "the range at character \(offset + 1) contains no frames; omit it for all frames"
        case .twoRanges: "one range is before the padding, another is after the name; remove one"
        case .view:
            "%V and %v (character \(offset + 1)) stand for a stereo view, which is not supported; write the view's name"
        case .arithmetic:
            "arithmetic on the frame number (character \(offset + 1)) is not supported; write the files' numbers"
        }
    }

    static func shortened(_ text: String, to length: Int = 24) -> String {
        text.utf8.count <= length ? text : String(text.prefix(length)) + "..."
    }
}
