package import FlipbookCore
import FlipbookLintModel

/// Commands for GitHub's workflows: each becomes an annotation of the run and, for a file of the change, of its
/// lines.
///
///     ::error file=walk/walk.0007.png,title=seq.mixed-size::200x90 px; the other 9 frames are 160x90. …
///
/// GitHub shows ten of each kind for a step, so what matters most comes first.
struct GitHubReporter: Reporter {
    /// The checkout, in which absolute paths are shortened.
    let root: FilePath?

    func text(of report: LintReport) -> String {
        let faults = report.faults.map { fault in
            "::error title=lint::\(Self.escaped(fault.message.asSentence, isProperty: false))\n"
        }.joined()
        return faults
            + report.findings.map { finding in
                var properties: [(String, String)] = []
                if finding.location != nil { properties.append(("file", finding.shownFile.relative(to: root).string)) }
                if let position = finding.position {
                    properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
                }
                properties.append(("title", finding.rule.rawValue))
                let list = properties.map { "\($0)=\(Self.escaped($1, isProperty: true))" }.joined(separator: ",")
                let command = finding.severity == .info ? "notice" : finding.severity.rawValue
                return "::\(command) \(list)::\(Self.escaped(finding.sentence, isProperty: false))\n"
            }.joined()
    }

    /// A text with what would end it, or mean something to the runner, written in percent.
    private static func escaped(_ text: String, isProperty: Bool) -> String {
        text.escaped { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            // Nothing else is decoded by the runner, and a log is read in terminals.
            default: String(scalar).escapingControlCharacters
            }
        }
    }
}

extension FilePath {
    /// The path without `root`, if it lies in it; `.` for the root itself.
    package func relative(to root: FilePath?) -> FilePath {
        guard let root, isAbsolute, root.contains(self) else { return self }
        let names = components.dropFirst(root.components.count)
        return FilePath(names.isEmpty ? "." : names.joined(separator: "/"))
    }
}
