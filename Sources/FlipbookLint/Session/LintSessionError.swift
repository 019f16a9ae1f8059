public import FlipbookCore
public import FlipbookImaging
public import FlipbookLintFixing
import FlipbookLintModel
public import FlipbookManifest

/// Why a session did not end. What is wrong with one input is a fault of the outcome, and no error.
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
}

extension LintSessionError {
    /// `lint.session`.
    public var code: ErrorCode { "lint.session" }

    /// Where, what, and what to do, in one or two lines.
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

    /// What an operation of the session has thrown.
    init(untyped error: any Error) {
        switch error {
        case let error as LintSessionError: self = error
        case let error as ManifestError: self = .mistakes(error)
        case let error as FileSystemError: self = .unreadable(error)
        case let error as ManifestFileError: self = .manifest(error)
        case FixError.cancelled: self = .cancelled
        case let error as FixError: self = .fix(error)
        case is CancellationError: self = .cancelled
        default: preconditionFailure("\(error) is none of the errors of a session")
        }
    }
}
