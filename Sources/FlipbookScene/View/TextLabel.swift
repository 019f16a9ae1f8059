public import FlipbookCore

/// A text that lies over every frame: a title, a slate, a subtitle, the number of the frame.
///
/// In ``text``, `{frame}` stands for the number of the frame, `{timecode}` for its time as `HH:MM:SS:FF`, `{name}` for the
/// name of its file and `{date}` for the day on which it is drawn; `{{` is a brace.
public struct TextLabel: Hashable, Sendable {
    /// The words, with the fields in braces.
    public var text: String
    /// The family of the font, such as `DejaVu Sans`; `Sans`, `Serif` and `Monospace` are there on every machine with fonts.
    public var font = "Sans"
    /// The size of the font, in points of the canvas: about the distance from line to line.
    public var size = 24.0
    /// The color of the letters.
    public var color = Color(red: 255, green: 255, blue: 255)
    /// The place of its lines beside one another.
    public var alignment = TextAlignment.center
    /// The color of a line around the letters; `nil` for none.
    public var outline: Color?
    /// The distance that the line reaches beyond the letters, in points.
    public var outlineWidth = 1.0
    /// The place where the text lies, as `ContentMode` places a picture on the canvas; at the lower edge by default.
    public var position = ContentMode.bottom
    /// The opacity, 0 to 1.
    public var alpha = 1.0
    /// The distance from the edges of the canvas that it keeps, in points; lines are broken there.
    public var inset = 8.0

    /// The largest ``size``, in points.
    public static let largestSize = 4096.0

    /// A text from what it says.
    public init(_ text: String) { self.text = text }
}

extension TextLabel {
    /// A field in a text.
    public enum Field: String, CaseIterable, Sendable {
        /// The number of the frame; where files have none, its place from 1.
        case frame
        /// Its time since the start, `HH:MM:SS:FF`.
        case timecode
        /// The name of its file.
        case name
        /// The day on which it is drawn, `2026-11-23`.
        case date
    }

    package enum Piece: Hashable, Sendable {
        case plain(String)
        case field(Field)
    }

    package struct UnknownField: Error, Hashable, Sendable {
        /// The text between the braces.
        package let name: String
    }

    /// The text with its braces as they are shown, or `nil` if it has fields.
    package var plainText: String? {
        guard let pieces = try? pieces() else { return nil }
        let words = pieces.compactMap { piece in if case .plain(let text) = piece { text } else { nil } }
        return words.count == pieces.count ? words.joined() : nil
    }

    /// The text in pieces.
    /// - Throws: ``UnknownField``; the rest of a text behind a brace that is not closed is one, too.
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
}
