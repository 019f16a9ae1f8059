import ArgumentParser
import FlipbookCommandLine
import FlipbookCore

/// The help of a command, in one of two lengths.
///
/// The argument parser's own help has a single length and the order of the declarations. This help shows required arguments
/// first, followed by groups of options.
struct HelpPage {
    enum Length {
        /// One screen: a summary, examples, and the most important options.
        case short, long
    }

    private let verb: String?
    let command: CommandDescription
    private let usage: String
    private let width: Int
    private let showsHidden: Bool

    private static let margin = 26

    init(of verb: String?, width: Int = 80, showsHidden: Bool = false) {
        let type = FlipbookCommand.configuration.subcommands.first { $0.configuration.commandName == verb }
        self.verb = type?.configuration.commandName
        command = type.map(CommandDescription.of) ?? .flipbook()
        usage = (type ?? FlipbookCommand.self).configuration.usage ?? ""
        self.width = min(max(width, 60), 100)
        self.showsHidden = showsHidden
    }

    func text(_ length: Length) -> String {
        (verb.map { parts(of: $0, length) } ?? rootParts(length)).filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private func rootParts(_ length: Length) -> [String] {
        let list = FlipbookCommand.configuration.subcommands.map {
            entry($0.configuration.commandName ?? "", $0.configuration.abstract, margin: 12)
        }.joined(separator: "\n")
        var parts = [wrapped(command.abstract ?? ""), "USAGE: \(usage)", "VERBS:\n\(list)"]
        if length == .long { parts += [discussion, section("Options", command.arguments ?? [], length)] }
        return parts + ["Options: 'flipbook <verb> -h' shows the main ones, 'flipbook <verb> --help' all."]
    }

    private func parts(of verb: String, _ length: Length) -> [String] {
        let arguments = visible
        func named(_ names: [String]) -> [CommandDescription.Argument] {
            names.flatMap { name in arguments.filter { $0.key == name } }
        }
        let head = [wrapped(command.abstract ?? ""), "USAGE: \(usage)"]
        if length == .short {
            let essentials = named(HelpSection.essentials(of: verb))
            let rest = arguments.count - essentials.count
            let more = rest < 3 ? "More" : "All \(arguments.count) options"
            let options = essentials.map { entry($0, .short) }.joined(separator: "\n")
            return head + [examples.prefix(2).joined(separator: "\n"), options, "\(more): flipbook \(verb) --help"]
        }
        let required = HelpSection.required(by: verb)
        var parts = head + [discussion, section("Required", named(required), .long)]
        for group in HelpSection.all {
            parts.append(section(group.title, named(group.options.filter { !required.contains($0) }), .long))
        }
        let known = Set(HelpSection.all.flatMap(\.options) + required)
        return parts + [section("Other options", arguments.filter { !known.contains($0.key) }, .long)]
    }

    private var visible: [CommandDescription.Argument] {
        let all = (command.arguments ?? []).filter { showsHidden || $0.shouldDisplay }
        let opposites = Set(all.lazy.filter { $0.kind == "flag" }.map { "no-\($0.key)" })
        return all.filter { !opposites.contains($0.key) }
    }

    private func section(_ title: String, _ arguments: [CommandDescription.Argument], _ length: Length) -> String {
        if arguments.isEmpty { return "" }
        return "\(title.uppercased()):\n" + arguments.map { entry($0, length) }.joined(separator: "\n")
    }

    private func entry(_ argument: CommandDescription.Argument, _ length: Length) -> String {
        entry(head(of: argument), length == .long ? description(of: argument) : summary(of: argument))
    }

    private func head(of argument: CommandDescription.Argument) -> String {
        let value = "<\(argument.valueName ?? "")>"
        guard let names = argument.names else { return argument.isRepeating ? "\(value) ..." : value }
        let opposites = (command.arguments ?? []).filter { $0.key == "no-\(argument.key)" }.map { "--\($0.key)" }
        let spelled = ["short", "long"].flatMap { kind in names.filter { $0.kind == kind }.map(\.spelling) }
            .joined(separator: ", ")
        return argument.kind == "flag" ? ([spelled] + opposites).joined(separator: "/") : "\(spelled) \(value)"
    }

    private func description(of argument: CommandDescription.Argument) -> String {
        var text = argument.abstract ?? ""
        if verb == "play", let usual = Self.playerDefaults[argument.key] {
            text = text.replacing(/\(default: .*\)$/, with: "(default: \(usual))")
        }
        var notes: [String] = []
        if let values = argument.allValues, !values.isEmpty {
            let words = values.map { value in
                argument.allValueDescriptions?[value].map { $0 == value ? value : "\(value) (\($0))" } ?? value
            }
            notes.append("values: \(words.joined(separator: ", "))")
        }
        if let value = argument.defaultValue, argument.kind == "option", !text.contains("(default") {
            notes.append("default: \(value)")
        }
        if notes.isEmpty { return text }
        // If parentheses contain the default, the values are added there.
        if text.hasSuffix(")"), let start = text.ranges(of: " (default").last?.lowerBound {
            notes.append(String(text[text.index(start, offsetBy: 2)...].dropLast()))
            text = String(text[..<start])
        }
        return "\(text) (\(notes.joined(separator: "; ")))"
    }

    /// The defaults of `play` that differ from those of other verbs, since `play` shows incomplete sequences.
    private static let playerDefaults = ["missing": "hold", "mismatch": "fit", "background": "black"]

    private func summary(of argument: CommandDescription.Argument) -> String {
        let text = argument.abstract ?? ""
        let sentence = text.firstRange(of: ". ").map { String(text[...$0.lowerBound]) } ?? text
        if sentence.count <= width - Self.margin { return sentence }
        let end = [": ", "; "].compactMap { sentence.firstRange(of: $0)?.lowerBound }.min()
        return end.map { sentence[..<$0] + "." } ?? sentence
    }

    private func entry(_ head: String, _ description: String, margin: Int = Self.margin) -> String {
        let indent = String(repeating: " ", count: margin)
        let lines = description.wrapped(to: width - margin, cutsWords: false)
        let fits = head.count + 4 <= margin
        let first = "  " + (fits ? head.padding(to: margin - 2) + (lines.first ?? "") : head)
        return ([first] + lines.dropFirst(fits ? 1 : 0).map { indent + $0 }).joined(separator: "\n")
    }

    private func wrapped(_ text: String) -> String { text.wrapped(to: width, cutsWords: false).joined(separator: "\n") }

    private var discussion: String {
        (command.discussion ?? "").split(separator: "\n\n").map { block in
            let lines = block.split(separator: "\n")
            guard lines[0].hasPrefix("flipbook ") else { return wrapped(String(block)) }
            return lines.map { "  \($0)" }.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private var examples: [String] {
        (command.discussion ?? "").split(separator: "\n").filter { $0.hasPrefix("flipbook ") }.map { "  \($0)" }
    }
}

extension CommandDescription { static func flipbook() -> CommandDescription { of(CommandAlone.self) } }

private struct CommandAlone: ParsableCommand {
    static let configuration = changing(FlipbookCommand.configuration) { $0.subcommands = [] }
}
