import Testing

/// The remedies of messages, taken out of them and run.
extension Workbench {
    /// The remedy of a message: options with their values, as in `--frames 1-20x2 --fps 50`, or a whole command of flipbook;
    /// `nil` if it offers nothing.
    public static func remedy(in message: String) -> String? {
        let offer = message.firstMatch(
            of: /flipbook [^'")\n]+|--[a-z][a-z-]*(?: (?:'[^']*'|[^-\s'(]\S*))?(?: --[a-z][a-z-]* \S+)*/
        )
        guard var text = offer?.0, let range = text.lastIndex(where: { !".,;)".contains($0) }) else { return nil }
        text = text[...range]
        return String(text)
    }

    /// The words of a command line, of which some stand between single quotation marks.
    public static func words(of line: String) -> [String] {
        line.matches(of: /'([^']*)'|\S+/).map { String($0.1 ?? $0.0) }
    }

    /// Runs a line of words, and then what its message offers: the line with these options behind it, or the other command.
    public func flipbook(
        takingRemedyOf line: String
    ) throws -> (remedy: String, first: Program.Outcome, second: Program.Outcome) {
        let first = try flipbook(Self.words(of: line))
        let remedy = try require(Self.remedy(in: first.errors), "\(first.errors)")
        let command = "flipbook "
        let second = remedy.hasPrefix(command) ? String(remedy.dropFirst(command.count)) : "\(line) \(remedy)"
        return (remedy, first, try flipbook(Self.words(of: second)))
    }
}
