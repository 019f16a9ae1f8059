package import FlipbookCore
package import GStreamer

package enum PipelineEnd: Sendable {
    case endOfStream
    case failed(PipelineError)
    case stopped

    /// Waits for the end of a pipeline. One that fails is stopped, so that every waiting call is answered.
    /// - Parameter look: Is called before it is stopped, while its elements know what they found.
    package static func reached(by pipeline: Pipeline, whenFailed look: () -> Void = {}) async -> PipelineEnd {
        for await message in pipeline.messages {
            switch message {
            case .endOfStream: return .endOfStream
            case .error(let error):
                look()
                pipeline.stop()
                return .failed(error)
            case .warning, .prerolled, .closeRequested: continue
            }
        }
        return .stopped
    }
}

extension GStreamerError {
    /// The sentence about a property that a setting gives, or `nil` for another error.
    package func refusal(of setting: Setting) -> Explanation? {
        switch self {
        case .unknownProperty(let element, let property):
            "\(setting: setting): GStreamer's '\(element)' has no property '\(property.escapingControlCharacters)'. "
                + "List them with 'gst-inspect-1.0 \(element)'."
        case .invalidValue(let element, let property, let value, let expected):
            "\(setting: setting) \(property)=\(value.escapingControlCharacters): '\(element)' takes \(expected)."
        default: nil
        }
    }

    /// The element that fails where no setting is to blame, and its message.
    package var failure: (element: String, message: String) {
        switch self {
        case .unloadableElement(let factory):
            (
                factory,
                "its plugin is installed and was not loaded. "
                    + "'gst-inspect-1.0 \(factory.escapingControlCharacters)' says why."
            )
        case .initialization(let reason): ("GStreamer", reason)
        case .stateChange(let state): ("pipeline", "it did not reach the state \(state)")
        case .cannotLink(let from, let to): (to, "it takes no pictures from '\(from)'; is it a video sink?")
        default: ("GStreamer", "\(self)")
        }
    }
}
