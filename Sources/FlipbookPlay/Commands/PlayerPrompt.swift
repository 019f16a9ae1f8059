/// The text that a viewer is typing.
public struct PlayerPrompt: Hashable, Sendable {
    /// The purpose of the text.
    public enum Purpose: Hashable, Sendable {
        /// The number of a frame to go to.
        case frame
        /// A note on the frame that is shown.
        case note
    }

    /// The purpose of the text.
    public let purpose: Purpose
    /// The text until now.
    public let text: String

    /// A text that is being typed.
    public init(_ purpose: Purpose, _ text: String = "") { (self.purpose, self.text) = (purpose, text) }

    /// The prompt as a line on the screen: `go to frame: 12_`.
    public var line: String { "\(purpose == .frame ? "go to frame" : "note"): \(text)_" }
}
