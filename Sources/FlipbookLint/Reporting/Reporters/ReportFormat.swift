public import FlipbookCore
public import FlipbookLintModel

/// The form of a report, by the name that `--format` has for it. A new one is a case here and a reporter.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// Text by sequence, for people.
    case text
    /// A line for each finding, for editors.
    case compact
    /// One JSON document, for programs.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for test reports.
    case junit
    /// GitHub's workflow commands, which become annotations.
    case github
    /// A page with the frames, to look at.
    case html

    /// The facts that reporters need besides the report.
    public struct Surroundings: Sendable {
        /// A Boolean value that tells whether text has colors.
        package var isColored = false
        /// The columns that text has, or `nil` if a line may be as long as it likes.
        package var width: Int?
        /// A Boolean value that tells whether a line of text sums up.
        package var hasSummary = true
        /// From which severity on a finding fails a test.
        public var failLevel = FailLevel.error
        /// The folder that relative paths are relative to, or `nil` if that does not matter.
        public var root: FilePath?
        package var thumbnails: [FilePath: Thumbnail] = [:]
        /// The address at which the documentation is published, for links to the pages of rules, or `nil` if it is not.
        public var documentation: String?
        /// The version of the program that reports.
        public var version = ""
        /// The rules that can have found something, for a format that explains them.
        public var rules: [RuleDescription] = []
        /// The rules themselves, which show what they find in their examples.
        public var table: [LintRule] = []

        /// The names of settings, remedies and commands; by default the library's.
        public var wording = LintWording()

        /// Surroundings in which nothing is known.
        public init() {}
    }

    /// The reporter for this format.
    public func reporter(in surroundings: Surroundings = Surroundings()) -> any Reporter {
        let reporter: any Reporter =
            switch self {
            case .text: changing(TextReporter()) { $0.surroundings = surroundings }
            case .compact: CompactReporter()
            case .json: JSONReporter(documentation: surroundings.documentation)
            case .sarif: SARIFReporter(surroundings: surroundings)
            case .junit: JUnitReporter(surroundings: surroundings)
            case .github: GitHubReporter(root: surroundings.root)
            case .html: HTMLReporter(thumbnails: surroundings.thumbnails)
            }
        return WordingReporter(reporter: reporter, wording: surroundings.wording)
    }
}

/// Writes a report whose advice is in a program's words.
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

/// Turns a report into text. Printing it is the caller's business.
public protocol Reporter: Sendable {
    /// The text of a report, each line ended; empty when there is nothing to say.
    func text(of report: LintReport) -> String
}
