public import FlipbookCore
public import FlipbookFiles

/// A reason why an export cannot be divided into segments, or why segments cannot be joined.
public enum SegmentError: ExplainedError {
    /// The export cannot be divided. The explanation contains the reason.
    case indivisible(Explanation)
    /// The document is not a valid plan. The reason is part of a sentence.
    case unusablePlan(String)
    /// The plan has no segment with this zero-based index.
    case noSuchSegment(Int, count: Int)
    /// A file has changed since the plan was made.
    case changedInput(FilePath)
    /// This machine's fonts draw the text of views differently than those of the machine that made the plan.
    case otherLetters
    /// A file in the plan cannot be read.
    case unreadable(FileSystemError)
    /// Segments are missing from a folder.
    case missing([Int], count: Int, FilePath)
    /// A segment's file is faulty. The reason is part of a sentence.
    case wrongSegment(Int, FilePath, reason: String)

    /// The kind of error, which determines the command's exit status.
    public var kind: ErrorKind { facts.kind }

    /// The error's stable code.
    public var code: ErrorCode { facts.code }

    private var facts: (kind: ErrorKind, code: ErrorCode) {
        switch self {
        case .indivisible: (.usage, "segments.indivisible")
        case .unusablePlan: (.usage, "plan.unusable")
        case .noSuchSegment: (.usage, "segments.number")
        case .changedInput: (.incomplete, "segments.input")
        case .otherLetters: (.environment, "segments.letters")
        case .unreadable(let error): (.environment, error.code)
        case .missing: (.incomplete, "segments.missing")
        case .wrongSegment: (.incomplete, "segments.wrong")
        }
    }

    /// The error's location, cause, and remedy.
    public var explanation: Explanation {
        switch self {
        case .indivisible(let reason): reason
        case .unusablePlan(let reason):
            "The plan cannot be used: \(reason.escapingControlCharacters). Create it again with this program."
        case .noSuchSegment(let index, let count):
            "There is no segment \(index): the plan has "
                + "\(count == 1 ? "only segment 0" : "segments 0 to \(count - 1)")."
        case .changedInput(let path):
            "\(path) has changed since the plan was created. Create the plan again; segments that do not show the file "
                + "are kept."
        case .otherLetters:
            "This machine's fonts draw the text in the views differently than those of the machine that created the "
                + "plan. Install the same fonts on every machine, or use pictures of the text."
        case .unreadable(let error): error.explanation
        case .missing(let indices, let count, let folder):
            "\(folder): \(indices.count) of \(count) segments \(indices.count == 1 ? "is" : "are") missing: "
                + "\(FrameSet(indices)). Export them, then join again."
        case .wrongSegment(let index, let path, let reason):
            "Segment \(index), \(path), \(reason). Remove the file and export the segment again."
        }
    }
}
