public import FlipbookCore

/// A rule's documentation, and examples that are its tests.
public struct RuleDescription: Sendable {
    /// The rule's name.
    public let id: RuleID
    /// The severity of its findings, unless a finding says otherwise.
    public let severity: Severity
    /// The evidence that has to be read before the rule can judge.
    public let evidence: EvidenceLevel
    /// A Boolean value that indicates a rule that runs unless a configuration says otherwise.
    public let isDefault: Bool
    /// The applicability of the fixes that its findings can carry, the least safe of them; `display` for words alone.
    public let fixable: Fix.Applicability
    /// The first version of Flipbook that has it.
    public let since: String
    /// The fault that it finds, in one sentence.
    public private(set) var summary = ""
    /// The things that it looks at, judges and leaves alone, if the summary does not say all: sentences, or nothing.
    public private(set) var notes: Explanation = ""
    /// The reason why that matters.
    public private(set) var why: Explanation = ""
    /// The way to mend it.
    public private(set) var remedy: Explanation = ""
    /// Its options.
    public internal(set) var options: [RuleOption] = []
    /// Examples in which neither this rule nor any that is run by default finds anything.
    public var passing: [RuleExample] { makePassing() }
    /// Examples in which this rule finds something, and none that is run by default finds anything else.
    public var failing: [RuleExample] { makeFailing() }

    /// Examples are made when they are looked at: a run of the linter does not, and they take longer to make than
    /// a small folder to lint.
    var makePassing: @Sendable () -> [RuleExample] = { [] }
    var makeFailing: @Sendable () -> [RuleExample] = { [] }

    /// The head of a rule, whose sentences and examples ``LintRule`` adds.
    /// - Parameters:
    ///   - isDefault: `false` for a rule that is a matter of taste, or holds for one target only.
    ///   - fixable: the applicability of the fixes that findings can carry, the least safe of them.
    public init(
        _ id: RuleID,
        _ severity: Severity,
        evidence: EvidenceLevel,
        isDefault: Bool = true,
        fixable: Fix.Applicability = .display,
        since: String = "0.1.0"
    ) {
        (self.id, self.severity, self.evidence, self.isDefault) = (id, severity, evidence, isDefault)
        (self.fixable, self.since) = (fixable, since)
    }

    func explained(_ summary: String, notes: Explanation, why: Explanation, remedy: Explanation) -> RuleDescription {
        changing(self) { ($0.summary, $0.notes, $0.why, $0.remedy) = (summary, notes, why, remedy) }
    }
}

/// The depth to which the linter looks. Each level includes those before it.
public enum EvidenceLevel: CaseIterable, Comparable, Sendable {
    /// The keys of a manifest; no folder is listed, and no picture is opened.
    case manifest
    /// The names in a folder; no picture is opened.
    case names
    /// The header of each file: a few bytes, read once.
    case headers
    /// The pixels: every file is decoded.
    case pixels
}
