/// The error of a text that is no list of frame numbers.
public struct FrameSetError: ExplainedError, Hashable {
    /// The faults that there are at a place.
    public enum Reason: Hashable, Sendable {
        /// A number should stand here; `found` is what does, `nil` at the end of the text.
        case expectedNumber(found: String?)
        /// Something follows that is no part of a range.
        case unexpected(String)
        /// A step without a range: `1x5`.
        case stepWithoutRange
        /// A step of 0.
        case zeroStep
        /// A negative step in a range that does not descend.
        case negativeStep
        /// A positive step in a range that descends, where the dialect wants a negative one.
        case positiveStep
        /// A part that overlaps an earlier one, where the dialect wants them apart.
        case overlap
        /// A step sign that the dialect does not have.
        case notInDialect(String, Dialect?)
        /// A `:`, which three tools read in three ways.
        case colon
        /// A number of more than eighteen digits.
        case numberTooLarge
        /// More numbers than ``FrameSet/maximumCount``.
        case tooManyFrames
        /// A staggered or an interleaved range that goes over too many numbers.
        case tooManyPasses
    }

    /// The text that was read.
    public let text: String
    /// The place of the fault, in bytes of UTF-8 from the start of the text; the text's length for its end.
    public let offset: Int
    /// The fault there.
    public let reason: Reason

    /// A fault at a place of a text.
    public init(text: String, offset: Int, reason: Reason) {
        (self.text, self.offset, self.reason) = (text, offset, reason)
    }

    /// `frames.text`.
    public var code: ErrorCode { "frames.text" }

    /// The text, the place, the fault and the remedy, in one line.
    public var explanation: Explanation {
        let shown = FramePatternError.shortened(text.escapingControlCharacters, to: 200)
        let place = offset >= text.utf8.count ? "at its end" : "byte \(offset + 1)"
        return "frame range \"\(shown)\", \(place): \(sentence)"
    }

    var sentence: Explanation {
        switch reason {
        case .expectedNumber(let found?):
            "expected a frame number, found \"\(found.escapingControlCharacters)\"; "
                + "write a number, a range such as 1-100 or 1-100x2, or several with commas"
        case .expectedNumber(nil): "a frame number is missing; write it, or remove what comes before"
        case .unexpected(let found):
            "\"\(found.escapingControlCharacters)\" is no part of a range; "
                + "write 1-100 for a range, 1-100x2 for every second frame, a comma between parts, and whole numbers"
        case .stepWithoutRange: "a step needs a first and a last number before it, as in 1-100x2"
        case .zeroStep: "the step is 0; the smallest step is 1"
        case .negativeStep: "a negative step in a range that does not descend; exchange the first and the last number"
        case .positiveStep: "a range that descends needs a negative step here, as in 10-1x-2"
        case .overlap: "this part overlaps another one; write parts that have no number between them in common"
        case .notInDialect(let found, let dialect):
            "\(dialect?.name ?? "this dialect") has no \"\(found)\" in ranges; "
                + (dialect == .clique
                    ? "write the numbers one by one, as in 1, 3, 5"
                    : "write \(dialect == .openjd ? "1-100:2" : "1-100x2") for every second frame")
        case .colon:
            "\":\" means a staggered range to fileseq, an interleaved one to OpenCue and a step to OpenJD; "
                + "write x for a step, as in 1-100x2, or say which is meant with \(remedy: .set(.dialect))"
        case .numberTooLarge: "a frame number has at most eighteen digits"
        case .tooManyFrames: "names more than 10,000,000 frames; ask for fewer"
        case .tooManyPasses: "goes over more than 1,000,000 numbers in its passes; ask for fewer, or write x for a step"
        }
    }
}
