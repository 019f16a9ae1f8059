public import FlipbookCore
public import FlipbookFiles
public import FlipbookLintFixing
public import FlipbookLintModel
public import FlipbookManifest

/// The reason why a session failed. A problem with a single input is a fault of the outcome, not an error.
public enum LintSessionError: ExplainedError {
    /// A configuration or a baseline has mistakes.
    case mistakes(ManifestError)
    /// A configuration or a baseline cannot be read.
    case unreadable(FileSystemError)
    /// The configuration in this file disables all rules.
    case noRules(FilePath?)
    /// A manifest next to the frames cannot be read.
    case manifest(ManifestFileError)
    /// A fix failed.
    case fix(FixError)
    /// Several folders need fixes, but only one new folder was specified.
    case severalFolders([FilePath])
    /// The process ran out of memory, files, or threads before all frames were read.
    case shortage(MachineShortage)
    /// The task was canceled.
    case cancelled

    /// `lint.session`.
    public var code: ErrorCode { "lint.session" }

    /// The location, the fault, and the remedy, on one or two lines.
    public var explanation: Explanation {
        switch self {
        case .mistakes(let error): error.explanation
        case .unreadable(let error): error.explanation
        case .noRules(let file):
            "\(file.map { "\($0): " } ?? "")no rule is left to run, because all selected rules are ignored or none "
                + "is selected; select rules or groups: \(remedy: .set(.ruleList)) lists them"
        case .manifest(let error): error.explanation
        case .fix(let error): error.explanation
        case .severalFolders(let folders):
            "\(remedy: .set(.fixedCopy)) takes a single folder, but \(folders.count) folders need fixes; specify one "
                + "input, or fix the folders in place"
        case .shortage(let shortage): shortage.explanation
        case .cancelled: "the run was canceled"
        }
    }

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

extension LintBaseline {
    /// Reads a baseline from a file.
    /// - Throws: ``LintSessionError`` for a file that cannot be read or has mistakes.
    public init(reading file: FilePath) throws(LintSessionError) {
        self = try LintSessionError.reading(file) { bytes throws(ManifestError) in
            let format = ManifestFile.Format(extensionOf: file) ?? .yaml
            return try LintBaseline(decoding: try format.node(of: bytes, file: file), file: file)
        }
    }
}
