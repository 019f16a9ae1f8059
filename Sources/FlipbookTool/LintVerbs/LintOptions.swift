import ArgumentParser
import FlipbookCore
import FlipbookLint
import FlipbookCommandLine

/// How `flipbook lint` and `flipbook fix` judge: what counts before a configuration file.
struct LintOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run only these rules: ids or groups, separated by commas (seq,load.truncated). Replaces select and ignore "
                + "of the configuration.",
            valueName: "rules"
        )
    )
    var select: [String] = []

    @Option(
        help: ArgumentHelp(
            "Run the rules that are usual in a field: \(RuleSet.all.map(\.name).joined(separator: ", ")).",
            valueName: "set"
        )
    )
    var ruleSet: [String] = []

    @Option(
        help: ArgumentHelp("Do not run these rules either. Adds to what the configuration ignores.", valueName: "rules")
    )
    var ignore: [String] = []

    @Option(
        help: ArgumentHelp(
            "The lowest severity that makes the exit status 1. (default: error)",
            valueName: "severity"
        )
    )
    var failLevel: FailLevel?

    @Option(help: ArgumentHelp("Exit with 1 if there are more warnings.", valueName: "count"))
    var maxWarnings: Int?

    @Option(
        help: ArgumentHelp(
            "Read this configuration; its paths are relative to the current folder. (default: \(LintConfiguration.fileName) "
                + "in the input's folder or the nearest folder above it)",
            valueName: "file"
        )
    )
    var config: String?

    @Flag(help: "Read no configuration.")
    var noConfig = false

    @Option(
        help: ArgumentHelp(
            "Memory for the pictures that --deep decodes: 512M, 2G. (default: 1G, or a quarter of the machine's memory "
                + "if that is less)",
            valueName: "bytes"
        ),
        transform: Quantity.init(parsingMemory:)
    )
    var memory: Quantity?

    @Option(
        help: ArgumentHelp("The frames that each sequence must have: 1001-1100.", valueName: "range"),
        transform: { text throws(ValidationError) in
            guard !text.isBlank else {
                throw ValidationError(
                    "this names no frame, so nothing would be expected. Give a range such as 1001-1100."
                )
            }
            do {
                return try FrameSet(parsing: text)
            } catch {
                throw ValidationError("\(error.sentence).")
            }
        }
    )
    var expect: FrameSet?

    @Option(help: ArgumentHelp("Accept the findings that are in this file.", valueName: "file"))
    var baseline: String?

    func validate() throws {
        if let maxWarnings, maxWarnings < 0 { throw ValidationError("--max-warnings: give a count from 0 on.") }
        if config != nil, noConfig { throw ValidationError("--config and --no-config: give one of the two.") }
        for path in [config, baseline].compactMap({ $0 }) where path.isEmpty || path.utf8.contains(0) {
            throw ValidationError("\"\(FilePath(path))\": no file can have this name.")
        }
    }

    /// What the command line says before every configuration.
    func changes() throws(Failure) -> LintConfiguration.Changes {
        var result = LintConfiguration.Changes()
        for value in select where value.isBlank {
            throw Failure.usage(
                "--select \"\(FilePath(value))\": this names no rule, so nothing would be judged. Give ids or "
                    + "groups such as seq,load.truncated, or leave --select out."
            )
        }
        try checkRuleSets()
        let selected = try Self.selectors(select, of: "--select") + Self.selectors(ruleSet, of: "--rule-set")
        if !selected.isEmpty { result.select = selected }
        result.ignore = try Self.selectors(ignore, of: "--ignore")
        (result.failLevel, result.maxWarnings) = (failLevel, maxWarnings)
        result.expectations = expect.map { [Expectation($0)] } ?? []
        return result
    }

    /// Refuses what is the name of no rule set.
    private func checkRuleSets() throws(Failure) {
        let sets = RuleSet.all.map(\.name)
        for value in ruleSet {
            let names = value.split(whereSeparator: { ", ".contains($0) }).map(String.init)
            guard let wrong = names.isEmpty ? value : names.first(where: { !sets.contains($0) }) else { continue }
            let advice = nearestWord(to: wrong, among: sets).map { "Did you mean '\($0)'?" }
            throw Failure.usage(
                "--rule-set \"\(FilePath(wrong))\": this names no rule set. "
                    + (advice ?? "There are \(sets.joined(separator: ", ")); single rules and groups go with --select.")
            )
        }
    }

    private static func selectors(_ values: [String], of option: String) throws(Failure) -> [RuleSelector] {
        var result: [RuleSelector] = []
        for word in values.flatMap({ $0.split(separator: ",") }) {
            let name = word.split(separator: " ").joined(separator: " ")
            do throws(RuleSelectorError) {
                result.append(try RuleSelector(parsing: name, among: RuleRegistry.descriptions))
            } catch {
                throw Failure.usage("\(option): \(error.sentence)")
            }
        }
        return result
    }
}
