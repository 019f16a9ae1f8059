public import FlipbookCore
public import FlipbookLintModel
package import FlipbookRender

/// The format of a report. The raw value is the name for `--format`. A new format needs a case here and a reporter.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// Text for people, grouped by sequence.
    case text
    /// One line per finding, for editors.
    case compact
    /// One JSON document, for programs.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for test reports.
    case junit
    /// GitHub's workflow commands, which become annotations.
    case github
    /// A page with pictures of the frames.
    case html

    /// The facts that a reporter needs in addition to the report.
    public struct Surroundings: Sendable {
        package var isColored = false
        /// The width of the text in columns. If `nil`, lines are not wrapped.
        package var width: Int?
        package var hasSummary = true
        /// The lowest severity that makes a test fail.
        public var failLevel = FailLevel.error
        /// The folder to which paths in the report are relative. If `nil`, paths are not changed.
        public var root: FilePath?
        package var thumbnails: [FilePath: PagePicture] = [:]
        package var title = "Flipbook lint"
        package var facts: [(name: String, value: String)] = []
        /// The changes made by a fix, with a title for each folder.
        package var changes: [(title: String, files: [(file: FilePath, words: String)])] = []
        /// The URL of the published documentation, for links to the pages of rules. If `nil`, there are no links.
        public var documentation: String?
        /// The version of the program that writes the report.
        public var version = ""
        /// The descriptions of all rules that ran, for formats that explain them.
        public var rules: [RuleDescription] = []
        /// The rules themselves, for formats that use their examples.
        public var table: [LintRule] = []

        /// The words for settings, remedies, and commands. The default is the library's wording.
        public var wording = LintWording()

        /// Creates surroundings with default values.
        public init() {}
    }

    /// Returns the reporter for this format.
    public func reporter(in surroundings: Surroundings = Surroundings()) -> any Reporter {
        let reporter: any Reporter =
            switch self {
            case .text: changing(TextReporter()) { $0.surroundings = surroundings }
            case .compact: CompactReporter()
            case .json: JSONReporter(documentation: surroundings.documentation)
            case .sarif: SARIFReporter(surroundings: surroundings)
            case .junit: JUnitReporter(surroundings: surroundings)
            case .github: GitHubReporter(root: surroundings.root)
            case .html: changing(HTMLReporter()) { $0.surroundings = surroundings }
            }
        return WordingReporter(reporter: reporter, wording: surroundings.wording)
    }
}

private struct WordingReporter: Reporter {
    let reporter: any Reporter
    let wording: LintWording

    func text(of report: LintReport) -> String {
        var report = report
        for index in report.findings.indices {
            report.findings[index].fix.words = Explanation(wording(report.findings[index].fix.words))
        }
        return reporter.text(of: report)
    }
}

/// Turns a report into text. The caller prints it.
public protocol Reporter: Sendable {
    /// Returns the text of a report, with a line break after each line. Empty if there is nothing to report.
    func text(of report: LintReport) -> String
}
