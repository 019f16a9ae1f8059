public import FlipbookCore
public import FlipbookImaging
import Glibc

/// Why an export did not leave a complete file.
public enum ExportError: Error, Sendable {
    /// The sequence itself cannot be shown.
    case sequence(SequenceError)
    /// The sequence repeats for ever, and a file cannot.
    case endless
    /// The sequence has no frame of this number; `range` tells the ones it has.
    case noSuchFrame(Int, sequence: String, range: String)
    /// The request is beyond what the codec or the container carries.
    case unencodable(reason: String)
    /// Something has the output's name already.
    case outputExists(FilePath)
    /// The output would replace a frame of the input, or add to its sequence.
    case outputIsInput(FilePath)
    /// The output's name belongs to a folder or a device.
    case notAFile(FilePath)
    /// The output cannot be written; `errno` says why.
    case cannotWrite(FilePath, errno: Int32)
    /// No installed plugin has the element.
    case missingElement(factory: String)
    /// An option of the encoder that it does not have, or a value that it does not take.
    case encoderOption(reason: String)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// An element of the pipeline failed.
    case pipeline(element: String, message: String)
    /// What was read back is not what was written.
    case readBack(reason: String)
    /// The export was cancelled.
    case cancelled
}

extension ExportError {
    /// What a caller can do about it; the command's exit status follows it.
    public enum Kind: Sendable {
        /// The frames are not complete or not right.
        case incomplete
        /// The request is wrong.
        case usage
        /// Files, devices or plugins failed.
        case environment
        /// Someone asked to stop.
        case cancelled
    }

    /// What a caller can do about it.
    public var kind: Kind {
        switch self {
        case .sequence(let error): error.kind
        case .frame, .readBack: .incomplete
        case .endless, .noSuchFrame, .unencodable, .outputExists, .outputIsInput, .notAFile, .encoderOption: .usage
        case .cannotWrite, .missingElement, .pipeline: .environment
        case .cancelled: .cancelled
        }
    }
}

extension ExportError: CustomStringConvertible {
    /// Where, what, and what to do.
    public var description: String {
        switch self {
        case .sequence(let error):
            return error.description
        case .endless:
            return "The sequence repeats for ever, which no file can hold. Give the number of cycles: --repeat 3."
        case .noSuchFrame(let number, let sequence, let range):
            return "--frame: \(sequence) has no frame \(number); it has \(range)."
        case .unencodable(let reason):
            return reason
        case .outputExists(let path):
            return "\(path) exists and was left as it is. Give another name with -o, or --overwrite to replace it."
        case .outputIsInput(let path):
            return "\(path) belongs to the input, and nothing is written among its files. "
                + "Give another name or another folder with -o."
        case .notAFile(let path):
            return "\(path) is a folder, a pipe or a device, not a file. Give the name of a file with -o."
        case .cannotWrite(let path, let code):
            return Self.writeFailure(path, code)
        case .missingElement(let factory):
            let package = DebianPackage.containing(element: factory)
            return "GStreamer's element '\(factory)' is not installed. "
                + (package.map { "Install it with 'apt install \($0)' (Debian, Ubuntu)." }
                    ?? "Install the plugin that has it.")
        case .encoderOption(let reason):
            return reason
        case .frame(let error):
            return error.description
        case .pipeline(let element, let message):
            return "GStreamer's element '\(element)' failed: \(message)"
        case .readBack(let reason):
            return "The file was written, read back, and found wrong, so it was not kept: \(reason)"
        case .cancelled:
            return "Interrupted; nothing was left under the output's name."
        }
    }

    /// Why a file cannot be written, and where to write instead.
    /// - Parameter option: The option that named the file.
    package static func writeFailure(_ path: FilePath, _ code: Int32, option: String = "-o") -> String {
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT:
            return
                "\(path): the disk is full (\(reason)). Make room or write elsewhere with \(option); no partial file was kept."
        case EROFS:
            return "\(path): the file system is read-only. Write elsewhere with \(option)."
        case EACCES, EPERM:
            return "\(path): no permission to write there. Write elsewhere with \(option)."
        case ENOENT:
            return
                "\(path): the folder \(FilePath(path.directory)) does not exist. Make it first, or write elsewhere with \(option)."
        case ENOTDIR:
            return "\(path): \(FilePath(path.directory)) is not a folder. Write elsewhere with \(option)."
        case EISDIR:
            return "\(path): a folder, not a file. Name a file in it."
        case ENAMETOOLONG:
            return
                "\(path.description.prefix(60))…: the name is too long for a file. Give a shorter one with \(option)."
        default:
            return "\(path) cannot be written: \(reason). Write elsewhere with \(option)."
        }
    }
}
