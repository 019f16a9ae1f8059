import FlipbookCore
import FlipbookLintModel

/// Text that is safe inside an HTML element or a quoted attribute.
///
/// Control characters, which no page may hold, and those that turn the direction
/// of writing become visible escapes: a file's name must not rearrange the page.
struct HTMLText: CustomStringConvertible {
    /// The escaped text.
    let description: String

    /// The text that shows as `text`.
    init(_ text: String) {
        description = text.escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case _ where scalar.disturbsDisplay: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: nil
            }
        }
    }
}
