import FlipbookCore
import FlipbookImaging
import FlipbookMedia
import Glibc

/// How the command ends.
enum ExitStatus: Error {
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

    init(_ kind: ExportError.Kind) {
        switch kind {
        case .incomplete: self = .incomplete
        case .usage: self = .usage
        case .environment: self = .environment
        case .cancelled: self = .interrupted
        }
    }
}

/// A message for people and the status to exit with.
struct Failure: Error, CustomStringConvertible {
    let message: String
    let status: ExitStatus
    /// Where the input holds several sequences: what is to be given instead, each an input of its own.
    var sequences: [String] = []

    /// The message, to be shown beside others.
    var description: String { message }
}

extension SequenceLocatorError {
    /// The sequences that are in a folder instead of one.
    var sequences: [String] {
        switch self {
        case .resolution(.severalSequences(_, let candidates), _): candidates.map(\.pattern.description)
        case .severalFiles(_, let files): files.map(\.string)
        default: []
        }
    }
}

extension ExitStatus {
    /// How a command ends that did not find its frames.
    init(_ error: SequenceLocatorError) {
        switch error {
        // Nothing is there, or it is not to be read.
        case .system, .missing: self = .environment
        case .resolution(let error, _): self.init(error)
        case .pattern, .severalFiles, .unusable: self = .usage
        }
    }

    private init(_ error: ResolutionError) {
        switch error {
        case .noImages, .noMatch: self = .environment
        // The frames are wrong, not the command.
        case .repeatedNumber, .repeatedFile, .mixedScales: self = .incomplete
        case .severalSequences, .noSequence, .noFiles: self = .usage
        }
    }
}
