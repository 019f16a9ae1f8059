import FlipbookCore
public import FlipbookLintModel

/// Text for people: findings under the sequence they are about, and a line that sums up.
///
///     walk/walk.####.png  10 frames
///       walk.0007.png  error  seq.mixed-size  200x90 px; the other 9 frames are 160x90. Resize it, …
///
///     1 sequence, 10 frames: 1 error
///
/// Every name is safe for a terminal.
public struct TextReporter: Reporter {
    /// The colours by which severities and names stand out.
    package enum Coloring: Sendable {
        /// Plain text.
        case none
        /// ANSI escape sequences.
        case ansi
    }

    /// The end of a text: a line that sums up, or nothing.
    package enum Ending: Sendable {
        /// A line with the numbers of the report.
        case summary
        /// Nothing after the findings.
        case none
    }

    /// The colours by which severities and names stand out.
    package let coloring: Coloring
    /// The end of a text: a line that sums up, or nothing.
    package let ending: Ending
    /// The columns that there are, or `nil` if a line may be as long as it likes.
    private let width: Int?
    /// The commands that mend findings, or `nil` if none is spoken of.
    private let commands: LintWording.Commands?

    /// Text without colours, and with a line that sums up.
    public init() { self.init(coloring: .none) }

    /// A reporter, by default without colour and with a summary.
    package init(
        coloring: Coloring = .none,
        ending: Ending = .summary,
        width: Int? = nil,
        commands: LintWording.Commands? = nil
    ) {
        (self.coloring, self.ending, self.width, self.commands) = (coloring, ending, width, commands)
    }

    /// The findings by sequence, in the order in which these were linted, and the summary.
    public func text(of report: LintReport) -> String {
        // By bytes: two names that only look alike are two sequences.
        var findings = Dictionary(grouping: report.findings) { FilePath($0.heading) }
        let headings = report.headings
        var blocks: [String] = []
        for subject in report.subjects {
            let count = subject.kind == .animation ? subject.frameCount.of("frame") : subject.frameCount.of("still")
            for heading in [subject.name] + headings[FilePath(subject.name), default: []] {
                guard let own = findings.removeValue(forKey: FilePath(heading)) else { continue }
                blocks.append(block("\(paint(heading, .bold))  \(count)", own))
            }
        }
        // What is about a folder comes first: it says why something may not be there at all.
        let folders = findings.sorted { $0.key.isBefore($1.key) }
        blocks.insert(contentsOf: folders.map { block(paint($0.key.string, .bold), $0.value) }, at: 0)
        if ending == .summary { blocks.append(summary(report) + fixable(report.summary) + "\n") }
        return blocks.joined(separator: "\n")
    }

    private func block(_ title: String, _ findings: [Finding]) -> String {
        // Columns line up, unless one long name would push all others away.
        let width = findings.map { $0.placeAlone.count }.filter { $0 <= 40 }.max() ?? 0
        let ruleWidth = findings.map { $0.rule.rawValue.count }.max() ?? 0
        let severityWidth = findings.map { $0.severity.rawValue.count }.max() ?? 0
        let lines = findings.map { finding in
            let severity = paint(finding.severity.rawValue.padding(to: severityWidth), finding.severity.style)
            let place = finding.placeAlone.padding(to: width)
            let head = "  \(place)  \(severity)  \(finding.rule.rawValue.padding(to: ruleWidth))  "
            let columns = place.count + severityWidth + ruleWidth + 8
            return wrapped("\(finding.message) \(finding.fix)", behind: head, of: columns) + "\n"
        }
        return title + "\n" + lines.joined()
    }

    /// A text behind a head of some columns; where it does not fit, its words go on below, set in.
    private func wrapped(_ text: String, behind head: String, of columns: Int) -> String {
        guard let width, columns + text.count > width else { return head + text }
        // Beside a long head there is no room for a text: it begins on a line of its own.
        let indent = columns + Self.leastRoom <= width ? columns : Self.indent
        var lines = indent == columns ? [head] : [head.trimmingTrailingSpaces, String(repeating: " ", count: indent)]
        var (used, isEmpty) = (indent, true)
        for word in text.split(separator: " ") {
            if !isEmpty, used + 1 + word.count > width {
                lines.append(String(repeating: " ", count: indent))
                (used, isEmpty) = (indent, true)
            }
            lines[lines.count - 1] += (isEmpty ? "" : " ") + word
            used += word.count + (isEmpty ? 0 : 1)
            isEmpty = false
        }
        return lines.joined(separator: "\n")
    }

    /// The columns that a text behind a head needs at least, and by how many it is set in where it has fewer.
    private static let (leastRoom, indent) = (32, 6)

    private func summary(_ report: LintReport) -> String {
        let summary = report.summary
        var subjects: [String] = []
        if summary.sequences > 0 || summary.stills == 0 {
            subjects += [summary.sequences.of("sequence"), summary.frames.of("frame")]
        }
        if summary.stills > 0 { subjects.append(summary.stills.of("still")) }
        var counts: [String] = []
        if summary.errors > 0 { counts.append(paint(summary.errors.of("error"), .red)) }
        if summary.warnings > 0 { counts.append(paint(summary.warnings.of("warning"), .yellow)) }
        if summary.infos > 0 { counts.append(summary.infos.of("info")) }
        let faults = report.faults.count
        if faults > 0 { counts.append(paint("\(faults.of("input")) not linted", .red)) }
        if counts.isEmpty { counts.append(paint("no findings", .green)) }
        if summary.suppressed > 0 { counts.append("\(summary.suppressed) suppressed") }
        if summary.baselined > 0 { counts.append("\(summary.baselined) in the baseline") }
        return subjects.joined(separator: ", ") + ": " + counts.joined(separator: ", ")
    }

    /// The number of findings that a program mends: `; 3 fixable with 'flipbook fix', 2 more with --unsafe`.
    private func fixable(_ summary: LintReport.Summary) -> String {
        switch (summary.fixable, summary.unsafelyFixable) {
        case (0, 0): ""
        case (let safe, 0): "; \(safe) fixable\(commands.map { " with '\($0.fix)'" } ?? "")"
        case (0, let more):
            "; \(more) " + (commands.map { "fixable with '\($0.fix) \($0.unsafe)'" } ?? "unsafely fixable")
        case (let safe, let more):
            "; \(safe) "
                + (commands.map { "fixable with '\($0.fix)', \(more) more with \($0.unsafe)" }
                    ?? "fixable, \(more) more unsafely")
        }
    }

    private func paint(_ text: String, _ style: TextStyle) -> String {
        coloring == .ansi ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Finding {
    /// The subject, and where in it: `walk.yaml:12:5`.
    var place: String { placeAlone + manifestWords }

    /// The same for below a heading that names the manifests.
    fileprivate var placeAlone: String {
        position.map { "\(subjectAlone):\($0.line):\($0.column)" } ?? subjectAlone
    }
}

/// The codes of ECMA-48's "select graphic rendition" that are used.
private enum TextStyle: String {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
}

extension Severity {
    fileprivate var style: TextStyle {
        switch self {
        case .error: .red
        case .warning: .yellow
        case .info: .cyan
        }
    }
}
