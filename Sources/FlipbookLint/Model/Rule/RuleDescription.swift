public import FlipbookCore

/// A rule's documentation, with examples that also serve as its tests.
public struct RuleDescription: Sendable {
    /// The rule's name.
    public let id: RuleID
    /// The severity of the rule's findings, unless a finding specifies a different one.
    public let severity: Severity
    /// The evidence that the rule needs.
    public let evidence: EvidenceLevel
    /// A Boolean value that indicates whether the rule runs by default.
    public let isDefault: Bool
    /// The least safe fix that the rule's findings offer, or `display` if all findings have only advice.
    public let fixable: Fix.Applicability
    /// The first version of Flipbook that includes the rule.
    public let since: String
    /// The fault that the rule finds, in one sentence.
    public private(set) var summary = ""
    /// Additional sentences about what is judged and what is ignored. May be empty.
    public private(set) var notes: Explanation = ""
    /// The reason why the fault matters.
    public private(set) var why: Explanation = ""
    /// The way to correct the fault.
    public private(set) var remedy: Explanation = ""
    /// The rule's options.
    public internal(set) var options: [RuleOption] = []
    /// Examples in which neither this rule nor any other default rule finds a fault.
    public var passing: [RuleExample] { makePassing() }
    /// Examples in which this rule, and no other default rule, finds a fault.
    public var failing: [RuleExample] { makeFailing() }

    /// Examples are created on demand, since creating them takes longer than linting a small folder.
    var makePassing: @Sendable () -> [RuleExample] = { [] }
    var makeFailing: @Sendable () -> [RuleExample] = { [] }

    /// Creates the head of a rule, to which ``LintRule`` adds texts and examples.
    /// - Parameters:
    ///   - isDefault: `false` for a rule that is a matter of taste, or that applies to one target only.
    ///   - fixable: the least safe fix that the rule's findings offer.
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

/// The depth of the linter's evidence. Each level includes the ones before it.
public enum EvidenceLevel: CaseIterable, Comparable, Sendable {
    /// The keys of a manifest. No folder is listed, and no picture is opened.
    case manifest
    /// The names in a folder. No picture is opened.
    case names
    /// The header of each file, read once.
    case headers
    /// The pixels of every file.
    case pixels
}
