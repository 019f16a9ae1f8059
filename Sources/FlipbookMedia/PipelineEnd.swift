import FlipbookCore
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
    /// The message about an element of a plugin that was not loaded.
    package static func unloadable(_ factory: String) -> String {
        "its plugin is installed and was not loaded. 'gst-inspect-1.0 \(factory.escapingControlCharacters)' says why."
    }
}
