import ArgumentParser
import FlipbookCore

/// The message about an error in the command line.
///
/// The argument parser's own messages repeat values without escaping them, quote the help, and print the usage. This message
/// contains only a sentence and the command for help.
package struct UsageMessage {
    package let text: String

    package init(_ message: String, _ arguments: [String], _ verb: String?, _ command: CommandDescription) {
        var text = Self.escaping(arguments, in: Self.shortening(message))
        text = Self.namingTheOptionFirst(text)
        if let misread = Self.misread(of: arguments, in: text) { text = misread }
        let known = (command.arguments ?? []).flatMap(\.spellings)
        let unknown = arguments.prefix { $0 != "--" }
            .first { $0.hasPrefix("--") && !known.contains(String($0.prefix { $0 != "=" })) }
        if text.hasPrefix("Specify the output: "), let unknown { text = "Unknown option '\(unknown)'" }
        if text.hasPrefix("Missing value for '"), let option = text.split(separator: "'").dropFirst().first {
            let name = option.prefix { $0 != " " }
            text += ". If the value begins with a hyphen, write \(name)=VALUE"
        }
        if text.hasPrefix("Unknown option '-"), !text.contains("\n") {
            // The parser's own suggestion may differ in every letter.
            let option = String(text.split(separator: "'")[1].prefix { $0 != "=" })
            let near = nearestWord(to: option, among: known.filter { $0.count > 2 }).map { " Did you mean '\($0)'?" }
            let others = option.count > 2 ? " For ffmpeg's options, see 'Coming from ffmpeg' in the documentation." : ""
            let isFile = " If it is a file name, write ./\(option)." + others
            text = "Unknown option '\(option)'." + (near ?? (option.hasPrefix("--") ? "" : isFile))
        }
        let range = arguments.first { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true }
        if let range, text.hasPrefix("Missing expected argument"), !arguments.contains("--") {
            text =
                text.closingSentence
                + " If a range begins with a hyphen, put all options first, followed by -- and the range: "
                + "-- \(FilePath(String(range.prefix(60))))."
        }
        let advice = Self.advice.first { text.hasPrefix("Missing expected argument '\($0.argument)") }
        if let advice, text.hasSuffix("'") { text = advice.text }
        self.text = text.closingSentence + "\nSee 'flipbook \(verb.map { "\($0) " } ?? "")--help'."
    }

    private static let advice: [(argument: String, text: String)] = [
        ("--receipt", "Specify the receipt: --receipt walk.json"),
        ("--index", "Specify the segment number, starting at 0: --index 0"),
        ("<plan.json>", "Specify the plan, such as plan.json"),
        ("<pattern>", "Specify a pattern, such as walk.####.png, or a folder"),
        ("<dir>", "Specify the folders that were fixed"),
        ("<input>", "Specify an input: a folder, a pattern such as walk.####.png, files, or . for this folder"),
    ]

    /// Returns a message about a misread argument if this argument explains why other arguments are missing.
    private static func misread(of arguments: [String], in text: String) -> String? {
        let openings = ["Specify an input", "Missing expected argument", "Unknown option '-", "Specify the output"]
        guard openings.contains(where: text.hasPrefix) else { return nil }
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        if let option = arguments[end...].dropFirst().first(where: {
            $0.wholeMatch(of: /-[A-Za-z]|--[a-z-]{2,}/) != nil
        }) {
            return "Everything after -- is an input. Put \(option) and its value before it"
        }
        // Excludes numbers and ranges, such as -5-5x2.
        let names = arguments[..<end].filter { $0.wholeMatch(of: /-[^=]*[a-wyzA-WYZ][^=]*[.#@%][^=]*/) != nil }
        guard let name = names.first else { return nil }
        let shown = FilePath(String(name.prefix(60)))
        let way = name.hasPrefix("-o") ? ", or a space after -o" : names.count > 1 ? ", or ./* instead of *" : ""
        return "\(shown) looks like an option. Write ./\(shown)\(way)"
    }

    private static func shortening(_ message: String) -> String {
        let (opening, most) = (" unexpected arguments: ", 3)
        guard let list = message.firstRange(of: opening) else { return message }
        let names = message[list.upperBound...].split(separator: ", ").map(String.init)
        guard names.count > most, message[..<list.lowerBound].allSatisfy(\.isNumber) else { return message }
        return message[..<list.upperBound] + names.listed(atMost: most)
    }

    private static func escaping(_ arguments: [String], in message: String) -> String {
        // Only arguments can contain control characters or hundreds of characters. The line breaks are part of the message.
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

    /// Rewrites `The value 'x' is invalid for '--fps <rate>': …` as `--fps: …`.
    private static func namingTheOptionFirst(_ message: String) -> String {
        let (opening, middle) = ("The value '", "' is invalid for '")
        guard message.hasPrefix(opening), let seam = message.firstRange(of: middle) else { return message }
        let value = message[..<seam.lowerBound].dropFirst(opening.count)
        let rest = message[seam.upperBound...]
        guard let quote = rest.firstIndex(of: "'") else { return message }
        let option = rest[..<quote].prefix { $0 != " " }
        let reason = rest[rest.index(after: quote)...]
        if reason.hasPrefix(": ") { return "\(option): \(reason.dropFirst(2))" }
        let way = option == "--frame" && value.contains("-") ? ". For several, use 'flipbook export' with --frames" : ""
        if reason.isEmpty { return "\(option): '\(value)' is not a whole number\(way)" }
        let values = reason.matches(of: /'([^']+)'|- (\S+)/).map { String($0.1 ?? $0.2 ?? "") }
        let near = nearestWord(to: String(value.prefix { $0 != "=" }), among: values)
        return "\(option): '\(value)' is not a valid value. "
            + (near.map { "Did you mean '\($0)'?" } ?? "Use one of \(values.joined(separator: ", ")).")
    }
}

extension String {
    package var isAudioName: Bool { contains(/\.(wav|aiff?|mp3|m4a|aac|flac|ogg|oga|opus|mka|wma)$/.ignoresCase()) }

    /// The text, with a period added if its last line is an unfinished sentence.
    package var closingSentence: String {
        guard let last = last, let line = split(separator: "\n").last, !line.hasPrefix(" ") else { return self }
        return ".!?…:".contains(last) ? self : self + "."
    }
}
