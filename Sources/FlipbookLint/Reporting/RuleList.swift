import FlipbookCore
package import FlipbookLintModel
package struct RuleList: Sendable {
    private let rules: [RuleDescription]
    private let wording: LintWording

    package init(_ rules: [RuleDescription], wording: LintWording = LintWording()) {
        (self.rules, self.wording) = (rules, wording)
    }

    /// One line per rule: ID, severity, a mark if it is off by default, the evidence that it reads, its fixes, and a summary.
    package var text: String {
        let rows = rules.map {
            [
                $0.id.rawValue, $0.severity.rawValue + ($0.isDefault ? "" : " (off)"), "\($0.evidence)",
                wording.fixing($0.fixable), $0.summary,
            ]
        }
        return rows.aligned.map { $0 + "\n" }.joined()
    }

    package var json: String {
        JSONValue.array(
            rules.map { rule in
                .object([
                    ("rule", .string(rule.id.rawValue)),
                    ("severity", .string(rule.severity.rawValue)),
                    ("default", .flag(rule.isDefault)),
                    ("evidence", .string("\(rule.evidence)")),
                    ("fixable", .string(rule.fixable.rawValue)),
                    ("since", .string(rule.since)),
                    ("summary", .string(rule.summary)),
                    ("discussion", .string(wording(rule.notes))),
                    ("why", .string(wording(rule.why))),
                    ("fix", .string(wording(rule.remedy))),
                    ("options", .array(rule.options.map(Self.value))),
                ])
            }
        ).text + "\n"
    }

    private static func value(_ option: RuleOption) -> JSONValue {
        .object([
            ("name", .string(option.name)),
            ("summary", .string(option.summary)),
            ("takes", .string(option.expectation)),
            ("default", option.defaultValue.json),
        ])
    }
}

extension LintWording {
    /// Returns the command for fixes of the given applicability, for a table: `fix`, `fix --unsafe`, or a dash.
    package func fixing(_ applicability: Fix.Applicability) -> String {
        guard applicability != .display else { return "-" }
        let command = commands?.fix(applicability)?.split(separator: " ").dropFirst().joined(separator: " ")
        return command ?? applicability.rawValue
    }
}

extension RuleOptionValue {
    fileprivate var json: JSONValue {
        switch self {
        case .integer(let number): .number(number)
        case .number(let number): .decimal(number)
        case .text(let text): .string(text)
        }
    }
}
