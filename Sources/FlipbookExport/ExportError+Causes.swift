import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookRender
import GStreamer
import Glibc

extension ExportError {
    /// The end of the check of a sequence: an error, or a cancellation.
    init(checking error: any Error) { self = (error as? SequenceError).map(ExportError.sequence) ?? .cancelled }

    /// The system's reason why a file is not written.
    init(_ error: FileSystemError) {
        switch error.errno {
        case EEXIST: self = .outputExists(error.path)
        case EISDIR: self = .notAFile(error.path)
        default: self = .cannotWrite(error.path, errno: error.errno)
        }
    }

    /// What the drawing of a frame was ended by.
    init(_ error: FrameRenderError) { self = error.shortage.map(ExportError.shortage) ?? .frame(error) }

    /// What the frames in the making were ended by.
    init(_ error: ProductionError<ExportError>) {
        self = error.failure ?? .cancelled
    }

    /// An error, with what was done before it about exports that had been interrupted.
    init(_ error: ExportError, after recovered: [String]) {
        self = recovered.isEmpty ? error : .recovered(recovered, then: error)
    }

    /// What the pictures in the making were ended by.
    init(_ error: ProductionError<FrameRenderError>) {
        self = error.failure.map { ExportError($0) } ?? .cancelled
    }

    /// GStreamer's message while the pipeline was built.
    init(_ error: GStreamerError) {
        switch error {
        case .missingElement(let factory):
            self = .missingElement(factory: factory)
        case .unloadableElement(let factory):
            self = .pipeline(element: factory, message: GStreamerError.unloadable(factory))
        case .shortage(let factory):
            self = .memory(forElement: factory)
        case .unknownProperty(let element, let property):
            self = .encoderOption(
                reason:
                    "\(setting: .encoderOption) \(property.escapingControlCharacters): GStreamer's '\(element)' has no such property. "
                    + "List them with 'gst-inspect-1.0 \(element)'."
            )
        case .invalidValue(let element, let property, let value, let expected):
            self = .encoderOption(
                reason:
                    "\(setting: .encoderOption) \(property)=\(value.escapingControlCharacters): '\(element)' takes \(expected)."
            )
        case .notASink(let factory):
            self = .pipeline(element: factory, message: "it is not a sink")
        case .cannotLink(let from, let to):
            self = .unencodable(reason: "'\(from)' cannot hand its pictures to '\(to)': the size or rate is beyond it.")
        case .initialization(let reason):
            self = .pipeline(element: "GStreamer", message: reason)
        case .stateChange(let state):
            self = .pipeline(element: "pipeline", message: "it did not reach the state \(state)")
        }
    }
}

extension ExportError {
    /// Why a film gets no sound.
    init(_ failure: AudioFailure) {
        switch failure {
        case .unheard(let reason): self = .unencodable(reason: reason)
        case .pipeline(let error): self.init(error)
        case .cancelled: self = .cancelled
        }
    }
}
