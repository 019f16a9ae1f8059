import ArgumentParser
import FlipbookCore

/// The fault of a command line, in the words and the form of our other messages.
///
/// The argument parser's own messages repeat the value without escaping it, quote
/// the help, and print the usage; a sentence and the place to read on are enough.
package struct UsageMessage {
    /// The sentences, control characters escaped, and a last line that says where help is.
    package let text: String

    package init(_ message: String, arguments: [String], verb: String?) {
        var text = Self.escaping(arguments, in: Self.shortening(message))
        text = Self.namingTheOptionFirst(text)
        if let misread = Self.misread(of: arguments, in: text) { text = misread }
        if text.hasPrefix("Missing value for '"), let option = text.split(separator: "'").dropFirst().first {
            let name = option.prefix { $0 != " " }
            text += ". A value that begins with a hyphen follows an equals sign: \(name)=VALUE"
        }
        if text.hasPrefix("Unknown option '-"), !text.hasPrefix("Unknown option '--"), !text.contains("\n") {
            text = text.closingSentence + " A file whose name begins with a hyphen is written ./-NAME."
        }
        let range = arguments.first { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true }
        if let range, text.hasPrefix("Missing expected argument"), !arguments.contains("--") {
            text =
                text.closingSentence + " A range that begins with a hyphen stands behind two of them: "
                + "-- \(FilePath(String(range.prefix(60)))), with the options in front."
        }
        self.text = text.closingSentence + "\nSee 'flipbook \(verb.map { "\($0) " } ?? "")--help'."
    }

    /// The argument that is not read as it was meant, where that is why others are missing, or `nil` if there is none.
    private static func misread(of arguments: [String], in text: String) -> String? {
        let openings = ["An input is missing", "Missing expected argument", "Unknown option '-", "The file to make"]
        guard openings.contains(where: text.hasPrefix) else { return nil }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        if let option = arguments[end...].dropFirst().first(where: {
            $0.wholeMatch(of: /-[A-Za-z]|--[a-z-]{2,}/) != nil
        }) {
            return "\(option) is behind --, where all arguments are names: put it in front, with what belongs to it"
        }
        // No number, and no range such as -5-5x2.
        let name = arguments[..<end].first { $0.wholeMatch(of: /-[^=]*[a-wyzA-WYZ][^=]*[.#@%][^=]*/) != nil }
        guard let name else { return nil }
        let shown = FilePath(String(name.prefix(60)))
        return "\(shown) begins with a hyphen, as options do: write ./\(shown)"
    }

    /// Of many unexpected arguments the first three, and how many more there are.
    private static func shortening(_ message: String) -> String {
        let (opening, most) = (" unexpected arguments: ", 3)
        guard let list = message.firstRange(of: opening) else { return message }
        let names = message[list.upperBound...].split(separator: ", ").map(String.init)
        guard names.count > most, message[..<list.lowerBound].allSatisfy(\.isNumber) else { return message }
        return message[..<list.upperBound] + names.listed(atMost: most)
    }

    /// `message` with every argument in it shown as it may be printed, and no longer than is readable.
    private static func escaping(_ arguments: [String], in message: String) -> String {
        // Only an argument brings in control characters or hundreds of letters; the message has its own line ends.
        let values = arguments.flatMap { argument in
            [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
        }
        var text = message
        for value in values {
            let escaped = value.escapingControlCharacters
            let shown = escaped.count > 100 ? "\(escaped.prefix(60))…" : escaped
            if shown.utf8.count != value.utf8.count { text = text.replacing(value, with: shown) }
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).escapingControlCharacters }
            .joined(separator: "\n")
    }

    /// `The value 'x' is invalid for '--fps <rate>': …` as `--fps: …`.
    private static func namingTheOptionFirst(_ message: String) -> String {
        let (opening, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(opening), let seam = message.firstRange(of: middle) else { return message }
        let value = message[..<seam.lowerBound].dropFirst(opening.count)
        let rest = message[seam.upperBound...]
        guard let quote = rest.firstIndex(of: "'") else { return message }
        let option = rest[..<quote].prefix { $0 != " " }
        let reason = rest[rest.index(after: quote)...]
        if reason.hasPrefix(": ") { return "\(option): \(reason.dropFirst(2))" }
        // What has no reason of its own is a number.
        if reason.isEmpty { return "\(option): '\(value)' is not a whole number" }
        return "\(option): '\(value)' is not one of its values\(reason)"
    }
}

extension String {
    /// This text with a full stop, where its last line is a sentence that has no end yet.
    package var closingSentence: String {
        guard let last = last, let line = split(separator: "\n").last, !line.hasPrefix(" ") else { return self }
        return ".!?…:".contains(last) ? self : self + "."
    }
}
