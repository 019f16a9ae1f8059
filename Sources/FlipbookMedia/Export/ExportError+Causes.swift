import FlipbookCore
import FlipbookImaging
import GStreamer

extension ExportError {
    /// What a task group, which keeps no error's type, was ended by.
    init(_ error: any Error) {
        self =
            switch error {
            case let error as ExportError: error
            case let error as SequenceError: .sequence(error)
            case let error as FrameRenderError: error.shortage.map(ExportError.shortage) ?? .frame(error)
            case let error as MachineShortage: .shortage(error)
            case is CancellationError: .cancelled
            default: .unforeseen(reason: "\(error)")
            }
    }

    /// The same, with what was done before about exports that had been interrupted.
    init(_ error: any Error, after recovered: [String]) {
        self = recovered.isEmpty ? ExportError(error) : .recovered(recovered, then: ExportError(error))
    }

    /// What GStreamer said while the pipeline was built.
    init(_ error: GStreamerError) {
        switch error {
        case .missingElement(let factory):
            self = .missingElement(factory: factory)
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
