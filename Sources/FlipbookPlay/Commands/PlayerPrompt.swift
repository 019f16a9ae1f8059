/// Text being typed by the viewer.
public struct PlayerPrompt: Hashable, Sendable {
    /// The purpose of the text.
    public enum Purpose: Hashable, Sendable {
        /// A frame number to go to.
        case frame
        /// A note on the current frame.
        case note
        /// The time to go to, in seconds and frames: `1:12`.
        case time
        /// The path of a sequence to play.
        case path
        /// The path of a sequence to compare with.
        case compared
        /// A search in the list of keys.
        case search
    }

    /// The purpose of the text.
    public let purpose: Purpose
    /// The text so far.
    public let text: String

    /// Creates a prompt.
    public init(_ purpose: Purpose, _ text: String = "") { (self.purpose, self.text) = (purpose, text) }

    /// The prompt as a line: `go to frame: 12_`.
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

    /// The lines of the prompt in a window. Until something is typed, the second line explains the prompt.
    var lines: String {
        guard text.isEmpty else { return line }
        switch purpose {
        case .note: return line + "\ndraw with the mouse; Return saves the note, Esc discards it"
        case .path, .compared: return line + "\nTab completes the path; Control+V pastes a path"
        case .frame, .time, .search: return line
        }
    }
}
