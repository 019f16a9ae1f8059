/// What there is to know about a rule: its documentation, and examples that are its tests.
public struct RuleDescription: Sendable {
    /// The rule's name.
    public let id: RuleID
    /// How much its findings matter, unless a finding says otherwise.
    public let severity: Severity
    /// What has to be read before the rule can judge.
    public let evidence: EvidenceLevel
    /// What it finds, in one sentence.
    public let summary: String
    /// Why that matters.
    public let rationale: String
    /// What to do about it.
    public let remedy: String
    /// Folders in which no rule finds anything.
    public let passing: [RuleExample]
    /// Folders in which this rule finds something, and no other does.
    public let failing: [RuleExample]

    /// A description from its parts.
    public init(
        id: RuleID,
        severity: Severity,
        evidence: EvidenceLevel,
        summary: String,
        rationale: String,
        remedy: String,
        passing: [RuleExample],
        failing: [RuleExample]
    ) {
        self.id = id
        self.severity = severity
        self.evidence = evidence
        self.summary = summary
        self.rationale = rationale
        self.remedy = remedy
        self.passing = passing
        self.failing = failing
    }
}

/// How deep the linter looks. Each level includes those before it.
public enum EvidenceLevel: Int, CaseIterable, Sendable {
    /// The names in a folder; no file is opened.
    case names
    /// The header of each file: a few bytes, read once.
    case headers
}

extension EvidenceLevel: Comparable {
    /// Whether `left` reads less than `right`.
    public static func < (left: EvidenceLevel, right: EvidenceLevel) -> Bool { left.rawValue < right.rawValue }
}
