import FlipbookCore

/// A JSON document for programs, one line, version 1:
///
///     {"version":1,
///      "findings":[{"rule":"seq.mixed-size","severity":"error","sequence":"walk.####.png",
///                   "file":"walk.0007.png","frames":"7","message":"…",
///                   "measured":"200x90","expected":"160x90","fix":"…"}],
///      "summary":{"sequences":1,"frames":10,"stills":0,"errors":1,"warnings":0,"infos":0}}
///
/// `file` is the first file that a finding is about, as the system knows it;
/// `frames` are the numbers in fileseq's grammar. A value that does not apply
/// is `null`. Later versions may add members; the number changes when one
/// changes its meaning.
public struct JSONReporter: Reporter {
    /// The version of the document's shape.
    public static let version = 1

    /// A reporter without options.
    public init() {}

    /// The report as one line of JSON.
    public func text(of report: LintReport) -> String {
        let summary = report.summary
        let document = JSONValue.object([
            ("version", .number(Self.version)),
            ("findings", .array(report.findings.map(value))),
            (
                "summary",
                .object([
                    ("sequences", .number(summary.sequences)),
                    ("frames", .number(summary.frames)),
                    ("stills", .number(summary.stills)),
                    ("errors", .number(summary.errors)),
                    ("warnings", .number(summary.warnings)),
                    ("infos", .number(summary.infos)),
                ])
            ),
        ])
        return document.text + "\n"
    }

    private func value(_ finding: Finding) -> JSONValue {
        .object([
            ("rule", .string(finding.rule.rawValue)),
            ("severity", .string(finding.severity.rawValue)),
            ("sequence", .string(finding.sequence)),
            ("file", .optional(finding.files.first?.string)),
            ("frames", .optional(finding.frames?.description)),
            ("message", .string(finding.message)),
            ("measured", .optional(finding.measured)),
            ("expected", .optional(finding.expected)),
            ("fix", .string(finding.fix)),
        ])
    }
}

/// The JSON that a report is made of (RFC 8259). Members keep their order, which Foundation's encoder does not promise.
private enum JSONValue {
    case number(Int)
    case string(String)
    case null
    case array([JSONValue])
    case object([(String, JSONValue)])

    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .string(let string): Self.quoted(string)
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(Self.quoted($0)):\($1.text)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            // Beyond what JSON demands: nothing that could disturb a terminal or a JavaScript parser.
            case _
            where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
