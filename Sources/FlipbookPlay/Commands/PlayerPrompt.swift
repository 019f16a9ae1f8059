/// The text that a viewer is typing.
public struct PlayerPrompt: Hashable, Sendable {
    /// The purpose of the text.
    public enum Purpose: Hashable, Sendable {
        /// The number of a frame to go to.
        case frame
        /// A note on the frame that is shown.
        case note
        /// The time to go to, in seconds and frames: `1:12`.
        case time
        /// The path of what is to be played.
        case path
        /// Letters of the keys that are looked for in the list of keys.
        case search
    }

    /// The purpose of the text.
    public let purpose: Purpose
    /// The text until now.
    public let text: String

    /// A text that is being typed.
    public init(_ purpose: Purpose, _ text: String = "") { (self.purpose, self.text) = (purpose, text) }

    /// The prompt as a line on the screen: `go to frame: 12_`.
    public var line: String {
        let name =
            switch purpose {
            case .frame: "go to frame"
            case .note: "note"
            case .time: "go to time"
            case .path: "open"
            case .search: "find"
            }
        return "\(name): \(text)_"
    }
}
