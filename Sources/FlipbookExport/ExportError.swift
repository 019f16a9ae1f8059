public import FlipbookCore
public import FlipbookFiles
import FlipbookImaging
public import FlipbookMedia
public import FlipbookRender
import GStreamer
import Glibc

/// An error that prevents an export from producing a complete file.
public enum ExportError: ExplainedError, MachineBound {
    /// The sequence cannot be shown.
    case sequence(SequenceError)
    /// The sequence repeats forever, but a file cannot.
    case endless
    /// The sequence has no frame with this number. `range` lists its frames.
    case noSuchFrame(Int, sequence: String, range: String)
    /// The time is after the end of the sequence. `length` is the sequence's length in seconds.
    case noSuchMoment(RationalTime, length: RationalTime)
    /// The codec or the container does not support the request.
    case unencodable(reason: Explanation)
    /// The output's extension does not match its format.
    case wrongExtension(FilePath, OutputFormat)
    /// The drawing at this 1-based position exists only in memory, but a plan refers to files.
    case drawingInMemory(position: Int)
    /// The output exists.
    case outputExists(FilePath)
    /// The output would replace a frame of the input, or become part of the input's sequence.
    case outputIsInput(FilePath)
    /// The output's path refers to a folder or a device.
    case notAFile(FilePath)
    /// The output cannot be written, for the reason in `errno`.
    case cannotWrite(FilePath, errno: Int32)
    /// Not all numbered images could be renamed, and the renaming could not be undone, for the reason in `errno`. The next
    /// export into the folder finishes or undoes the renaming.
    case notUndone(FilePath, errno: Int32)
    /// An interrupted export was finished or undone, as the sentences describe. The current export then failed.
    indirect case recovered([String], then: ExportError)
    /// No installed plugin provides the element.
    case missingElement(factory: String)
    /// A library for the format is not installed.
    case missingLibrary(name: String)
    /// The encoder lacks an option, or does not accept its value.
    case encoderOption(reason: Explanation)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// An element of the pipeline failed.
    case pipeline(element: String, message: String)
    /// The written file failed verification.
    case readBack(reason: Explanation)
    /// The export cannot be divided into segments, or its segments cannot be joined.
    case segments(SegmentError)
    /// The process has too little memory, too few threads, or too many open files.
    case shortage(MachineShortage)
    /// An unexpected error, which indicates a bug.
    case unforeseen(reason: String)
    /// The export was canceled.
    case cancelled

    package var settingFault: SettingFault? { if case .sequence(let error) = self { error.settingFault } else { nil } }

    /// The kind of error, which determines the command's exit status.
    public var kind: ErrorKind { facts.kind }

    /// The error's stable code.
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

    /// The error's location, cause, and remedy.
    public var explanation: Explanation {
        switch self {
        case .sequence(let error): error.explanation
        case .endless:
            "The sequence repeats forever, but this format cannot. Set a number of cycles, such as "
                + "\(remedy: .set(.repeatCount, to: "3")), or use "
                + OutputFormat.all.filter { $0.loops && !$0.isSheet }.map(\.offer).joined(separator: ", ")
                + ", which can repeat."
        case .noSuchFrame(let number, let sequence, let range):
            "\(setting: .frame): \(sequence) has no frame \(number); it has \(range)."
        case .noSuchMoment(let time, let length):
            "\(setting: .moment): \(time.seconds) s is outside the sequence, which lasts from 0 to \(length.seconds) s."
        case .unencodable(let reason), .encoderOption(let reason): reason
        case .wrongExtension(let path, let format) where format.isStream:
            "\(path): \(format.noun) can be written only to standard output: \(remedy: .set(.output, to: "-"))."
        case .wrongExtension(let path, let format):
            "\(path): the output is \(format.noun). End the name in "
                + "\((format.fileExtensions + format.namedExtensions).map { ".\($0)" }.listed(by: "or"))."
        case .drawingInMemory(let position):
            "Drawing \(position) exists only in memory, but a plan refers to files. Write the drawing to a file first."
        case .outputExists(let path):
            "\(path) exists and was not changed. Choose a different name with \(remedy: .set(.output)), "
                + "or add \(remedy: .set(.overwrite)) to replace it."
        case .outputIsInput(let path):
            "\(FilePath(path.string)) belongs to the input, whose files are never changed. "
                + "Choose a different name or folder with \(remedy: .set(.output))."
        case .notAFile(let path):
            "\(path) is a folder, a pipe, or a device, not a file. Specify a file with \(remedy: .set(.output))."
        case .cannotWrite(let path, let code): FileSystemError.writeFailure(path, code)
        case .notUndone(let path, let code):
            "\(path) cannot be written: \(String(cString: strerror(code))), and the changes could not be undone: some "
                + "files may be new and others old. Export into the folder again to finish or undo the changes."
        case .recovered(let sentences, let error): "\(sentences.joined(separator: " ")) " + error.explanation
        case .missingElement(let factory):
            "The GStreamer element '\(factory)' is not installed. \(remedy: .install(element: factory))"
        case .missingLibrary(let name): "The library '\(name)' is not installed. \(remedy: .install(element: name))"
        case .frame(let error): error.explanation
        case .pipeline(let element, let message): "The GStreamer element '\(element)' failed: \(message)"
        case .readBack(let reason): "The output file failed verification and was not kept: " + reason
        case .shortage(let error): error.explanation
        case .segments(let error): error.explanation
        case .unforeseen(let reason): Explanation(reason)
        case .cancelled: "Interrupted; the output was not written."
        }
    }

    init(_ error: any Error) {
        self =
            switch error {
            case let error as ExportError: error
            case let error as GStreamerError: Self.making(error)
            case let error as FileSystemError where error.errno == EEXIST: .outputExists(error.path)
            case let error as FileSystemError where error.errno == EISDIR: .notAFile(error.path)
            case let error as FileSystemError: .cannotWrite(error.path, errno: error.errno)
            case let error as FrameRenderError: error.shortage.map(Self.shortage) ?? .frame(error)
            case let error as MachineShortage: .shortage(error)
            case let error as SegmentError: .segments(error)
            case let error as SequenceError: .sequence(error)
            case let error as AudioFailure: .unencodable(reason: error.reason)
            case StillEncodingError.missingLibrary(let name): .missingLibrary(name: name)
            case StillEncodingError.refused(let format, let reason):
                .unencodable(
                    reason: "The pictures cannot be written as \(format): \(reason). "
                        + "Use \(OutputFormat.numberedPNG.offer)."
                )
            case is CancellationError: .cancelled
            default: .unforeseen(reason: "\(error)")
            }
    }

    init(_ error: any Error, after recovered: [String]) {
        self = recovered.isEmpty ? Self(error) : .recovered(recovered, then: Self(error))
    }

    static func of<Value: ~Copyable>(_ work: () throws -> Value) throws(ExportError) -> Value {
        do { return try work() } catch { throw ExportError(error) }
    }

    static func awaiting<Value>(_ work: () async throws -> Value) async throws(ExportError) -> Value {
        do { return try await work() } catch { throw ExportError(error) }
    }

    private static func making(_ error: GStreamerError) -> ExportError {
        if let reason = error.refusal(of: .encoderOption) { return .encoderOption(reason: reason) }
        return switch error {
        case .missingElement(let factory): .missingElement(factory: factory)
        case .shortage(let factory): .memory(forElement: factory)
        case .cannotLink(let from, let to):
            .unencodable(reason: "'\(to)' does not accept pictures of this size or rate from '\(from)'.")
        default: .pipeline(element: error.failure.element, message: error.failure.message)
        }
    }
}

/// Throws ``ExportError/readBack(reason:)`` if a written file is not as expected.
func verify(_ isRight: Bool, _ reason: @autoclosure () -> Explanation) throws(ExportError) {
    if !isRight { throw .readBack(reason: reason()) }
}
