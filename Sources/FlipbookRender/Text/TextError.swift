public import FlipbookCore
public import FlipbookImaging

/// An error in drawing text.
public enum TextError: ExplainedError, Hashable {
    /// Pango and cairo are not installed. They draw text and the commands of a `DrawingContext`.
    case noLibrary
    /// No font of this family is installed. Without this error, `nearest` would be used instead.
    case noFont(String, nearest: String?)
    /// The text contains an unknown field.
    case field(String)
    /// The picture of the text would be too large, or memory is short.
    case picture(ImageError)

    /// The code `text.library`, `text.font`, `text.field`, or `text.picture`.
    public var code: ErrorCode {
        switch self {
        case .noLibrary: "text.library"
        case .noFont: "text.font"
        case .field: "text.field"
        case .picture: "text.picture"
        }
    }

    /// The fault and the remedy.
    public var explanation: Explanation {
        switch self {
        case .noLibrary:
            "Text and drawings require Pango and cairo, which are not installed; "
                + "\(remedy: .install(element: RuntimeLibrary.pango.name, for: .reading))."
        case .noFont(let family, let nearest):
            "There is no font '\(family.escapingControlCharacters)' on this machine"
                + (nearest.map {
                    "; the nearest is '\($0.escapingControlCharacters)'. Install it, or specify a different font."
                } ?? ", and there are no other fonts. Install one, such as DejaVu Sans.")
        case .field(let name): "There is no field {\(name.escapingControlCharacters)} in texts."
        case .picture(let error): error.explanation
        }
    }
}
