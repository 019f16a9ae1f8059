public import FlipbookCore
public import FlipbookLintModel

/// How a report is written, by the name that `--format` has for it. A new one is a case here and a reporter.
public enum ReportFormat: String, CaseIterable, Sendable {
    /// By sequence, for people.
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
    /// A page with the frames, for people who look.
    case html

    /// What reporters have to know besides the report.
    public struct Surroundings: Sendable {
        /// Whether text stands out by colour.
        package var coloring = TextReporter.Coloring.none
        /// The columns that text has; `nil` where a line may be as long as it likes.
        package var width: Int?
        /// Whether text ends with a line that sums up.
        package var ending = TextReporter.Ending.summary
        /// From which severity on a finding fails a test.
        public var failLevel = FailLevel.error
        /// The folder that relative paths are relative to; `nil` where nobody needs to know.
        public var root: FilePath?
        /// Small pictures of the frames, for a page; see ``Thumbnail/all(in:limit:)``.
        package var thumbnails: [FilePath: Thumbnail] = [:]
        /// The version of the program that reports.
        public var version = ""
        /// The rules that can have found something, for a format that explains them.
        public var rules: [RuleDescription] = []
        /// The rules themselves, which show what they find in their examples.
        public var table: [LintRule] = []

        /// Surroundings in which nothing is known.
        public init() {}
    }

    /// The reporter for this format.
    public func reporter(in surroundings: Surroundings = Surroundings()) -> any Reporter {
        switch self {
        case .text:
            TextReporter(coloring: surroundings.coloring, ending: surroundings.ending, width: surroundings.width)
        case .compact: CompactReporter()
        case .json: JSONReporter()
        case .sarif:
            SARIFReporter(
                root: surroundings.root,
                version: surroundings.version,
                rules: surroundings.rules,
                table: surroundings.table
            )
        case .junit: JUnitReporter(failLevel: surroundings.failLevel)
        case .github: GitHubReporter(root: surroundings.root)
        case .html: HTMLReporter(thumbnails: surroundings.thumbnails)
        }
    }
}
