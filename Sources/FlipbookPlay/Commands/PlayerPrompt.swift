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
        /// The path of a sequence to play.
        case path
        /// The path of a sequence to compare with.
        case compared
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
            case .compared: "compare with"
            case .search: "find"
            }
        return "\(name): \(text)_"
    }

    /// The prompt in a window: until something is typed, with a second line that says how to use it.
    var lines: String {
        guard text.isEmpty else { return line }
        switch purpose {
        case .note: return line + "\ndraw with the mouse; Return keeps the note, Esc drops it"
        case .path, .compared: return line + "\nTab completes the path, Control+V pastes one"
        case .frame, .time, .search: return line
        }
    }
}
