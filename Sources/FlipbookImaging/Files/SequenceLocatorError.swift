public import FlipbookCore

/// Why arguments do not lead to frames.
public enum SequenceLocatorError: Error, Hashable, Sendable {
    /// The system does not give us a file or a folder.
    case system(FileSystemError)
    /// There is no such file, and the name is no pattern. `siblings` is the sequence whose frame it would be.
    case missing(FilePath, siblings: ResolutionError.Candidate?)
    /// The name is not a file, and as a pattern it is faulty.
    case pattern(FramePatternError)
    /// The names do not make one sequence. `unreadableNames` of the folder are not UTF-8 and were not considered.
    case resolution(ResolutionError, unreadableNames: Int)
    /// An argument that cannot be an input where it stands.
    case unusable(String, reason: String)
}

extension SequenceLocatorError: CustomStringConvertible {
    /// Where, what, and what to do.
    public var description: String {
        switch self {
        case .system(let error):
            return error.description
        case .missing(let path, nil):
            return "\(path): there is no such file or folder; check the spelling, "
                + "or write #### for the frame number to name a sequence"
        case .missing(let path, let siblings?):
            return "\(path): there is no such file; the sequence \(siblings.pattern.quotedForShell) "
                + "has the frames \(siblings.frames)"
        case .pattern(let error):
            return error.description
        case .resolution(let error, 0):
            return error.description
        case .resolution(let error, let count):
            return "\(error)\n\(Self.unreadable(count))"
        case .unusable(let argument, let reason):
            return "\(FilePath(argument).description.isEmpty ? "\"\"" : FilePath(argument).description): \(reason)"
        }
    }

    static func unreadable(_ count: Int) -> String {
        count == 1
            ? "1 name is not UTF-8 and was left out; rename the file"
            : "\(count) names are not UTF-8 and were left out; rename the files"
    }
}
