package import FlipbookCore
package import FlipbookLintModel
/// All rules in short: a table for people, or JSON for programs.
package struct RuleList: Sendable {
    private let rules: [RuleDescription]
    private let wording: @Sendable (Explanation) -> String

    /// A list of the given rules.
    /// - Parameter wording: what advice calls settings and remedies.
    package init(
        _ rules: [RuleDescription],
        wording: @escaping @Sendable (Explanation) -> String = { $0.description }
    ) {
        (self.rules, self.wording) = (rules, wording)
    }

    /// A line for each rule: name, severity, whether it is off unless it is selected, what it reads, whether and how
    /// safely it is fixed, what it finds.
    package var text: String {
        let rows = rules.map {
            [
                $0.id.rawValue, $0.severity.rawValue + ($0.isDefault ? "" : " (off)"), $0.evidence.word,
                $0.fixable.word, $0.summary,
            ]
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return (cells + [row[4]]).joined(separator: "  ") + "\n"
        }.joined()
    }

    /// An array with an object for each rule, in one line.
    package var json: String {
        JSONValue.array(
            rules.map { rule in
                .object([
                    ("rule", .string(rule.id.rawValue)),
                    ("severity", .string(rule.severity.rawValue)),
                    ("default", .flag(rule.isDefault)),
                    ("evidence", .string(rule.evidence.word)),
                    ("fixable", .string(rule.fixable.rawValue)),
                    ("since", .string(rule.since)),
                    ("summary", .string(rule.summary)),
                    ("discussion", .string(wording(rule.discussion))),
                    ("why", .string(wording(rule.rationale))),
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

extension Fix.Applicability {
    /// Whether a program makes such a fix, for a table: `fix`, `fix --unsafe`, or a dash.
    package var word: String {
        switch self {
        case .safe: "fix"
        case .unsafe: "fix --unsafe"
        case .display: "-"
        }
    }
}

extension RuleOptionValue {
    fileprivate var json: JSONValue {
        switch self {
        case .integer(let number): .number(number)
        case .number(let number): .decimal(number)
        case .text(let text): .string(text)
        case .flag(let flag): .flag(flag)
        case .list(let texts): .array(texts.map(JSONValue.string))
        }
    }
}
