/// The ground beneath a picture where it is transparent or does not reach.
public enum Background: Hashable, Sendable {
    /// One color; it may be translucent, or clear.
    case color(Color)
    /// White and light gray squares of 8 points: the usual sign for "nothing here". Opaque.
    case checkerboard

    /// No background.
    public static let clear = Background.color(.clear)
    /// Opaque black.
    public static let black = Background.color(.black)

    /// A Boolean value that indicates an opaque background.
    public var isOpaque: Bool {
        switch self {
        case .color(let color): color.isOpaque
        case .checkerboard: true
        }
    }

    /// The background that `text` names: `checkerboard`, or what ``Color/init(parsing:)`` takes.
    /// - Throws: ``ParsingError`` with the text in it.
    public init(parsing text: String) throws(ParsingError) {
        guard !text.utf8.elementsEqual("checkerboard".utf8) else {
            self = .checkerboard
            return
        }
        do {
            self = .color(try Color(parsing: text))
        } catch {
            throw ParsingError(
                text: text,
                code: "background.text",
                explanation: "\"\(text.escapingControlCharacters)\" is no background; write #RRGGBB, #RRGGBBAA, "
                    + "a CSS color name such as white or cornflowerblue, clear, or checkerboard."
            )
        }
    }
}

extension Background: CustomStringConvertible {
    /// The background in the form that ``init(parsing:)`` reads.
    public var description: String {
        switch self {
        case .color(let color): color.description
        case .checkerboard: "checkerboard"
        }
    }
}
