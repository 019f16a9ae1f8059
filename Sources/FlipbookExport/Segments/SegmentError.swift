public import FlipbookCore
public import FlipbookFiles

/// The reason why an export is not cut into segments, or segments are not joined.
public enum SegmentError: ExplainedError {
    /// The export is one piece; the sentence says why.
    case indivisible(Explanation)
    /// The document is no plan that this program reads; `reason` says why, to stand in a sentence.
    case unusablePlan(String)
    /// The plan has no segment of this number; they are counted from 0.
    case noSuchSegment(Int, count: Int)
    /// A file is another one than when the plan was made.
    case changedInput(FilePath)
    /// This machine's fonts draw the texts of views in another way than those of the machine that made the plan.
    case otherLetters
    /// A file that the plan names cannot be read.
    case unreadable(FileSystemError)
    /// Segments that are not there, of all that there are, and the folder where they should be.
    case missing([Int], count: Int, FilePath)
    /// A segment's file is not what its name says; `reason` says how, to stand in a sentence.
    case wrongSegment(Int, FilePath, reason: String)

    /// The kind of remedy that a caller has.
    public var kind: ErrorKind { facts.kind }

    /// The kind of error, by its case.
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

    /// The place, the fault and the remedy.
    public var explanation: Explanation {
        switch self {
        case .indivisible(let reason): reason
        case .unusablePlan(let reason):
            "The plan cannot be used: \(reason.escapingControlCharacters). Make it again with this program."
        case .noSuchSegment(let index, let count):
            "There is no segment \(index): the plan has \(count == 1 ? "segment 0 alone" : "0 to \(count - 1)")."
        case .changedInput(let path):
            "\(path) is not the file that it was when the plan was made. Make the plan again; segments that do not "
                + "show the file are kept."
        case .otherLetters:
            "The texts of the views look different with this machine's fonts than where the plan was made. Install the "
                + "same fonts on every machine, or put the texts into pictures."
        case .unreadable(let error): error.explanation
        case .missing(let indices, let count, let folder):
            "\(folder): \(indices.count) of \(count) segments \(indices.count == 1 ? "is" : "are") missing: "
                + "\(FrameSet(indices)). Make them, then join again."
        case .wrongSegment(let index, let path, let reason):
            "Segment \(index), \(path), \(reason). Remove the file and make the segment again."
        }
    }
}
