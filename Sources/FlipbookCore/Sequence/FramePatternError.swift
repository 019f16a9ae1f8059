/// The error of a text that is no pattern for the names of frames.
public struct FramePatternError: ExplainedError, Hashable {
    /// The fault.
    public enum Reason: Hashable, Sendable {
        /// Nothing in the name stands for the frame number.
        case noPadding
        /// Nothing in the name stands for the frame number in this dialect.
        case noPaddingOf(Dialect)
        /// Two parts could stand for the frame number.
        case twoPaddings(FramePadding, FramePadding)
        /// A padding wider than any file name is long.
        case paddingTooWide(FramePadding)
        /// The range in front of the padding is at fault. Its offset counts from the start of the range.
        case range(FrameSetError)
        /// A range with decimals in front of the padding.
        case decimalRange
        /// The padding stands behind a scale factor, in the extension.
        case paddingAfterScale(FramePadding)
        /// The range in front of the padding names no frame at all: `1-4y1`.
        case emptyRange
        /// A range in front of the padding and another one behind the name.
        case twoRanges
        /// `%V` or `%v`, which stands for a view of a stereo picture in Nuke and RV.
        case view
        /// RV's arithmetic on the frame number: `#+10`.
        case arithmetic
    }

    /// The pattern as it was given.
    public let text: String
    /// The place of the fault, in bytes of UTF-8 from the start of the text; the text's length for its end.
    public let offset: Int
    /// The fault.
    public let reason: Reason

    /// A fault at a place of a pattern.
    public init(text: String, offset: Int, reason: Reason) {
        (self.text, self.offset, self.reason) = (text, offset, reason)
    }

    /// `pattern`.
    public var code: ErrorCode { "pattern" }

    /// The pattern, the fault and the remedy, in one line.
    public var explanation: Explanation { "\(Self.shortened(text.escapingControlCharacters, to: 200)): \(sentence)" }

    var sentence: Explanation {
        switch reason {
        case .noPadding: "nothing in this name stands for the frame number; write ####, @@@, %04d or $F4 there"
        case .noPaddingOf(let dialect):
            "nothing in this name stands for the frame number to \(dialect.name); write \(dialect.padding) there"
        case .twoPaddings(let first, let second):
            "both \(Self.shortened(first.text)) and \(Self.shortened(second.text)) (byte \(offset + 1)) could be the frame number; "
                + "put a backslash before the characters that belong to the name"
        case .paddingTooWide(let padding):
            "the padding \(Self.shortened(padding.text)) is wider than any file name; "
                + "\(FramePadding.maximumWidth) characters are the most"
        case .range(let error): error.explanation
        case .decimalRange:
            "decimals are not supported in a range (byte \(offset + 1)), frame numbers are whole; use a whole step"
        case .paddingAfterScale(let padding):
            "\(padding) stands behind the scale factor; put it in front, as in walk.####@2x.png"
        case .emptyRange: "the range at byte \(offset + 1) names no frame; leave it out for all frames"
        case .twoRanges:
            "a range stands in front of the padding and another one behind the name (byte \(offset + 1)); leave one out"
        case .view:
            "%V and %v (byte \(offset + 1)) stand for a stereo view, which is not supported; write the view's name"
        case .arithmetic:
            "arithmetic on the frame number (byte \(offset + 1)) is not supported; give the numbers that the files have"
        }
    }

    /// A text, no longer than can be read.
    static func shortened(_ text: String, to length: Int = 24) -> String {
        text.utf8.count <= length ? text : String(text.prefix(length)) + "..."
    }
}
