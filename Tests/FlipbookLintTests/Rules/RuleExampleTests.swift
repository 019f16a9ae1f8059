import FlipbookLint
import FlipbookTestSupport
import Testing

/// One rule and one of its examples.
struct ExampleCase: Sendable, CustomTestStringConvertible {
    let rule: RuleDescription
    let number: Int
    let example: RuleExample

    var testDescription: String { "\(rule.id) \(number)" }

    static func all(_ examples: (RuleDescription) -> [RuleExample]) -> [ExampleCase] {
        RuleRegistry.all.map(\.description).flatMap { rule in
            examples(rule).enumerated().map { ExampleCase(rule: rule, number: $0.offset, example: $0.element) }
        }
    }
}

@Suite("Rules and their examples")
struct RuleExampleTests {
    /// What the rules that are run by default find in an example, and the rule that it belongs to.
    private func findings(_ example: ExampleCase) -> [Finding] {
        let rules = RuleRegistry.all.filter { rule in
            let description = rule.description
            return description.isDefault || description.id == example.rule.id
        }
        return Linter(rules: rules, deepest: .pixels).report(on: [example.example.evidence]).findings
    }

    @Test(
        "a failing example is found by its own rule and by no other that it does not name",
        arguments: ExampleCase.all { $0.failing }
    )
    func failing(_ example: ExampleCase) {
        let rules = Set(findings(example).map(\.rule))
        expectEqual(rules, example.example.others.union([example.rule.id]))
    }

    @Test("in a passing example no rule finds anything", arguments: ExampleCase.all { $0.passing })
    func passing(_ example: ExampleCase) {
        expectEqual(findings(example), [])
    }

    @Test("every rule has an example that passes, one that fails, and all its texts")
    func complete() {
        for rule in RuleRegistry.all.map(\.description) {
            expect(!rule.passing.isEmpty && !rule.failing.isEmpty, "\(rule.id)")
            for text in [rule.summary, "\(rule.why)", "\(rule.remedy)"] {
                expect(text.hasSuffix("."), "\(rule.id): \(text)")
            }
        }
    }

    @Test("rule names are lower case words in groups, and no two are the same")
    func names() {
        let names = RuleRegistry.all.map { $0.id.rawValue }
        expectEqual(Set(names).count, names.count)
        for name in names {
            expect(name.wholeMatch(of: /[a-z][a-z0-9]*\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
        }
    }

    @Test("every rule is one of the table once, and so is each that the linter goes by itself")
    func known() {
        let known: Set<RuleID> = [.gap, .partialLocalization]
        expect(known.isSubset(of: RuleRegistry.all.map(\.id)))
    }

    @Test("findings are sentences with a way out")
    func sentences() {
        for example in ExampleCase.all({ $0.failing }) {
            for finding in findings(example) {
                expect(finding.message.hasSuffix("."), "\(finding.message)")
                expect(finding.fix.description.hasSuffix("."), "\(finding.fix)")
                expect(!finding.sequence.isEmpty)
            }
        }
    }
}
