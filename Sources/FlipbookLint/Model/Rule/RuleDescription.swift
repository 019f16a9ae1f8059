public import FlipbookCore

/// What there is to know about a rule: its documentation, and examples that are its tests.
public struct RuleDescription: Sendable {
    /// The rule's name.
    public let id: RuleID
    /// How much its findings matter, unless a finding says otherwise.
    public let severity: Severity
    /// Whether it is run unless a configuration says otherwise. What is a matter of taste, or holds for one target only, is not.
    public let isDefault: Bool
    /// What has to be read before the rule can judge.
    public let evidence: EvidenceLevel
    /// Whether it gets the headers of sequences with gaps whose sizes may say that they are no animation, though it
    /// reads names alone else: so a hundred thousand names are judged without a look at the files, and a dozen icons by
    /// their sizes.
    package var readsDoubtfulSizes = false
    /// What it finds, in one sentence.
    public let summary: String
    /// What it looks at, how it judges and what it leaves alone, where the summary does not say all: whole
    /// sentences, or nothing.
    public let discussion: Explanation
    /// Why that matters.
    public let rationale: Explanation
    /// What to do about it.
    public let remedy: Explanation
    /// Its options.
    public let options: [RuleOption]
    /// Whether its findings can carry a fix that a program makes, and how far that can be trusted; `display` for words
    /// alone.
    public let fixable: Fix.Applicability
    /// The first version of Flipbook that has it.
    public let since: String
    /// Examples in which neither this rule nor any that is run by default finds anything.
    public var passing: [RuleExample] { makePassing() }
    /// Examples in which this rule finds something, and none that is run by default finds anything else.
    public var failing: [RuleExample] { makeFailing() }

    /// Examples are made when they are looked at: a run of the linter does not, and they take longer to make than
    /// a small folder to lint.
    private let makePassing: @Sendable () -> [RuleExample]
    private let makeFailing: @Sendable () -> [RuleExample]

    /// A description from its parts.
    package init(
        id: RuleID,
        severity: Severity,
        isDefault: Bool = true,
        evidence: EvidenceLevel,
        summary: String,
        discussion: Explanation = "",
        rationale: Explanation,
        remedy: Explanation,
        fixable: Fix.Applicability = .display,
        options: [RuleOption] = [],
        since: String = "0.1.0",
        passing: @autoclosure @escaping @Sendable () -> [RuleExample],
        failing: @autoclosure @escaping @Sendable () -> [RuleExample]
    ) {
        self.id = id
        self.severity = severity
        self.isDefault = isDefault
        self.evidence = evidence
        self.summary = summary
        self.discussion = discussion
        self.rationale = rationale
        self.remedy = remedy
        self.options = options
        self.fixable = fixable
        self.since = since
        makePassing = passing
        makeFailing = failing
    }
}

/// How deep the linter looks. Each level includes those before it.
public enum EvidenceLevel: Int, CaseIterable, Sendable {
    /// The keys of a manifest; no folder is listed, and no picture is opened.
    case manifest
    /// The names in a folder; no picture is opened.
    case names
    /// The header of each file: a few bytes, read once.
    case headers
    /// The pixels: every file is decoded.
    case pixels
}

extension EvidenceLevel: Comparable {
    /// Whether `left` reads less than `right`.
    public static func < (left: EvidenceLevel, right: EvidenceLevel) -> Bool { left.rawValue < right.rawValue }
}
