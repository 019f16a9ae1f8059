package import FlipbookCore
package import FlipbookFiles
package import FlipbookManifest
package import FlipbookSequences
import Glibc

/// How the command ends.
package enum ExitStatus: Error {
    /// Done and complete.
    case done
    /// Findings, or an output that would not be complete.
    case incomplete
    /// The command line is wrong.
    case usage
    /// Files, devices or plugins failed.
    case environment
    /// The user asked to stop.
    case interrupted

    /// What the process exits with. After a signal it is 128 and the signal's number, as shells have it.
    var code: Int32 {
        switch self {
        case .done: 0
        case .incomplete: 1
        case .usage: 2
        case .environment: 3
        case .interrupted: 128 + (Interruption.received ?? SIGINT)
        }
    }

    /// Whether it says that an input cannot be shown, and nothing of the machine or the user.
    var isAboutInput: Bool {
        switch self {
        case .incomplete, .usage: true
        case .done, .environment, .interrupted: false
        }
    }
}

/// A message for people and the status to exit with.
struct Failure: EndingError, MachineBound {
    let message: String
    let status: ExitStatus
    /// Where the input holds several sequences: what is to be given instead, each an input of its own.
    var sequences: [String] = []

    var code: ErrorCode { "command" }
    var explanation: Explanation { Explanation(message) }
    var ending: ExitStatus { status }

    /// The command line is wrong.
    static func usage(_ message: String) -> Failure { Failure(message: message, status: .usage) }

    /// An output would not be complete, or an input is not as it is wanted.
    static func incomplete(_ message: String) -> Failure { Failure(message: message, status: .incomplete) }

    /// Files, devices or plugins failed.
    static func environment(_ message: String) -> Failure { Failure(message: message, status: .environment) }

    /// The process has too little of something.
    static func shortage(_ shortage: MachineShortage) -> Failure { environment(shortage.sentence) }
}

extension Failure {
    /// The command's words for an error of the library.
    init(_ error: some EndingError) {
        self.init(message: error.sentence, status: error.ending, sequences: error.sequences)
    }
}

/// An error that says by itself how the command ends: none is caught only to be thrown in other words.
protocol EndingError: ExplainedError {
    /// How it ends.
    var ending: ExitStatus { get }
    /// Where an input holds several sequences: what is to be given instead.
    var sequences: [String] { get }
}

extension EndingError {
    var sequences: [String] { [] }
}

extension ErrorKind {
    /// How the command ends.
    package var ending: ExitStatus {
        switch self {
        case .incomplete: .incomplete
        case .usage: .usage
        case .environment: .environment
        case .cancelled: .interrupted
        }
    }
}

extension FrameSelectionError: EndingError { var ending: ExitStatus { .usage } }
extension ManifestError: EndingError { var ending: ExitStatus { .usage } }
extension MissingFramesError: EndingError { var ending: ExitStatus { .incomplete } }
extension SequenceWordsError: EndingError { var ending: ExitStatus { .incomplete } }
extension FileSystemError: EndingError { var ending: ExitStatus { .environment } }

extension SequenceLocatorError: EndingError {
    var ending: ExitStatus {
        switch self {
        // Nothing is there, or it is not to be read.
        case .system, .missing: .environment
        case .resolution(let error, _): error.ending
        case .pattern, .severalFiles, .unusable: .usage
        }
    }

    var sequences: [String] {
        switch self {
        case .resolution(.severalSequences(_, let candidates), _): candidates.map(\.pattern.description)
        case .severalFiles(_, let files): files.map(\.string)
        default: []
        }
    }
}

extension ManifestFileError: EndingError {
    var ending: ExitStatus {
        switch self {
        case .system: .environment
        case .frames(_, _, _, let error): error.ending
        case .files(_, let areOutside): areOutside ? .usage : .environment
        case .manifest, .cannotName, .selection: .usage
        }
    }
}

extension ResolutionError: EndingError {
    var ending: ExitStatus {
        switch self {
        case .noImages, .noMatch: .environment
        // The frames are wrong, not the command.
        case .leftOut, .repeatedNumber, .repeatedFile, .mixedScales: .incomplete
        case .severalSequences, .rollover, .noSequence, .noFiles: .usage
        }
    }
}
