/// The background behind transparent pixels and around pictures that do not fill the canvas.
public enum Background: Hashable, Sendable, CustomStringConvertible, NamedColors {
    /// A single color, which may be translucent or clear.
    case color(Color)
    /// Opaque white and light gray squares of 8 points.
    case checkerboard

    /// No background.
    public static let clear = Background.color(.clear)
    /// Opaque black.
    public static let black = Background.color(.black)

    /// A Boolean value that indicates whether the background is opaque.
    public var isOpaque: Bool { if case .color(let color) = self { color.isOpaque } else { true } }

    /// Reads a background: `checkerboard`, or a color as in ``Color/init(parsing:)``.
    /// - Throws: ``ParsingError``, which quotes the text.
    public init(parsing text: String) throws(ParsingError) {
        if text == "checkerboard" {
            self = .checkerboard
        } else if let color = try? Color(parsing: text) {
            self = .color(color)
        } else {
            let forms = "#RRGGBB, #RRGGBBAA, clear, checkerboard, or a CSS color name such as white"
            throw ParsingError(text, "background.text", "is not a background. Use \(forms).")
        }
    }

    /// The background in the form that ``init(parsing:)`` reads.
    public var description: String { if case .color(let color) = self { color.description } else { "checkerboard" } }

    /// Opaque white.
    public static let white = Background.color(.white)

    /// Creates a background of one color.
    public init(_ color: Color) { self = .color(color) }
}
