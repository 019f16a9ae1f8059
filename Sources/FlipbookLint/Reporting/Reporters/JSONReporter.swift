import FlipbookCore
import FlipbookLintModel

/// A JSON document on one line, described by `schema/lint-report.schema.json`. Later versions may add members; the version
/// number changes if the meaning of a member changes.
struct JSONReporter: Reporter {
    private static let version = 1

    let documentation: String?

    func text(of report: LintReport) -> String {
        let summary = report.summary
        let faults = report.faults.map { fault -> JSONValue in
            ["input": .string(fault.path.string), "message": .string(fault.message)]
        }
        let document: JSONValue = [
            "version": .number(Self.version),
            "findings": .array(report.findings.map(value)),
            "faults": .array(faults),
            "summary": [
                "sequences": .number(summary.sequences),
                "frames": .number(summary.frames),
                "stills": .number(summary.stills),
                "errors": .number(summary.errors),
                "warnings": .number(summary.warnings),
                "infos": .number(summary.infos),
                "suppressed": .number(summary.suppressed),
                "baselined": .number(summary.baselined),
                "fixable": .number(summary.fixable),
                "unsafelyFixable": .number(summary.unsafelyFixable),
            ],
        ]
        return document.text + "\n"
    }

    private func value(_ finding: Finding) -> JSONValue {
        .object([
            ("rule", .string(finding.rule.rawValue)),
            ("url", .optional(documentation.flatMap { finding.rule.url(inDocumentationAt: $0) })),
            ("severity", .string(finding.severity.rawValue)),
            ("sequence", .string(finding.sequence)),
            ("file", .optional(finding.files.first?.string)),
            ("frames", .optional(finding.frames?.description)),
            ("message", .string(finding.message)),
            ("measured", .optional(finding.measured)),
            ("expected", .optional(finding.expected)),
            ("fix", .string("\(finding.fix)")),
            ("fixable", .string(finding.fix.applicability.rawValue)),
            ("line", finding.position.map { .number($0.line) } ?? .null),
            ("column", finding.position.map { .number($0.column) } ?? .null),
            ("manifests", .array(finding.manifests.map { .string($0.string) })),
        ])
    }
}
