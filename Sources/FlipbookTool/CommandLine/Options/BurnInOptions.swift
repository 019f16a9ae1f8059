import ArgumentParser
package import FlipbookCore
package import FlipbookMedia

package struct BurnInOptions: ParsableArguments {
    @Option(
        "<text> Text to draw: the frame's number (frame), time code (timecode), file name (name), or any text; "
            + "top:name draws the name at the top. Repeatable. (positions: top-left, top, top-right, bottom-left, "
            + "bottom, bottom-right)"
    )
    var burnIn: [String] = []

    @Option("<pixels> Height of a line of burned-in text. (default: 1/20 of the picture's height)") var burnInSize: Int?

    func validate() throws {
        if let empty = burnIn.first(where: { Self.parts(of: $0).text.isEmpty }) {
            throw ValidationError("--burn-in '\(empty)': the text is empty. Use frame, timecode, name or any text.")
        }
        for argument in burnIn {
            guard let word = Self.wrongPlace(in: argument) else { continue }
            let places = BurnIn.Position.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                "--burn-in '\(argument)': '\(word)' is not a position. The positions are \(places). If it is part of "
                    + "the text, put a position before it: --burn-in 'bottom-left:\(argument)'."
            )
        }
        guard let burnInSize else { return }
        guard !burnIn.isEmpty else {
            throw ValidationError("--burn-in-size requires --burn-in. Add --burn-in frame, or omit --burn-in-size.")
        }
        guard (8...1024).contains(burnInSize)
        else { throw ValidationError("--burn-in-size \(burnInSize): use 8 to 1024 pixels.") }
    }

    package var showsTimeCode: Bool { burnIn.contains { Self.parts(of: $0).text == "timecode" } }

    package func lines(from timeCode: TimeCode?) -> [BurnIn] {
        var free: [BurnIn.Position] = [.bottomLeft, .bottomRight, .topLeft, .topRight, .bottom, .top]
        free.removeAll { position in burnIn.contains { Self.parts(of: $0).position == position } }
        return burnIn.map { argument in
            let (position, text) = Self.parts(of: argument)
            let content: BurnIn.Content =
                switch text {
                case "frame": .frame
                case "name": .name
                case "timecode": .timeCode(timeCode)
                default: .text(text)
                }
            let place = position ?? (free.isEmpty ? .bottomLeft : free.removeFirst())
            return BurnIn(content, at: place, height: burnInSize)
        }
    }

    /// Returns the word before a colon if it is not a known position, or `nil` if the text before the colon is not a single
    /// word.
    private static func wrongPlace(in argument: String) -> String? {
        guard parts(of: argument).position == nil, let colon = argument.firstIndex(of: ":") else { return nil }
        let word = argument[..<colon]
        let isWord = !word.isEmpty && word.allSatisfy { $0.isASCII && $0.isLetter || $0 == "-" }
        return isWord ? String(word) : nil
    }

    private static func parts(of argument: String) -> (position: BurnIn.Position?, text: String) {
        guard let colon = argument.firstIndex(of: ":"),
            let position = BurnIn.Position(rawValue: String(argument[..<colon]))
        else { return (nil, argument) }
        return (position, String(argument[argument.index(after: colon)...]))
    }
}
