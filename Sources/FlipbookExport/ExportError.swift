public import FlipbookCore
public import FlipbookFiles
public import FlipbookMedia
public import FlipbookRender
import Glibc

/// Why an export did not leave a complete file.
public enum ExportError: ExplainedError, MachineBound {
    /// The sequence itself cannot be shown.
    case sequence(SequenceError)
    /// The sequence repeats for ever, and a file cannot.
    case endless
    /// The sequence has no frame of this number; `range` tells the ones it has.
    case noSuchFrame(Int, sequence: String, range: String)
    /// The sequence has ended at this time; it lasts so many nanoseconds.
    case noSuchMoment(RationalTime, length: Int64)
    /// The request is beyond what the codec or the container carries.
    case unencodable(reason: Explanation)
    /// The output's name does not end as names of the format do, and no reader would know it for what it is.
    case wrongExtension(FilePath, OutputFormat)
    /// The drawing at this place, from 1, is in memory only, and a plan names files.
    case drawingInMemory(position: Int)
    /// Something has the output's name already.
    case outputExists(FilePath)
    /// The output would replace a frame of the input, or add to its sequence.
    case outputIsInput(FilePath)
    /// The output's name belongs to a folder or a device.
    case notAFile(FilePath)
    /// The output cannot be written; `errno` says why.
    case cannotWrite(FilePath, errno: Int32)
    /// Names of numbered images were given in part, and could not be taken back; `errno` says why. The next export into the
    /// folder finishes or undoes it.
    case notUndone(FilePath, errno: Int32)
    /// An export that had been interrupted was finished or undone, as the sentences say; then another one failed.
    indirect case recovered([String], then: ExportError)
    /// No installed plugin has the element.
    case missingElement(factory: String)
    /// A library that is loaded for the format is not installed.
    case missingLibrary(name: String)
    /// An option of the encoder that it does not have, or a value that it does not take.
    case encoderOption(reason: Explanation)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// An element of the pipeline failed.
    case pipeline(element: String, message: String)
    /// What was read back is not what was written.
    case readBack(reason: Explanation)
    /// The export is not cut into segments, or they are not joined.
    case segments(SegmentError)
    /// The process has too little memory, too few threads, or too many files open.
    case shortage(MachineShortage)
    /// A fault that none of the others names; a mistake of ours.
    case unforeseen(reason: String)
    /// The export was cancelled.
    case cancelled
}

extension ExportError {
    /// The setting that the error is about, or `nil` if it is about none.
    package var settingFault: SettingFault? {
        if case .sequence(.setting(let fault)) = self { fault } else { nil }
    }

    /// What a caller can do about it.
    public var kind: ErrorKind {
        switch self {
        case .sequence(let error): error.kind
        case .recovered(_, let error): error.kind
        case .segments(let error): error.kind
        case .frame, .readBack: .incomplete
        case .endless, .noSuchFrame, .noSuchMoment, .unencodable, .wrongExtension, .drawingInMemory, .outputExists,
            .outputIsInput,
            .notAFile,
            .encoderOption:
            .usage
        case .cannotWrite, .notUndone, .missingElement, .missingLibrary, .pipeline, .shortage, .unforeseen: .environment
        case .cancelled: .cancelled
        }
    }
}

extension ExportError {
    /// What kind of error it is: that of the error within, or by its case.
    public var code: ErrorCode {
        switch self {
        case .sequence(let error): error.code
        case .endless: "export.endless"
        case .noSuchFrame, .noSuchMoment: "export.frame"
        case .unencodable: "export.format"
        case .wrongExtension: "output.extension"
        case .drawingInMemory: "plan.memory"
        case .unforeseen: "export.unforeseen"
        case .outputExists: "output.exists"
        case .outputIsInput: "output.input"
        case .notAFile: "output.kind"
        case .cannotWrite, .notUndone: "output.unwritable"
        case .recovered(_, let error): error.code
        case .missingElement: "element.missing"
        case .missingLibrary: "library.missing"
        case .encoderOption: "export.option"
        case .frame(let error): error.code
        case .pipeline: "pipeline"
        case .shortage(let error): error.code
        case .segments(let error): error.code
        case .readBack: "export.verification"
        case .cancelled: "cancelled"
        }
    }

    /// Where, what, and what to do.
    public var explanation: Explanation {
        switch self {
        case .sequence(let error):
            return error.explanation
        case .endless:
            return
                "The sequence repeats for ever, and this file has to end. Give the number of cycles, such as \(remedy: .set(.repeatCount, to: "3")), or write "
                + OutputFormat.all.filter { $0.loops && !$0.isSheet }.map(\.offer).joined(separator: ", ")
                + ", which repeat by themselves."
        case .noSuchFrame(let number, let sequence, let range):
            return "\(setting: .frame): \(sequence) has no frame \(number); it has \(range)."
        case .noSuchMoment(let time, let length):
            let seconds = (RationalTime(length, 1_000_000_000) ?? .zero).seconds
            return
                "\(setting: .moment): \(time.seconds) s is no time of the sequence, which lasts from 0 to \(seconds) s."
        case .unencodable(let reason):
            return reason
        case .wrongExtension(let path, let format):
            guard !format.isStream else {
                return "\(path): \(format.noun) goes to standard output only: \(remedy: .set(.output, to: "-"))."
            }
            return "\(path): \(format.noun) is written, and the name says something else. End the name in "
                + "\(remedy: .choose(format: format.usualExtension))."
        case .drawingInMemory(let position):
            return "Drawing \(position) is in memory only, and a plan names files. Write the drawing to a file first."
        case .outputExists(let path):
            return "\(path) exists and was left as it is. Give another name with \(remedy: .set(.output)), "
                + "or \(remedy: .set(.overwrite)) to replace it."
        case .outputIsInput(let path):
            return "\(path) belongs to the input, and nothing is written among its files. "
                + "Give another name or another folder with \(remedy: .set(.output))."
        case .notAFile(let path):
            return
                "\(path) is a folder, a pipe or a device, not a file. Give the name of a file with \(remedy: .set(.output))."
        case .cannotWrite(let path, let code):
            return FileSystemError.writeFailure(path, code)
        case .notUndone(let path, let code):
            return
                "\(path) cannot be written: \(String(cString: strerror(code))), and what was begun could not be undone: some files may be new and others old. "
                + "Export into the folder again, which finishes or undoes it."
        case .recovered(let sentences, let error):
            return "\(sentences.joined(separator: " ")) " + error.explanation
        case .missingElement(let factory):
            return "GStreamer's element '\(factory)' is not installed. \(remedy: .install(element: factory))"
        case .missingLibrary(let name):
            return "The library '\(name)' is not installed. \(remedy: .install(element: name))"
        case .encoderOption(let reason):
            return reason
        case .frame(let error):
            return error.explanation
        case .pipeline(let element, let message):
            return "GStreamer's element '\(element)' failed: \(message)"
        case .readBack(let reason):
            return "The file was written, read back, and found wrong, so it was not kept: \(reason)"
        case .shortage(let error):
            return error.explanation
        case .segments(let error):
            return error.explanation
        case .unforeseen(let reason):
            return Explanation(reason)
        case .cancelled:
            return "Interrupted; nothing was left under the output's name."
        }
    }
}
