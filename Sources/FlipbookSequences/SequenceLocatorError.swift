public import FlipbookCore
public import FlipbookFiles

/// Why arguments do not lead to frames.
public enum SequenceLocatorError: ExplainedError, Hashable {
    /// The system does not give us a file or a folder.
    case system(FileSystemError)
    /// There is no such file, and the name is no pattern. `siblings` is the sequence whose frame it would be.
    case missing(FilePath, siblings: ResolutionError.Candidate?)
    /// The name is not a file, and as a pattern it is faulty.
    case pattern(FramePatternError)
    /// The names do not make one sequence. `unreadableNames` of the folder are not UTF-8 and were not considered.
    case resolution(ResolutionError, unreadableNames: Int = 0)
    /// The folder has no numbered frames, and several files that hold a sequence each.
    case severalFiles(folder: FilePath, [FilePath])
    /// The pictures of an archive, or of a folder in one, lie in several folders. The paths are inputs that name a part.
    case severalFolders(FilePath, [FilePath])
    /// Files whose EXIF data give no time, and the number of all frames that are to be ordered by it.
    case untimed([FilePath], frameCount: Int)
    /// An argument that cannot be an input where it stands.
    case unusable(String, reason: Explanation)

    /// The kind of the error: that of the error within, `input.missing`, `input.dialect`, `input.unusable`.
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

    /// The place, the fault, and the remedy.
    public var explanation: Explanation { explanation(for: .shell) }

    /// The same, with files and patterns as they are written where the input stands.
    package func explanation(for reader: InputReader) -> Explanation {
        switch self {
        case .system(let error): return error.explanation
        case .missing(let path, nil):
            let advice = FramePattern.advice(for: path.string)
            return "\(path): there is no such file or folder; "
                + "\(advice ?? "check the spelling, or write #### for the frame number to name a sequence")"
        case .missing(let path, let siblings?):
            return "\(path): there is no such file; the sequence \(siblings.pattern.quotedForShell) "
                + "has the frames \(siblings.frames)"
        case .pattern(let error): return error.explanation
        case .resolution(let error, let count):
            return error.explanation(for: reader) + Explanation(count == 0 ? "" : "\n\(Self.unreadable(count))")
        case .severalFiles(let folder, let files):
            return "\(folder): the folder holds \(files.count) files with a sequence each; give one of them:"
                + "\(Self.lines(of: files))"
        case .severalFolders(let archive, let folders):
            let way: Explanation = reader == .shell ? ", or add \(remedy: .set(.tree)) for all in natural order" : ""
            return "\(archive): the archive holds pictures in several folders; give one of them\(way):"
                + "\(Self.lines(of: folders))"
        case .untimed(let files, let count):
            let names = files.map(\.description).listed(atMost: 3)
            return
                "\(files.count) of \(count.of("frame")) \(files.count == 1 ? "has" : "have") no time in EXIF data: \(names). "
                + "Leave \(files.count == 1 ? "it" : "them") out, or order the frames by name with \(remedy: .set(.sort, to: "natural"))."
        case .unusable(let argument, let reason):
            return "\(FilePath(argument).description.isEmpty ? "\"\"" : FilePath(argument).description): \(reason)"
        }
    }

    private static func lines(of paths: [FilePath]) -> String {
        let most = 20
        return paths.prefix(most).map { "\n  \($0.string.quotedForShell)" }.joined()
            + (paths.count > most ? "\n  and \(paths.count - most) more" : "")
    }

    static func unreadable(_ count: Int) -> String {
        count == 1
            ? "1 name is not UTF-8 and was left out; rename the file"
            : "\(count) names are not UTF-8 and were left out; rename the files"
    }
}
