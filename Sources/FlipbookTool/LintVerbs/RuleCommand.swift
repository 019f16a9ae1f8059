import ArgumentParser
import FlipbookCommandLine
import FlipbookLint

package struct RuleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "rule",
        abstract: "Lists the lint rules, or explains one.",
        usage: "flipbook rule [<id> ...] [--json]",
        discussion: """
            Without an ID, the command lists every rule with its severity, evidence, fix and summary. With a group, \
            such as seq, it lists the group's rules.

            flipbook rule
            flipbook rule seq.gap

            Exit status: 0 done; 2 the rule does not exist.
            """
    )

    @Argument(help: ArgumentHelp("Rule, such as seq.gap, or rule group, such as seq.", valueName: "id"))
    var names: [String] = []

    @Flag(help: "Print the list as one JSON document.") var json = false
    @Flag(help: .hidden) var page = false

    func run() throws {
        let rules = RuleRegistry.descriptions
        if page {
            let pages = RulePage.all(rules, in: RuleRegistry.all, wording: .flipbook).map {
                "<<< \($0.name)\n\($0.text)"
            }
            return Terminal.print(String(pages.joined().dropLast()))
        }
        var chosen: [RuleDescription] = []
        for name in names {
            let selector = try RuleSelector(parsing: name, among: rules)
            chosen += rules.filter { selector.matches($0.id) }
        }
        if names.count == 1 && chosen.count == 1, !json {
            return Terminal.print(String(RulePage(chosen[0], in: RuleRegistry.all, wording: .flipbook).text.dropLast()))
        }
        let list = RuleList(names.isEmpty ? rules : chosen, wording: .flipbook)
        Terminal.print(String((json ? list.json : list.text).dropLast()))
    }
}
