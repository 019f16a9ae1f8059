public import FlipbookCore
import FlipbookImaging

/// Runs rules over sequences.
///
/// Evidence is gathered once, as deep as the deepest rule asks for; then every
/// rule judges it. A file that cannot be read is a finding, never an error.
public struct Linter: Sendable {
    /// The rules that can run.
    public let rules: [LintRule]
    /// Which of them run where, and how.
    public let configuration: LintConfiguration
    /// Today, for suppressions that expire; `nil` where none does.
    public let day: CalendarDate?
    /// The rules that run only where the configuration selects them.
    let optional: Set<RuleID>

    /// A linter.
    /// - Parameters:
    ///   - rules: the rules that can run. They do unless the configuration says otherwise.
    ///   - configuration: which of them run where, and how.
    ///   - deepest: how deep it may look. Rules that have to look deeper are left out; those that need the pixels
    ///     are, unless they are asked for.
    ///   - day: today, for suppressions that expire.
    public init(
        rules: [LintRule],
        configuration: LintConfiguration = LintConfiguration(),
        deepest: EvidenceLevel = .headers,
        day: CalendarDate? = nil
    ) {
        self.init(rules: rules, optional: [], configuration: configuration, deepest: deepest, day: day)
    }

    /// A linter some of whose rules run only where the configuration selects them.
    package init(
        rules: [LintRule],
        optional: Set<RuleID>,
        configuration: LintConfiguration,
        deepest: EvidenceLevel,
        day: CalendarDate?
    ) {
        self.rules = rules.filter { $0.description.evidence <= deepest }
        self.optional = optional
        self.configuration = configuration
        self.day = day
    }

    /// Lints what was found by name: see ``LintInput``.
    ///
    /// Reads the headers of all files on all cores, if a rule asks for headers.
    /// - Parameter covered: see ``report(on:covered:)``.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(
        _ folders: [FolderEvidence],
        covered: [FilePath] = []
    ) async throws(CancellationError) -> LintReport {
        var folders = folders
        if depth >= .headers {
            // All folders at once, so that many small ones keep the cores as busy as one large one.
            var rest = try await ImageDetails.readAll(folders.flatMap(\.paths))[...]
            for index in folders.indices {
                let count = folders[index].paths.count
                folders[index].add(readings: rest.prefix(count))
                rest = rest.dropFirst(count)
            }
        }
        if depth >= .pixels {
            var rest = try await PictureFacts.readAll(folders.flatMap(\.paths))[...]
            for index in folders.indices {
                let count = folders[index].paths.count
                folders[index].add(decodings: rest.prefix(count))
                rest = rest.dropFirst(count)
            }
        }
        return report(on: folders, covered: covered)
    }

    /// Lints the frames of a list that was put together elsewhere.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(_ list: FrameList) async throws(CancellationError) -> LintReport {
        try await lint([FolderEvidence(name: list.name, sequences: [SequenceEvidence(list)])])
    }

    /// What the rules find in evidence that is complete. Reads nothing.
    /// - Parameter covered: folders of which everything was linted, also below, as the configuration sees them. What
    ///   accepts findings in other folders is not called useless.
    public func report(on folders: [FolderEvidence], covered: [FilePath] = []) -> LintReport {
        var run = LintRun(self)
        for folder in folders { run.lint(folder) }
        return run.report(covered: covered)
    }

    /// The deepest evidence that a rule asks for which runs somewhere.
    var depth: EvidenceLevel {
        let everywhere = Array(configuration.overrides.indices)
        return rules.lazy.map(\.description)
            .filter {
                configuration.runs($0.id, byDefault: !optional.contains($0.id))
                    || configuration.mayRun($0.id, in: everywhere)
            }
            .map(\.evidence).max() ?? .names
    }
}
