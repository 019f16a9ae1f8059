package import FlipbookCore
package import GStreamer

package enum PipelineEnd: Sendable {
    case endOfStream
    case failed(PipelineError)
    case stopped

    /// Waits for the end of a pipeline. Stops it after an error, so that all waiting calls return.
    package static func reached(by pipeline: Pipeline) async -> PipelineEnd {
        for await message in pipeline.messages {
            switch message {
            case .endOfStream: return .endOfStream
            case .error(let error):
                pipeline.stop()
                return .failed(error)
            case .warning, .prerolled, .closeRequested: continue
            }
        }
        return .stopped
    }
}

extension GStreamerError {
    package func refusal(of setting: Setting) -> Explanation? {
        switch self {
        case .unknownProperty(let element, let property):
            "\(setting: setting): the GStreamer element '\(element)' has no property "
                + "'\(property.escapingControlCharacters)'. " + "List its properties with 'gst-inspect-1.0 \(element)'."
        case .invalidValue(let element, let property, let value, let expected):
            "\(setting: setting) \(property)=\(value.escapingControlCharacters): '\(element)' accepts \(expected)."
        default: nil
        }
    }

    package var failure: (element: String, message: String) {
        switch self {
        case .unloadableElement(let factory):
            (
                factory,
                "its plugin is installed but could not be loaded. "
                    + "'gst-inspect-1.0 \(factory.escapingControlCharacters)' shows the reason."
            )
        case .initialization(let reason): ("GStreamer", reason)
        case .stateChange(let state): ("pipeline", "it did not reach the state \(state)")
        case .cannotLink(let from, let to): (to, "it does not accept pictures from '\(from)'. Is it a video sink?")
        default: ("GStreamer", "\(self)")
        }
    }
}
