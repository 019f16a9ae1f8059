public import FlipbookCore
public import FlipbookImaging
import GStreamer

/// Why a sequence could not be played to its end.
public enum PlaybackError: Error, Sendable {
    /// The sequence itself cannot be shown.
    case sequence(SequenceError)
    /// A frame could not be decoded or composited.
    case frame(FrameRenderError)
    /// It played to its end, and something stood in for these files, which could not be decoded: what
    /// ``MissingFramePolicy/error`` does not accept.
    case undecodable([FilePath])
    /// No installed plugin has the element.
    case missingElement(factory: String)
    /// The sink has no such property, or does not take the value.
    case sinkProperty(reason: String)
    /// There is no display to open a window on.
    case noDisplay(sink: String, reason: String)
    /// The display that the window was on is gone, or has closed its connection.
    case displayLost(sink: String)
    /// An element of the pipeline failed.
    case pipeline(element: String, message: String)
    /// What the caller's own code threw, where it was to find the frames anew.
    case reload(any Error)
    /// What was asked for is not done, since the player's run is over.
    case notRunning
    /// A player runs once, and this one has run, or does already.
    case alreadyRan
    /// The task was cancelled.
    case cancelled
}

extension PlaybackError {
    /// What a caller can do about it; the command's exit status follows it.
    public var kind: ExportError.Kind {
        switch self {
        case .sequence(let error): error.kind
        case .frame, .undecodable: .incomplete
        case .sinkProperty: .usage
        case .notRunning, .alreadyRan: .usage
        case .reload: .incomplete
        case .missingElement, .noDisplay, .displayLost, .pipeline: .environment
        case .cancelled: .cancelled
        }
    }

    init(_ error: GStreamerError) {
        switch error {
        case .missingElement(let factory):
            self = .missingElement(factory: factory)
        case .unknownProperty(let element, let property):
            self = .sinkProperty(
                reason: "--sink: GStreamer's '\(element)' has no property '\(property.escapingControlCharacters)'. "
                    + "List them with 'gst-inspect-1.0 \(element)'."
            )
        case .invalidValue(let element, let property, let value, let expected):
            self = .sinkProperty(
                reason: "--sink: '\(element)' takes for \(property) \(expected), "
                    + "not '\(value.escapingControlCharacters)'."
            )
        case .notASink(let factory):
            self = .sinkProperty(
                reason: "--sink: '\(factory)' is not a video sink. Try ximagesink, or leave --sink out."
            )
        case .cannotLink(let from, let to):
            self = .pipeline(element: to, message: "it takes no pictures from '\(from)'; is it a video sink?")
        case .initialization(let reason):
            self = .pipeline(element: "GStreamer", message: reason)
        case .stateChange(let state):
            self = .pipeline(element: "pipeline", message: "it did not reach the state \(state)")
        }
    }
}

extension PlaybackError: CustomStringConvertible {
    /// Where, what, and what to do.
    public var description: String {
        switch self {
        case .sequence(let error): error.description
        case .frame(let error): error.description
        case .undecodable(let paths): Self.undecodableDescription(paths)
        case .missingElement(let factory):
            "GStreamer's element '\(factory.escapingControlCharacters)' is not installed. "
                + (DebianPackage.containing(element: factory).map {
                    "Install it with 'apt install \($0)' (Debian, Ubuntu)."
                }
                    ?? "We know no package that has it. Check the name, or leave --sink out: 'gst-inspect-1.0 | grep -i sink' "
                    + "lists what is installed, 'apt-cache search gstreamer1.0' what there is.")
        case .sinkProperty(let reason): reason
        case .noDisplay(let sink, let reason):
            "'\(sink)' has no display to open a window on (\(reason.escapingControlCharacters)). "
                + "Start it in a desktop session (windows need 'apt install "
                + (DebianPackage.containing(element: sink == "autovideosink" ? "ximagesink" : sink) ?? "gstreamer1.0-x")
                + "' on Debian and Ubuntu), show it on this terminal with --terminal, "
                + "or make a file instead with 'flipbook export'."
        case .displayLost:
            "The display has closed the connection of the window: its server has ended, or the window was killed. Play it again."
        case .pipeline(let element, let message): "GStreamer's element '\(element)' failed: \(message)"
        case .reload(let error): (error as? any CustomStringConvertible)?.description ?? "\(error)"
        case .notRunning: "The player does not run any more. Make another one of its view."
        case .alreadyRan: "A player runs once. Make another one of its view."
        case .cancelled: "Interrupted."
        }
    }

    private static func undecodableDescription(_ paths: [FilePath]) -> String {
        let isOne = paths.count == 1
        let named = paths.prefix(3).map(\.description).joined(separator: ", ")
        let names = paths.count > 3 ? "\(named) and \(paths.count - 3) more" : named
        return "\(isOne ? "1 frame" : "\(paths.count) frames") could not be decoded (\(names)). "
            + "Render or copy \(isOne ? "it" : "them") again, or accept what stands in with "
            + "--missing \(MissingFramePolicy.acceptingWords)."
    }
}
