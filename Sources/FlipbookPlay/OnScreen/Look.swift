package import FlipbookCore
import FlipbookRender
import FlipbookScene

/// The colors, fonts, and sizes of everything in a window except the pictures. Sizes are in points.
package enum Look {
    /// The background of the bar. Text on it has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3).
    package static let ground = Color(red: 30, green: 31, blue: 34)
    /// The background of fields, and of items under the pointer.
    package static let raised = Color(red: 49, green: 51, blue: 56)
    /// The background of text on a picture.
    package static let veil = Color(red: 20, green: 21, blue: 23, alpha: 217)
    package static let line = Color(red: 64, green: 66, blue: 72)
    package static let text = Color(red: 236, green: 237, blue: 240)
    package static let faint = Color(red: 166, green: 169, blue: 176)
    /// The accent color, for selections and the playhead.
    package static let accent = Color(red: 88, green: 166, blue: 255)
    package static let missing = Color(red: 240, green: 86, blue: 80)
    package static let damaged = Color(red: 240, green: 145, blue: 50)
    /// The color of notes and their strokes.
    package static let note = Color(red: 255, green: 190, blue: 0)

    package enum Face: Hashable, Sendable {
        case word
        case faint
        /// A number whose digits all have the same width, so that the text does not shift when the number changes.
        case number
        case heading
        case key

        var font: String { self == .number || self == .key ? "Monospace" : "Sans" }
        var size: Double { self == .heading ? 12 : 13 }
        package var color: Color {
            switch self {
            case .word, .number: Look.text
            case .faint: Look.faint
            case .heading, .key: Look.accent
            }
        }
    }

    package static let lineHeight = 18.0
    package static let margin = 8.0

    private struct Measured: Hashable {
        let text: String
        let face: Face
        let width: Int
    }

    private static let sizes = Remembered<Measured, Size>(atMost: 1024)

    /// Returns the size of text, with lines broken at a width, or an estimate if fonts are unavailable.
    package static func size(of text: String, _ face: Face, width: Double = 16_000) -> Size {
        sizes.value(for: Measured(text: text, face: face, width: Int(width))) {
            var label = TextLabel("")
            (label.font, label.size, label.alignment) = (face.font, face.size, .left)
            guard let painter = try? TextPainter(label, width: width, scale: 1), let size = try? painter.size(of: text)
            else { return Size(width: Double(text.count) * 8, height: lineHeight) }
            return Size(width: Double(size.width), height: Double(size.height))
        }
    }
}

extension DrawingContext {
    /// Draws a line of text, vertically centered and truncated with an ellipsis.
    func draw(_ text: String, _ face: Look.Face, in room: Rect, color: Color? = nil, alignment: TextAlignment = .left) {
        let height = Look.size(of: "0", face).height
        let line = Rect(x: room.minX, y: room.midY - height / 2, width: room.width, height: height)
        draw(text, in: line, font: face.font, size: face.size, color: color ?? face.color, alignment: alignment)
    }

    func fill(_ rect: Rect, rounded radius: Double, with color: Color) {
        fill(Path(roundedRect: rect, cornerRadius: radius), with: color)
    }
}
