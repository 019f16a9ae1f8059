import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Fixes that findings carry")
struct AttachedFixTests {
    private static let rules = RuleRegistry.all.map(\.description)

    /// The fixes of a rule's findings in its failing examples.
    private func fixes(of rule: RuleDescription) -> [Fix] {
        let own = RuleRegistry.all.filter { $0.id == rule.id }
        let linter = Linter(rules: own, deepest: .pixels)
        return rule.failing.flatMap { linter.report(on: [$0.evidence]).findings }.map(\.fix)
    }

    @Test("a rule is as fixable as the least safe fix of its failing examples", arguments: rules.indices)
    func applicability(index: Int) {
        let rule = Self.rules[index]
        let found = Set(fixes(of: rule).map(\.applicability))
        let expected: Fix.Applicability =
            found.contains(.unsafe) ? .unsafe : found.contains(.safe) ? .safe : .display
        expectEqual(rule.fixable, expected, "\(rule.id)")
    }

    @Test("what changes more than names is never safe, whatever a rule claims")
    func natural() {
        let rename = Fix.Operation.rename([Fix.Renaming("walk/a.1.png", to: "a.01.png")])
        expectEqual(Fix("Rename it.", by: [rename]).applicability, .safe)
        expectEqual(Fix("Rename it.", by: [rename], isSafe: false).applicability, .unsafe)
        expectEqual(Fix("Rename it.").applicability, .display)
        expectEqual(Fix("Write it.", by: [rename, .dropAlpha(["walk/a.1.png"])], isSafe: true).applicability, .unsafe)
    }
}
