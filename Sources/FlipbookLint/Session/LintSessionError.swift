public import FlipbookCore
public import FlipbookFiles
public import FlipbookLintFixing
public import FlipbookManifest

/// The reason why a session did not end. What is wrong with one input is a fault of the outcome, and no error.
public enum LintSessionError: ExplainedError {
    /// A configuration or a baseline has mistakes.
    case mistakes(ManifestError)
    /// The system does not give us a configuration or a baseline.
    case unreadable(FileSystemError)
    /// No rule is left to run, by the configuration in this file.
    case noRules(FilePath?)
    /// A manifest beside the frames cannot be read.
    case manifest(ManifestFileError)
    /// A fix could not be made.
    case fix(FixError)
    /// Several folders have something to fix, and one new folder was named.
    case severalFolders([FilePath])
    /// The process has too little memory, or too few files or threads, to look at all frames.
    case shortage(MachineShortage)
    /// The task was cancelled.
    case cancelled

    /// `lint.session`.
    public var code: ErrorCode { "lint.session" }

    /// The place, the fault, and what to do, in one or two lines.
    public var explanation: Explanation {
        switch self {
        case .mistakes(let error): error.explanation
        case .unreadable(let error): error.explanation
        case .noRules(let file):
            "\(file.map { "\($0): " } ?? "")no rule is left to run: what is selected is ignored, or nothing is selected; "
                + "select rules, or groups of them: \(remedy: .set(.ruleList)) lists them"
        case .manifest(let error): error.explanation
        case .fix(let error): error.explanation
        case .severalFolders(let folders):
            "\(remedy: .set(.fixedCopy)): \(folders.count) folders have something to fix, and this is one; name one "
                + "folder, or fix the folders themselves"
        case .shortage(let shortage): shortage.explanation
        case .cancelled: "the run was cancelled"
        }
    }

    /// The result of `body` for the bytes of a configuration or a baseline.
    static func reading<Value>(
        _ file: FilePath,
        _ body: ([UInt8]) throws(ManifestError) -> Value
    ) throws(LintSessionError) -> Value {
        let most = YAMLReader.largestByteCount + 1
        let bytes = try wrapping(OpenFile.contents(of: file, atMost: most), in: LintSessionError.unreadable)
        return try wrapping(body(bytes), in: LintSessionError.mistakes)
    }

    init(_ error: FixError) { self = error == .cancelled ? .cancelled : .fix(error) }
}
