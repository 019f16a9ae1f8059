package import FlipbookCore
public import FlipbookLintModel

/// Text for people: findings grouped by sequence, and a summary.
///
///     walk/walk.####.png  10 frames
///       walk.0007.png  error  seq.mixed-size  200x90 px; the other 9 frames are 160x90. Resize it, …
///
///     1 sequence, 10 frames: 1 error
///
/// Every name is safe for a terminal.
public struct TextReporter: Reporter {
    package var surroundings = ReportFormat.Surroundings()

    /// Creates a reporter for text without colors, with a summary.
    public init() {}

    /// Returns the findings by sequence, in the order of the inputs, and the summary.
    public func text(of report: LintReport) -> String {
        // Names are compared by their bytes, since names that only look alike belong to different sequences.
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
        // Findings about folders come first, since they explain why files in them may be missing.
        let folders = findings.sorted { $0.key.isBefore($1.key) }
        blocks.insert(contentsOf: folders.map { block(paint($0.key.string, .bold), $0.value) }, at: 0)
        if surroundings.hasSummary { blocks.append(summary(of: report) + "\n") }
        return blocks.joined(separator: "\n")
    }

    private func summary(of report: LintReport) -> String {
        let line = report.summaryLine(surroundings.wording, paint: paint)
        guard report.isShallow, report.findings.isEmpty, report.faults.isEmpty,
            let deep = surroundings.wording.commands?.deep
        else { return line }
        return "\(line) (\(deep) also decodes the pictures)"
    }

    private func block(_ title: String, _ findings: [Finding]) -> String {
        // Columns are aligned, except after very long names.
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

    /// Returns the head followed by the text, which is wrapped with an indent if it does not fit the width.
    private func wrapped(_ text: String, behind head: String, of columns: Int) -> String {
        guard let width = surroundings.width, columns + text.count > width else { return head + text }
        // After a long head, the text begins on a new line.
        let indent = columns + Self.leastRoom <= width ? columns : Self.indent
        let space = "\n" + String(repeating: " ", count: indent)
        return (indent == columns ? head : head.trimmingTrailingSpaces + space)
            + text.wrapped(to: width - indent, cutsWords: false).joined(separator: space)
    }

    private static let (leastRoom, indent) = (32, 6)

    private func paint(_ text: String, _ style: TextStyle) -> String {
        surroundings.isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension LintReport {
    /// A Boolean value that indicates whether there are frames, but none was decoded.
    var isShallow: Bool {
        let frames = subjects.lazy.flatMap(\.frames)
        return !frames.isEmpty && frames.allSatisfy { $0.pixels == nil && $0.decodingError == nil }
    }

    var cleanWords: String { isShallow ? "no findings in names and headers" : "no findings" }

    /// Returns the summary as a line: `1 sequence, 10 frames: 1 error; 1 fixable: flipbook fix walk`.
    func summaryLine(_ wording: LintWording, paint: (String, TextStyle) -> String) -> String {
        let summary = summary
        var counts = [(Severity.error, summary.errors), (.warning, summary.warnings), (.info, summary.infos)]
            .filter { $0.1 > 0 }
            .map { severity, count in
                let words = count.of(severity.rawValue)
                return severity == .info ? words : paint(words, severity.style)
            }
        if !faults.isEmpty { counts.append(paint("\(faults.count.of("input")) failed", .red)) }
        if counts.isEmpty { counts.append(paint(cleanWords, .green)) }
        if summary.suppressed > 0 { counts.append("\(summary.suppressed) suppressed") }
        if summary.baselined > 0 { counts.append("\(summary.baselined) in the baseline") }
        return summary.subjects + ": " + counts.joined(separator: ", ") + summary.fixes(wording.commands)
    }
}

extension LintReport.Summary {
    fileprivate var subjects: String {
        let animations = sequences > 0 || stills == 0 ? [sequences.of("sequence"), frames.of("frame")] : []
        return (animations + (stills > 0 ? [stills.of("still")] : [])).joined(separator: ", ")
    }

    /// The number of fixable findings, and the command: `; 3 fixable, 2 more with --unsafe: flipbook fix shots`.
    fileprivate func fixes(_ commands: LintWording.Commands?) -> String {
        let command = commands?.fix(fixable > 0 ? .safe : .unsafe).map { ": \($0)" }
        let option = commands.map { " with \($0.unsafe)" }
        return switch (fixable, unsafelyFixable) {
        case (0, 0): ""
        case (let safe, 0): "; \(safe) fixable\(command ?? "")"
        case (0, let more): "; \(more) \(option == nil ? "unsafely " : "")fixable\(command ?? option ?? "")"
        case (let safe, let more): "; \(safe) fixable, \(more) more\(option ?? " unsafely")\(command ?? "")"
        }
    }
}

extension Finding {
    /// The subject with the line and column, if any: `walk.yaml:12:5`.
    var place: String { placeAlone + manifestWords }

    fileprivate var placeAlone: String { position.map { "\(subjectAlone):\($0.line):\($0.column)" } ?? subjectAlone }
}

enum TextStyle: String {
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

/// One line per finding, in the format of compiler diagnostics, which editors can parse:
///
///     walk/walk.0007.png:1:1: error: 200x90 px; the other 9 frames are 160x90. Resize it, … [seq.mixed-size]
///
/// Pictures have no lines, so line and column are 1, except in a text file such as a manifest. Findings without a file point to
/// the first file of their sequence. Every name is safe for a terminal.
struct CompactReporter: Reporter {
    func text(of report: LintReport) -> String {
        report.findings.map { finding in
            let file = finding.shownFile.description
            let position = finding.position ?? .start
            return "\(file):\(position.line):\(position.column): \(finding.severity.rawValue): "
                + "\(finding.sentence) [\(finding.rule)]\n"
        }.joined()
    }
}

extension Finding {
    /// The file in which the finding is shown, without the number of a picture in that file.
    var shownFile: FilePath { FilePath((location ?? FilePath(sequence)).string) }

    /// The message and the remedy, after the subject if it differs from ``shownFile``.
    var sentence: String {
        let name = files.count == 1 ? files[0].picture.map { "frame \($0): " } ?? "" : "\(subject): "
        return "\(name)\(message) \(fix)"
    }
}

/// GitHub workflow commands. Each becomes an annotation of the run and, for a changed file, of its lines.
///
///     ::error file=walk/walk.0007.png,title=seq.mixed-size::200x90 px; the other 9 frames are 160x90. …
///
/// GitHub shows ten annotations of each kind per step, so the most important ones come first.
struct GitHubReporter: Reporter {
    /// The folder of the checkout. Absolute paths inside it become relative.
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

    private static func escaped(_ text: String, isProperty: Bool) -> String {
        text.escaped { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            // The runner decodes no other escapes. Control characters are escaped as in other messages, since people read logs
            // in terminals.
            default: String(scalar).escapingControlCharacters
            }
        }
    }
}

extension FilePath {
    /// Returns the path relative to `root` if the path is inside that folder, and `.` for the root itself.
    package func relative(to root: FilePath?) -> FilePath {
        guard let root, isAbsolute, root.contains(self) else { return self }
        let names = components.dropFirst(root.components.count)
        return FilePath(names.isEmpty ? "." : names.joined(separator: "/"))
    }
}
