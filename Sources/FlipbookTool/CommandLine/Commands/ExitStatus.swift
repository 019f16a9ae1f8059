package import FlipbookCore
package import FlipbookFiles
package import FlipbookManifest
package import FlipbookSequences
import Glibc

package enum ExitStatus: Error {
    case done
    /// Findings, or an incomplete output.
    case incomplete
    /// An error in the command line, or in a file that it specifies.
    case usage
    /// A failure of the machine, such as an unreadable file or exhausted memory.
    case environment, interrupted

    /// The process's exit status. After a signal, this is 128 plus the signal's number, as in shells.
    package var code: Int32 {
        switch self {
        case .done: 0
        case .incomplete: 1
        case .usage: 2
        case .environment: 3
        case .interrupted: 128 + (Interruption.received ?? SIGINT)
        }
    }

    package var isAboutInput: Bool { self == .incomplete || self == .usage }
}

package struct Failure: EndingError, MachineBound {
    package let message: String
    package let status: ExitStatus
    /// The sequences in the input if it contains several. Each sequence is a valid input.
    package var sequences: [String] = []

    package init(message: String, status: ExitStatus, sequences: [String] = []) {
        (self.message, self.status, self.sequences) = (message, status, sequences)
    }

    package var code: ErrorCode { "command" }
    package var explanation: Explanation { Explanation(message) }
    package var ending: ExitStatus { status }
    package static func usage(_ message: String) -> Failure { Failure(message: message, status: .usage) }
    package static func incomplete(_ message: String) -> Failure { Failure(message: message, status: .incomplete) }
    package static func environment(_ message: String) -> Failure { Failure(message: message, status: .environment) }
    package static func shortage(_ shortage: MachineShortage) -> Failure { environment(shortage.sentence) }
}

extension Failure {
    package init(_ error: some EndingError) {
        self.init(message: error.sentence, status: error.ending, sequences: error.sequences)
    }
}

/// An error that has its own exit status and need not be converted.
package protocol EndingError: ExplainedError {
    var ending: ExitStatus { get }
    var sequences: [String] { get }
}

extension EndingError { package var sequences: [String] { [] } }

extension ErrorKind {
    package var ending: ExitStatus {
        switch self {
        case .incomplete: .incomplete
        case .usage: .usage
        case .environment: .environment
        case .cancelled: .interrupted
        }
    }
}

extension FrameSelectionError: EndingError { package var ending: ExitStatus { .usage } }
extension ManifestError: EndingError { package var ending: ExitStatus { .usage } }
extension MissingFramesError: EndingError { package var ending: ExitStatus { .incomplete } }
extension SequenceWordsError: EndingError { package var ending: ExitStatus { .incomplete } }
extension FileSystemError: EndingError { package var ending: ExitStatus { .environment } }

extension SequenceLocatorError: EndingError {
    package var ending: ExitStatus {
        switch self {
        case .system, .missing: .environment
        case .resolution(let error, _): error.ending
        case .pattern, .severalFiles, .severalFolders, .unusable: .usage
        case .untimed: .incomplete
        }
    }

    package var sequences: [String] {
        switch self {
        case .resolution(.severalSequences(_, let candidates), _): candidates.map(\.pattern.description)
        case .severalFiles(_, let paths), .severalFolders(_, let paths): paths.map(\.string)
        default: []
        }
    }
}

extension ManifestFileError: EndingError {
    package var ending: ExitStatus {
        switch self {
        case .system: .environment
        case .frames(_, _, _, let error): error.ending
        case .files(_, let areOutside): areOutside ? .usage : .environment
        case .manifest, .cannotName, .selection: .usage
        }
    }
}

extension ResolutionError: EndingError {
    package var ending: ExitStatus {
        switch self {
        case .noImages, .noMatch: .environment
        // The frames are at fault, not the command line.
        case .leftOut, .partOfSequence, .repeatedNumber, .repeatedFile, .mixedScales: .incomplete
        case .severalSequences, .rollover, .noSequence, .noFiles: .usage
        }
    }
}
