import FlipbookLint
import Testing

/// One rule and one of its examples.
struct ExampleCase: Sendable, CustomTestStringConvertible {
    let rule: RuleDescription
    let number: Int
    let example: RuleExample

    var testDescription: String { "\(rule.id) \(number)" }

    static func all(_ examples: (RuleDescription) -> [RuleExample]) -> [ExampleCase] {
        RuleRegistry.all.map { type(of: $0).description }.flatMap { rule in
            examples(rule).enumerated().map { ExampleCase(rule: rule, number: $0.offset, example: $0.element) }
        }
    }
}

@Suite("Rules and their examples")
struct RuleExampleTests {
    @Test("a failing example is found by its own rule and by no other", arguments: ExampleCase.all { $0.failing })
    func failing(_ example: ExampleCase) {
        let findings = Linter().report(on: [example.example.evidence]).findings
        #expect(Set(findings.map(\.rule)) == [example.rule.id])
    }

    @Test("in a passing example no rule finds anything", arguments: ExampleCase.all { $0.passing })
    func passing(_ example: ExampleCase) {
        let findings = Linter().report(on: [example.example.evidence]).findings
        #expect(findings == [])
    }

    @Test("every rule has an example that passes, one that fails, and all its texts")
    func complete() {
        for rule in RuleRegistry.all.map({ type(of: $0).description }) {
            #expect(!rule.passing.isEmpty && !rule.failing.isEmpty, "\(rule.id)")
            for text in [rule.summary, rule.rationale, rule.remedy] {
                #expect(text.hasSuffix("."), "\(rule.id): \(text)")
            }
        }
    }

    @Test("rule names are lower case words in groups, and no two are the same")
    func names() {
        let names = RuleRegistry.all.map { type(of: $0).description.id.rawValue }
        #expect(Set(names).count == names.count)
        for name in names {
            #expect(name.wholeMatch(of: /[a-z]+\.[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
        }
    }

    @Test("findings are sentences with a way out")
    func sentences() {
        for example in ExampleCase.all({ $0.failing }) {
            for finding in Linter().report(on: [example.example.evidence]).findings {
                #expect(finding.message.hasSuffix("."), "\(finding.message)")
                #expect(finding.fix.hasSuffix("."), "\(finding.fix)")
                #expect(!finding.sequence.isEmpty)
            }
        }
    }
}
