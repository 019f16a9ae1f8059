/// The error for text that is not a valid list of frame numbers.
public struct FrameSetError: ExplainedError, Hashable {
    /// The kind of fault.
    public enum Reason: Hashable, Sendable {
        /// A number is expected. If `found` is `nil`, the text ends here.
        case expectedNumber(found: String?)
        /// The text is not part of a range.
        case unexpected(String)
        /// A step without a range: `1x5`.
        case stepWithoutRange
        /// A step of 0.
        case zeroStep
        /// A negative step in an ascending range.
        case negativeStep
        /// A positive step in a descending range, if the dialect requires a negative one.
        case positiveStep
        /// A part that overlaps an earlier one, if the dialect forbids it.
        case overlap
        /// A step operator that the dialect lacks.
        case notInDialect(String, Dialect?)
        /// A `:`, which has three different meanings in three tools.
        case colon
        /// A number of more than eighteen digits.
        case numberTooLarge
        /// More numbers than ``FrameSet/maximumCount``.
        case tooManyFrames
        /// A staggered or interleaved range with too many numbers.
        case tooManyPasses
    }

    /// The rejected text.
    public let text: String
    /// The position of the fault, in UTF-8 bytes from the start of the text. If the fault is at the end, this is the text's
    /// length.
    public let offset: Int
    /// The kind of fault.
    public let reason: Reason

    /// Creates an error for a fault in the text.
    public init(text: String, offset: Int, reason: Reason) {
        (self.text, self.offset, self.reason) = (text, offset, reason)
    }

    /// `frames.text`.
    public var code: ErrorCode { "frames.text" }

    /// The text, the position, the fault and the remedy, in one line.
    public var explanation: Explanation {
        let shown = FramePatternError.shortened(text.escapingControlCharacters, to: 200)
        let place = offset >= text.utf8.count ? "at its end" : "character \(offset + 1)"
        return "frame range \"\(shown)\", \(place): \(sentence)"
    }

    var sentence: Explanation {
        switch reason {
        case .expectedNumber(let found?):
            "expected a frame number, found \"\(found.escapingControlCharacters)\"; "
                + "write a number, a range such as 1-100 or 1-100x2, or multiple parts separated by commas"
        case .expectedNumber(nil): "a frame number is missing; write it, or remove the text before it"
        case .unexpected(let found):
            "\"\(found.escapingControlCharacters)\" is not part of a range; use whole numbers, 1-100 for a range, "
                + "1-100x2 for every other frame, and commas between parts"
        case .stepWithoutRange: "a step requires a first and last number before it, as in 1-100x2"
        case .zeroStep: "the step is 0; the smallest step is 1"
        case .negativeStep: "an ascending range has a negative step; swap the first and the last number"
        case .positiveStep: "a descending range requires a negative step here, as in 10-1x-2"
        case .overlap: "this part overlaps another; use parts that do not overlap"
        case .notInDialect("x", .openjd):
            "OpenJD has no \"x\" in ranges; write \(FilePath(text.replacing("x", with: ":")))"
        case .notInDialect(let found, let dialect):
            "\(dialect?.name ?? "this dialect") has no \"\(found)\" in ranges; "
                + (dialect == .clique
                    ? "write the numbers one by one, as in 1, 3, 5"
                    : "write \(dialect == .openjd ? "1-100:2" : "1-100x2") for every other frame")
        case .colon:
            "\":\" means a staggered range in fileseq, an interleaved one in OpenCue and a step in OpenJD; "
                + "write x for a step, as in 1-100x2, or choose one with \(remedy: .set(.dialect))"
        case .numberTooLarge: "a frame number can have at most eighteen digits"
        case .tooManyFrames: "the range has more than 10,000,000 frames; use fewer"
        case .tooManyPasses: "the passes have more than 1,000,000 numbers; use fewer, or write x for a step"
        }
    }
}
