public import FlipbookCore

/// A caption over every frame: a title, a slate, a subtitle, or the frame number. In ``text``, `{frame}` is replaced by the
/// frame's number, `{timecode}` by its time as `HH:MM:SS:FF`, `{name}` by its file name, and `{date}` by the date on which the
/// text is drawn. `{{` is a literal brace.
public struct TextLabel: Hashable, Sendable {
    /// The text, with fields in braces.
    public var text: String
    /// The font family, such as `DejaVu Sans`. `Sans`, `Serif` and `Monospace` exist on every machine with fonts.
    public var font = "Sans"
    /// The font size in canvas points, which is about the line height.
    public var size = 24.0
    /// The color of the text.
    public var color = Color(red: 255, green: 255, blue: 255)
    /// The alignment of the lines.
    public var alignment = TextAlignment.center
    /// The color of the outline, or `nil` for none.
    public var outline: Color?
    /// The width of the outline around the text, in points.
    public var outlineWidth = 1.0
    /// The position on the canvas (default the bottom edge).
    public var position = ContentMode.bottom
    /// The opacity, 0 to 1.
    public var alpha = 1.0
    /// The distance from the edges of the canvas, in points. Lines wrap at this distance.
    public var inset = 8.0

    /// The maximum ``size`` in points.
    public static let largestSize = 4096.0

    /// Creates a label.
    public init(_ text: String) { self.text = text }

    /// A field in the text.
    public enum Field: String, CaseIterable, Sendable {
        /// The frame's number or, if the files have no numbers, its 1-based position.
        case frame
        /// The time since the start, as `HH:MM:SS:FF`.
        case timecode
        case name
        /// The date on which the text is drawn, such as `2026-11-23`.
        case date
    }

    package enum Piece: Hashable, Sendable {
        case plain(String)
        case field(Field)
    }

    package struct UnknownField: Error, Hashable, Sendable { package let name: String }

    /// The text with its braces resolved, or `nil` if it contains fields.
    package var plainText: String? {
        guard let pieces = try? pieces() else { return nil }
        let words = pieces.compactMap { piece in if case .plain(let text) = piece { text } else { nil } }
        return words.count == pieces.count ? words.joined() : nil
    }

    /// Splits the text into pieces. The error names a field that is unknown or lacks its closing brace.
    package func pieces() throws(UnknownField) -> [Piece] {
        var pieces: [Piece] = []
        var plain = ""
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "{" else {
                plain.append(character)
                if character == "}", rest.first == "}" { rest.removeFirst() }
                continue
            }
            if rest.first == "{" {
                plain.append(rest.removeFirst())
                continue
            }
            let name = String(rest.prefix { $0 != "}" })
            guard let field = Field(rawValue: name), rest.count > name.count else { throw UnknownField(name: name) }
            if !plain.isEmpty { pieces.append(.plain(plain)) }
            plain = ""
            pieces.append(.field(field))
            rest = rest.dropFirst(name.count + 1)
        }
        if !plain.isEmpty { pieces.append(.plain(plain)) }
        return pieces
    }

    static let fields: [ManifestField<TextLabel>] = [
        .init("text", \.text, .text, default: nil),
        .init("font", \.font, .text(expected: "a font family, such as DejaVu Sans"), default: plain.font),
        .init("size", \.size, .number(1...largestSize, noun: "a size"), default: plain.size),
        .init("color", \.color, .color, default: plain.color),
        .init("alignment", \.alignment, .word(\.rawValue, noun: "an alignment"), default: plain.alignment),
        .init("outline", \.outline, .color),
        .init("outlineWidth", \.outlineWidth, .number(0...256, noun: "a width"), default: plain.outlineWidth),
        .init("position", \.position, .contentMode, default: plain.position),
        .init("alpha", \.alpha, .alpha, default: plain.alpha), .init("inset", \.inset, .inset, default: plain.inset),
    ]
    private static let plain = TextLabel("")
}
