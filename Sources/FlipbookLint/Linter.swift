public import FlipbookCore
import FlipbookImaging

/// Runs rules over sequences.
///
/// Evidence is gathered once, as deep as the deepest rule asks for; then every
/// rule judges it. A file that cannot be read is a finding, never an error.
public struct Linter: Sendable {
    /// The rules that are run.
    public let rules: [any LintRule]

    /// A linter of the given rules, by default of those that are run unless someone says otherwise.
    /// - Parameter deepest: how deep it may look. Rules that have to look deeper are left out; those that need the
    ///   pixels are, unless they are asked for.
    public init(rules: [any LintRule] = RuleRegistry.standard, deepest: EvidenceLevel = .headers) {
        self.rules = rules.filter { type(of: $0).description.evidence <= deepest }
    }

    /// Lints what was found by name: see ``LintInput``.
    ///
    /// Reads the headers of all files on all cores, if a rule asks for headers.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(_ folders: [FolderEvidence]) async throws(CancellationError) -> LintReport {
        var folders = folders
        if depth >= .headers {
            // All folders at once, so that many small ones keep the cores as busy as one large one.
            var rest = try await ImageDetails.readAll(folders.flatMap(\.paths))[...]
            for index in folders.indices {
                let count = folders[index].paths.count
                folders[index] = folders[index].adding(readings: rest.prefix(count))
                rest = rest.dropFirst(count)
            }
        }
        return report(on: folders)
    }

    /// Lints the frames of a list that was put together elsewhere.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func lint(_ list: FrameList) async throws(CancellationError) -> LintReport {
        try await lint([FolderEvidence(name: list.name, sequences: [SequenceEvidence(list)])])
    }

    /// What the rules find in evidence that is complete. Reads nothing.
    public func report(on folders: [FolderEvidence]) -> LintReport {
        var findings: [Finding] = []
        for rule in rules {
            if let rule = rule as? any FolderRule { findings += folders.flatMap(rule.check) }
            if let rule = rule as? any ManifestRule {
                findings += folders.compactMap(\.completeManifest).flatMap(rule.check)
            }
            if let rule = rule as? any SequenceRule { findings += folders.flatMap(\.subjects).flatMap(rule.check) }
        }
        return LintReport(
            findings: findings.sorted(),
            subjects: folders.flatMap(\.subjects).map(LintReport.Subject.init)
        )
    }

    /// The deepest evidence that a rule asks for.
    private var depth: EvidenceLevel {
        rules.lazy.map { type(of: $0).description.evidence }.max() ?? .names
    }
}
