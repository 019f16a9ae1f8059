import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookLint

struct LintOptions: ParsableArguments {
    @Option("<rules> Rules or groups to check, such as seq,load.truncated.") var select: [String] = []

    @Option("<set> Rule set for a kind of work: \(RuleSet.all.map(\.name).joined(separator: ", ")).")
    var ruleSet: [String] = []

    @Option("<rules> Additional rules to skip.") var ignore: [String] = []

    @Option("<severity> Lowest severity that causes exit status 1. (default: error)") var failLevel: FailLevel?

    @Option("<count> Exit with status 1 if there are more warnings than this.") var maxWarnings: Int?

    @Option(
        "<file> Configuration file; its paths are relative to the current folder. (default: "
            + "\(LintConfiguration.fileName) in the input's folder or the nearest folder above it)"
    )
    var config: String?

    @Flag(help: "Ignore configuration files.") var noConfig = false

    @Option(
        "<bytes> Memory limit for pictures with --deep: 512M, 2G. (default: 1G or a quarter of the machine's memory, "
            + "whichever is less)",
        transform: Quantity.init(parsingMemory:)
    )
    var memory: Quantity?

    @Option(
        "<range> Frames that every sequence must contain: 1001-1100.",
        transform: { text throws(ValidationError) in
            guard !text.isBlank
            else { throw ValidationError("the range has no frames. Use a range such as 1001-1100.") }
            do { return try FrameSet(parsing: text) } catch { throw ValidationError("\(error.sentence).") }
        }
    )
    var expect: FrameSet?

    @Option("<file> Baseline file that lists known findings, which are not reported.") var baseline: String?

    func validate() throws {
        if let maxWarnings, maxWarnings < 0 { throw ValidationError("--max-warnings: use a count of 0 or more.") }
        if config != nil, noConfig { throw ValidationError("--config and --no-config: use only one of the two.") }
        for path in [config, baseline].compactMap({ $0 }) where path.isEmpty || path.utf8.contains(0) {
            throw ValidationError("\"\(FilePath(path))\": not a valid file name.")
        }
    }

    func changes() throws(Failure) -> LintConfiguration.Changes {
        var result = LintConfiguration.Changes()
        for value in select where value.isBlank {
            let way = "Use IDs or groups such as seq,load.truncated, or omit --select."
            throw Failure.usage("--select \"\(FilePath(value))\": this matches no rule, so nothing is checked. \(way)")
        }
        try checkRuleSets()
        let selected = try Self.selectors(select, of: "--select") + Self.selectors(ruleSet, of: "--rule-set")
        if !selected.isEmpty { result.select = selected }
        result.ignore = try Self.selectors(ignore, of: "--ignore")
        (result.failLevel, result.maxWarnings) = (failLevel, maxWarnings)
        result.expectations = expect.map { [Expectation($0)] } ?? []
        return result
    }

    private func checkRuleSets() throws(Failure) {
        let sets = RuleSet.all.map(\.name)
        for value in ruleSet {
            let names = value.split(whereSeparator: { ", ".contains($0) }).map(String.init)
            guard let wrong = names.isEmpty ? value : names.first(where: { !sets.contains($0) }) else { continue }
            let advice = nearestWord(to: wrong, among: sets).map { "Did you mean '\($0)'?" }
            let list = "The sets are \(sets.joined(separator: ", ")); use --select for single rules and groups."
            throw Failure.usage("--rule-set \"\(FilePath(wrong))\": there is no such rule set. \(advice ?? list)")
        }
    }

    private static func selectors(_ values: [String], of option: String) throws(Failure) -> [RuleSelector] {
        try values.flatMap { $0.split(separator: ",") }.map { word throws(Failure) in
            let name = word.split(separator: " ").joined(separator: " ")
            return try wrapping(RuleSelector(parsing: name, among: RuleRegistry.descriptions)) {
                (error: RuleSelectorError) in Failure.usage("\(option): \(error.sentence)")
            }
        }
    }
}
