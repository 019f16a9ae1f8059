import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("What is written about rules")
struct RulePageTests {
    @Test("the page of all rules is the one that the rules make; tools/generate-rule-docs writes it anew")
    func current() throws {
        let path = Samples.checkout.appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc/Rules.md")
        #expect(try String(contentsOf: path, encoding: .utf8) == RulePage.all())
    }

    @Test("a rule's page has all that is known about it")
    func page() {
        let text = RulePage(MixedSizeRule.description).text
        for part in [
            "seq.mixed-size  error, reads headers, since 0.1.0", MixedSizeRule.description.summary,
            MixedSizeRule.description.rationale, MixedSizeRule.description.remedy, "walk.2.png  200x90",
            "-> walk.2.png: 200x90 px; the other 2 frames are 160x90.",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let options = RulePage(OddSizeRule.description)
        #expect(
            options.text.contains(
                "multiple: Both sides have to be a multiple of this. Takes a whole number from 2 to 64; 2 by default."
            )
        )
        #expect(
            options.markdown.contains(
                "| `multiple` | Both sides have to be a multiple of this. | a whole number from 2 to 64 | `2` |"
            )
        )
    }

    @Test("the rule that the documentation shows is the one that is compiled and tested here")
    func example() throws {
        let code = try String(
            contentsOf: Samples.checkout.appendingPathComponent("Tests/FlipbookLintTests/Examples/OddSizeRule.swift"),
            encoding: .utf8
        )
        let page = try String(
            contentsOf: Samples.checkout
                .appendingPathComponent("Sources/FlipbookLint/FlipbookLint.docc/WritingARule.md"),
            encoding: .utf8
        )
        #expect(page.contains("```swift\n\(code)```\n"))
    }

    @Test("a rule from outside runs beside the others, and its examples are right")
    func outside() {
        let linter = Linter(rules: RuleRegistry.standard + [OddSizeRule()])
        for example in OddSizeRule.description.failing {
            #expect(linter.report(on: [example.evidence]).findings.map(\.rule) == ["studio.odd-size"])
        }
        for example in OddSizeRule.description.passing {
            #expect(linter.report(on: [example.evidence]).findings == [])
        }
    }

    @Test("the list has a line for each rule")
    func list() throws {
        #expect(RuleList().text.split(separator: "\n").count == RuleRegistry.descriptions.count)
        let json = try JSONSerialization.jsonObject(with: Data(RuleList().json.utf8)) as? [[String: Any]]
        #expect(json?.compactMap { $0["rule"] as? String } == RuleRegistry.descriptions.map(\.id.rawValue))
    }
}
