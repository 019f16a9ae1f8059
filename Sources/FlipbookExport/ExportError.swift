public import FlipbookCore
public import FlipbookFiles
public import FlipbookMedia
public import FlipbookRender
import Glibc

/// The reason why an export did not leave a complete file.
public enum ExportError: ExplainedError, MachineBound {
    /// The sequence itself cannot be shown.
    case sequence(SequenceError)
    /// The sequence repeats for ever, and a file cannot.
    case endless
    /// The sequence has no frame of this number; `range` tells the ones it has.
    case noSuchFrame(Int, sequence: String, range: String)
    /// The sequence has ended at this time; it lasts so many seconds.
    case noSuchMoment(RationalTime, length: RationalTime)
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
    /// The file that was read back is not the one that was written.
    case readBack(reason: Explanation)
    /// The export is not cut into segments, or they are not joined.
    case segments(SegmentError)
    /// The process has too little memory, too few threads, or too many files open.
    case shortage(MachineShortage)
    /// A fault that none of the others names; a mistake of ours.
    case unforeseen(reason: String)
    /// The export was cancelled.
    case cancelled

    /// The setting that the error is about, or `nil` if it is about none.
    package var settingFault: SettingFault? {
        if case .sequence(let error) = self { error.settingFault } else { nil }
    }

    /// The kind of remedy that a caller has.
    public var kind: ErrorKind { facts.kind }

    /// The kind of error: that of the error within, or by its case.
    public var code: ErrorCode { facts.code }

    private var facts: (kind: ErrorKind, code: ErrorCode) {
        switch self {
        case .sequence(let error): (error.kind, error.code)
        case .endless: (.usage, "export.endless")
        case .noSuchFrame, .noSuchMoment: (.usage, "export.frame")
        case .unencodable: (.usage, "export.format")
        case .wrongExtension: (.usage, "output.extension")
        case .drawingInMemory: (.usage, "plan.memory")
        case .outputExists: (.usage, "output.exists")
        case .outputIsInput: (.usage, "output.input")
        case .notAFile: (.usage, "output.kind")
        case .cannotWrite, .notUndone: (.environment, "output.unwritable")
        case .recovered(_, let error): error.facts
        case .missingElement: (.environment, "element.missing")
        case .missingLibrary: (.environment, "library.missing")
        case .encoderOption: (.usage, "export.option")
        case .frame(let error): (.incomplete, error.code)
        case .pipeline: (.environment, "pipeline")
        case .readBack: (.incomplete, "export.verification")
        case .segments(let error): (error.kind, error.code)
        case .shortage(let error): (.environment, error.code)
        case .unforeseen: (.environment, "export.unforeseen")
        case .cancelled: (.cancelled, "cancelled")
        }
    }

    /// The place, the fault and the remedy.
    public var explanation: Explanation {
        switch self {
        case .sequence(let error): error.explanation
        case .endless:
            "The sequence repeats for ever, and this file has to end. Give the number of cycles, such as \(remedy: .set(.repeatCount, to: "3")), or write "
                + OutputFormat.all.filter { $0.loops && !$0.isSheet }.map(\.offer).joined(separator: ", ")
                + ", which repeat by themselves."
        case .noSuchFrame(let number, let sequence, let range):
            "\(setting: .frame): \(sequence) has no frame \(number); it has \(range)."
        case .noSuchMoment(let time, let length):
            "\(setting: .moment): \(time.seconds) s is no time of the sequence, which lasts from 0 to "
                + "\(length.seconds) s."
        case .unencodable(let reason), .encoderOption(let reason): reason
        case .wrongExtension(let path, let format) where format.isStream:
            "\(path): \(format.noun) goes to standard output only: \(remedy: .set(.output, to: "-"))."
        case .wrongExtension(let path, let format):
            "\(path): \(format.noun) is written, and the name says something else. End the name in "
                + "\(remedy: .choose(format: format.usualExtension))."
        case .drawingInMemory(let position):
            "Drawing \(position) is in memory only, and a plan names files. Write the drawing to a file first."
        case .outputExists(let path):
            "\(path) exists and was left as it is. Give another name with \(remedy: .set(.output)), "
                + "or \(remedy: .set(.overwrite)) to replace it."
        case .outputIsInput(let path):
            "\(path) belongs to the input, and nothing is written among its files. "
                + "Give another name or another folder with \(remedy: .set(.output))."
        case .notAFile(let path):
            "\(path) is a folder, a pipe or a device, not a file. Give the name of a file with \(remedy: .set(.output))."
        case .cannotWrite(let path, let code): FileSystemError.writeFailure(path, code)
        case .notUndone(let path, let code):
            "\(path) cannot be written: \(String(cString: strerror(code))), and what was begun could not be undone: some files may be new and others old. "
                + "Export into the folder again, which finishes or undoes it."
        case .recovered(let sentences, let error): "\(sentences.joined(separator: " ")) " + error.explanation
        case .missingElement(let factory):
            "GStreamer's element '\(factory)' is not installed. \(remedy: .install(element: factory))"
        case .missingLibrary(let name): "The library '\(name)' is not installed. \(remedy: .install(element: name))"
        case .frame(let error): error.explanation
        case .pipeline(let element, let message): "GStreamer's element '\(element)' failed: \(message)"
        case .readBack(let reason): "The file was written, read back, and found wrong, so it was not kept: " + reason
        case .shortage(let error): error.explanation
        case .segments(let error): error.explanation
        case .unforeseen(let reason): Explanation(reason)
        case .cancelled: "Interrupted; nothing was left under the output's name."
        }
    }
}
