/// What a viewer is typing.
public struct PlayerPrompt: Hashable, Sendable {
    /// What the text is for.
    public enum Purpose: Hashable, Sendable {
        /// The number of a frame to go to.
        case frame
        /// A note on the frame that is shown.
        case note
    }

    /// What the text is for.
    public let purpose: Purpose
    /// What was typed until now.
    public let text: String

    /// A text that is being typed.
    public init(_ purpose: Purpose, _ text: String = "") { (self.purpose, self.text) = (purpose, text) }

    /// The prompt as a line on the screen: `go to frame: 12_`.
    public var line: String {
        switch purpose {
        case .frame: "go to frame: \(text)_"
        case .note: "note: \(text)_"
        }
    }
}
