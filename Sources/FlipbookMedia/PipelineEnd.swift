import FlipbookCore
package import GStreamer

/// The end of a pipeline.
package enum PipelineEnd: Sendable {
    /// Everything has reached the end.
    case endOfStream
    /// An element failed.
    case failed(PipelineError)
    /// It was stopped before.
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
