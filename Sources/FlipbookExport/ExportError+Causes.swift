import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import GStreamer
import Glibc

/// Throws ``ExportError/readBack(reason:)`` if a written file is not as expected.
func verify(_ isRight: Bool, _ reason: @autoclosure () -> Explanation) throws(ExportError) {
    if !isRight { throw .readBack(reason: reason()) }
}

extension ExportError {
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
                        + "Write \(OutputFormat.numberedPNG.offer)."
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
