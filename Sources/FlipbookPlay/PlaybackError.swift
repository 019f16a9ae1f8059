public import FlipbookCore
public import FlipbookFiles
public import FlipbookMedia
public import FlipbookRender
import GStreamer

/// An error that ends playback.
public enum PlaybackError: ExplainedError, MachineBound {
    /// The sequence itself cannot be shown.
    case sequence(SequenceError)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// Playback finished, but these files could not be decoded and were replaced. Thrown only if the policy is
    /// `MissingFramePolicy.error`, which does not allow replacements.
    case undecodable([FilePath])
    /// The file specified as audio contains nothing that can be played.
    case sound(reason: Explanation)
    /// No installed plugin provides the element.
    case missingElement(factory: String)
    /// The sink has no such property, or does not accept the value.
    case sinkProperty(reason: Explanation)
    /// No display is available for a window.
    case noDisplay(sink: String, reason: String)
    /// The window's display is gone, or has closed the connection.
    case displayLost(sink: String)
    /// An element of the pipeline failed.
    case pipeline(element: String, message: String)
    /// The process has too little memory, too few threads, or too many open files.
    case shortage(MachineShortage)
    /// The program's reload closure failed.
    case reload(any Error)
    /// The request was not carried out, because the player has finished.
    case notRunning
    /// The player is running or has finished. A player can run only once.
    case alreadyRan
    /// The task was canceled.
    case cancelled

    /// The kind of error, which determines the command's exit status.
    public var kind: ErrorKind { facts.kind }

    /// The error's stable code.
    public var code: ErrorCode { facts.code }

    /// The error's location, cause, and remedy.
    public var explanation: Explanation { facts.explanation }

    private var facts: (kind: ErrorKind, code: ErrorCode, explanation: Explanation) {
        switch self {
        case .sequence(let error): (error.kind, error.code, error.explanation)
        case .frame(let error): (.incomplete, error.code, error.explanation)
        case .undecodable(let paths): (.incomplete, "frames.undecodable", Self.undecodableDescription(paths))
        case .sound(let reason): (.usage, "sound", reason)
        case .missingElement(let factory):
            (
                .environment, "element.missing",
                "The GStreamer element '\(factory.escapingControlCharacters)' is not installed. "
                    + "\(remedy: .install(element: factory, for: .showing))"
            )
        case .sinkProperty(let reason): (.usage, "sink.property", reason)
        case .noDisplay(let sink, let reason):
            (
                .environment, "display.none",
                "No display\(sink == "autovideosink" ? "" : " for \(sink)"): \(reason.escapingControlCharacters). Start "
                    + "flipbook in a desktop session, add \(remedy: .set(.terminal)), or write a file with "
                    + "\(remedy: .export)."
            )
        case .displayLost:
            (
                .environment, "display.lost",
                "The display closed the window's connection: the display server ended, or the window was killed. Play "
                    + "the sequence again."
            )
        case .pipeline(let element, let message):
            (.environment, "pipeline", "The GStreamer element '\(element)' failed: \(message)")
        case .shortage(let error): (.environment, error.code, error.explanation)
        case .reload(let error):
            (.incomplete, (error as? any ExplainedError)?.code ?? "player.reload", Explanation(of: error))
        case .notRunning: (.usage, "player.ended", "The player has ended. Create a new player for its view.")
        case .alreadyRan: (.usage, "player.ran", "A player can run only once. Create a new player for its view.")
        case .cancelled: (.cancelled, "cancelled", "Interrupted.")
        }
    }

    private static func undecodableDescription(_ paths: [FilePath]) -> Explanation {
        let isOne = paths.count == 1
        let names = paths.map(\.description).listed(atMost: 3)
        return "\(isOne ? "1 frame" : "\(paths.count) frames") could not be decoded (\(names)). Render or copy "
            + "\(isOne ? "it" : "them") again, or accept replacements with \(remedy: .accept(.missing))."
    }

    /// - Parameter setting: The setting that specified the sink.
    init(_ error: GStreamerError, of setting: Setting) {
        if let reason = error.refusal(of: setting) {
            self = .sinkProperty(reason: reason)
            return
        }
        switch error {
        case .missingElement(let factory): self = .missingElement(factory: factory)
        case .shortage(let factory): self = .memory(forElement: factory)
        case .notASink(let factory),
            .cannotLink(_, let factory) where setting == .audioSink:
            self = .sinkProperty(
                reason: "\(setting: setting): '\(factory)' is not \(setting == .sink ? "a video" : "an audio") sink. "
                    + "\(setting == .sink ? "Try ximagesink, or omit" : "Omit") \(remedy: .omit(setting))."
            )
        default: self = .pipeline(element: error.failure.element, message: error.failure.message)
        }
    }

    /// Creates the error that ends playback. An error of any other type comes from the caller's reload closure.
    init(_ error: any Error) {
        switch error {
        case let error as PlaybackError: self = error
        case let error as SequenceError: self = .sequence(error)
        case let error as FrameRenderError: self = error.shortage.map(PlaybackError.shortage) ?? .frame(error)
        case let error as MachineShortage: self = .shortage(error)
        case let error as GStreamerError: self.init(error, of: .sink)
        case let error as AudioFailure: self = .sound(reason: error.reason)
        case is CancellationError: self = .cancelled
        default: self = .reload(error)
        }
    }
}

extension Explanation {
    init(of error: any Error) {
        self = (error as? any ExplainedError)?.explanation ?? Explanation(String(describing: error))
    }
}
