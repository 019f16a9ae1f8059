public import FlipbookCore

/// A rule's documentation, and examples that are its tests.
public struct RuleDescription: Sendable {
    /// The rule's name.
    public let id: RuleID
    /// The severity of its findings, unless a finding says otherwise.
    public let severity: Severity
    /// A Boolean value that indicates a rule that runs unless a configuration says otherwise. What is a matter of taste,
    /// or holds for one target only, does not.
    public internal(set) var isDefault = true
    /// The evidence that has to be read before the rule can judge.
    public let evidence: EvidenceLevel
    /// A Boolean value that indicates a rule that gets the headers of sequences with gaps whose sizes may say that they
    /// are no animation, though it reads names alone else: so a hundred thousand names are judged without a look at the
    /// files, and a dozen icons by their sizes.
    package var readsDoubtfulSizes = false
    /// The fault that it finds, in one sentence.
    public let summary: String
    /// The things that it looks at, judges and leaves alone, if the summary does not say all: sentences, or nothing.
    public internal(set) var discussion: Explanation = ""
    /// The reason why that matters.
    public let rationale: Explanation
    /// The way to mend it.
    public let remedy: Explanation
    /// Its options.
    public internal(set) var options: [RuleOption] = []
    /// The applicability of the fixes that its findings can carry, the least safe of them; `display` for words alone.
    public internal(set) var fixable = Fix.Applicability.display
    /// The first version of Flipbook that has it.
    public internal(set) var since = "0.1.0"
    /// Examples in which neither this rule nor any that is run by default finds anything.
    public var passing: [RuleExample] { makePassing() }
    /// Examples in which this rule finds something, and none that is run by default finds anything else.
    public var failing: [RuleExample] { makeFailing() }

    /// Examples are made when they are looked at: a run of the linter does not, and they take longer to make than
    /// a small folder to lint.
    var makePassing: @Sendable () -> [RuleExample] = { [] }
    var makeFailing: @Sendable () -> [RuleExample] = { [] }
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
