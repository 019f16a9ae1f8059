public import FlipbookCore
public import FlipbookFiles

/// An error for arguments for which no frames are found.
public enum SequenceLocatorError: ExplainedError, Hashable {
    /// A file or folder cannot be accessed.
    case system(FileSystemError)
    /// The file does not exist, and its name is not a pattern. `siblings` is the sequence to which the file would belong.
    case missing(FilePath, siblings: ResolutionError.Candidate?)
    /// The name is neither a file nor a valid pattern.
    case pattern(FramePatternError)
    /// The names do not form a single sequence. `unreadableNames` is the number of names in the folder that are not UTF-8.
    case resolution(ResolutionError, unreadableNames: Int = 0)
    /// The folder contains no numbered frames, but several files and folders, each of which may be the input.
    case severalFiles(folder: FilePath, [FilePath])
    /// The pictures in an archive are in different folders. Each of the paths is an input that selects one folder.
    case severalFolders(FilePath, [FilePath])
    /// Files without a capture time in EXIF data, and the total number of frames.
    case untimed([FilePath], frameCount: Int)
    /// An argument that is not valid in its position.
    case unusable(String, reason: Explanation)

    /// The code of the underlying error, or a code such as `input.missing` or `input.unusable`.
    public var code: ErrorCode {
        switch self {
        case .system(let error): error.code
        case .missing: "input.missing"
        case .pattern(let error): error.code
        case .resolution(let error, _): error.code
        case .severalFiles, .severalFolders: "sequence.several"
        case .untimed: "sequence.untimed"
        case .unusable: "input.unusable"
        }
    }

    /// The location, the fault, and the remedy.
    public var explanation: Explanation { explanation(for: .shell) }

    package func explanation(for reader: InputReader) -> Explanation {
        switch self {
        case .system(let error): return error.explanation
        case .missing(let path, nil):
            let advice = FramePattern.advice(for: path.string)
            return "\(path): there is no such file or folder; "
                + "\(advice ?? "check the spelling, or write #### for the frame number to specify a sequence")"
        case .missing(let path, let siblings?):
            return "\(path): there is no such file; the sequence \(siblings.pattern.quotedForShell) "
                + "has the frames \(siblings.frames)"
        case .pattern(let error): return error.explanation
        case .resolution(let error, let count):
            return error.explanation(for: reader) + Explanation(count == 0 ? "" : "\n\(Self.unreadable(count))")
        case .severalFiles(let folder, let files):
            let isNested = reader == .shell && files.contains { $0.string.hasSuffix("/") }
            let way: Explanation = isNested ? ", or add \(remedy: .set(.tree)) to join all images" : ""
            return "\(folder): the folder has \(files.count) possible inputs; specify one of them\(way):"
                + "\(Self.lines(of: files, atMost: 3))"
        case .severalFolders(let archive, let folders):
            let way: Explanation = reader == .shell ? ", or add \(remedy: .set(.tree)) to join them in order" : ""
            return "\(archive): the archive has pictures in multiple folders; specify one of them\(way):"
                + "\(Self.lines(of: folders))"
        case .untimed(let files, let count):
            let (has, them) = files.count == 1 ? ("has", "it") : ("have", "them")
            return "\(files.count) of \(count.of("frame")) \(has) no capture time (EXIF): "
                + "\(files.map(\.description).listed(atMost: 3)). Omit \(them), or sort the frames by name with "
                + "\(remedy: .set(.sort, to: "natural"))."
        case .unusable(let argument, let reason):
            return "\(FilePath(argument).description.isEmpty ? "\"\"" : FilePath(argument).description): \(reason)"
        }
    }

    private static func lines(of paths: [FilePath], atMost most: Int = 20) -> String {
        paths.prefix(most).map { "\n  \($0.string.quotedForShell)" }.joined()
            + (paths.count > most ? "\n  and \(paths.count - most) more" : "")
    }

    static func unreadable(_ count: Int) -> String {
        count == 1
            ? "1 name is not UTF-8 and was left out; rename the file"
            : "\(count) names are not UTF-8 and were left out; rename the files"
    }
}
