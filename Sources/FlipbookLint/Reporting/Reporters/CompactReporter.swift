import FlipbookCore
package import FlipbookLintModel

/// A line for each finding in the form that compilers have and editors parse:
///
///     walk/walk.0007.png:1:1: error: 200x90 px; the other 9 frames are 160x90. Resize it, … [seq.mixed-size]
///
/// Pictures have no lines, so line and column are 1 except for a finding about a configuration. What no file is
/// to blame for stands at the first file of its sequence. Every name is safe for a terminal.
package struct CompactReporter: Reporter {
    /// A reporter without options.
    package init() {}

    /// A line for each finding, what matters most first.
    package func text(of report: LintReport) -> String {
        report.findings.map { finding in
            let file = finding.shownFile.description
            let position = finding.position ?? .start
            return "\(file):\(position.line):\(position.column): \(finding.severity.rawValue): "
                + "\(finding.sentence) [\(finding.rule)]\n"
        }.joined()
    }
}

extension Finding {
    /// The file to show it at, also where it is about one picture in that file.
    var shownFile: FilePath { FilePath((location ?? FilePath(sequence)).string) }

    /// The message and what to do, after the name of what they are about where ``shownFile`` does not say it.
    var sentence: String {
        let name = files.count == 1 ? files[0].picture.map { "frame \($0): " } ?? "" : "\(subject): "
        return "\(name)\(message) \(fix)"
    }
}
