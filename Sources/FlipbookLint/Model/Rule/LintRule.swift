public import FlipbookCore

/// Something that can be wrong with a sequence: what there is to know about it, and its judge.
public struct LintRule: Sendable {
    /// The rule's documentation, options and examples.
    public private(set) var description: RuleDescription
    private let make: @Sendable (RuleOptions) throws(RuleOptionError) -> Judge

    /// A rule without options, as its ``RuleDescription`` says.
    /// - Parameters:
    ///   - fixable: the applicability of the fixes that findings can carry, the least safe of them.
    ///   - passing: by default two plain frames.
    ///   - judge: the judge, which says what is wrong.
    public init(
        id: RuleID,
        severity: Severity,
        isDefault: Bool = true,
        evidence: EvidenceLevel,
        summary: String,
        discussion: Explanation = "",
        rationale: Explanation,
        remedy: Explanation,
        fixable: Fix.Applicability = .display,
        since: String = "0.1.0",
        passing: @autoclosure @escaping @Sendable () -> [RuleExample] = [RuleExample(["walk.1.png", "walk.2.png"])],
        failing: @autoclosure @escaping @Sendable () -> [RuleExample],
        judge: Judge
    ) {
        self.init(
            id: id,
            severity: severity,
            isDefault: isDefault,
            evidence: evidence,
            summary: summary,
            discussion: discussion,
            rationale: rationale,
            remedy: remedy,
            fixable: fixable,
            options: [],
            since: since,
            passing: passing(),
            failing: failing()
        ) { _ in judge }
    }

    /// A rule with options, as its ``RuleDescription`` says.
    /// - Parameter make: makes the judge from a value for each option, which has been checked against its bounds.
    ///   Throws ``RuleOptionError/conflict(_:)`` for values that do not go together.
    public init(
        id: RuleID,
        severity: Severity,
        isDefault: Bool = true,
        evidence: EvidenceLevel,
        summary: String,
        discussion: Explanation = "",
        rationale: Explanation,
        remedy: Explanation,
        fixable: Fix.Applicability = .display,
        options: [RuleOption],
        since: String = "0.1.0",
        passing: @autoclosure @escaping @Sendable () -> [RuleExample] = [RuleExample(["walk.1.png", "walk.2.png"])],
        failing: @autoclosure @escaping @Sendable () -> [RuleExample],
        make: @escaping @Sendable (RuleOptions) throws(RuleOptionError) -> Judge
    ) {
        description = RuleDescription(
            id: id,
            severity: severity,
            isDefault: isDefault,
            evidence: evidence,
            summary: summary,
            discussion: discussion,
            rationale: rationale,
            remedy: remedy,
            options: options,
            fixable: fixable,
            since: since,
            makePassing: passing,
            makeFailing: failing
        )
        self.make = make
    }

    /// The same rule, which gets the headers of sequences whose sizes may say that they are no animation.
    package var readingDoubtfulSizes: LintRule {
        var rule = self
        rule.description.readsDoubtfulSizes = true
        return rule
    }

    /// The rule's name.
    public var id: RuleID { description.id }

    /// Finds what is wrong with options: one that the rule does not have, a value that is not taken, a conflict.
    package func check(_ options: [String: RuleOptionValue]) throws(RuleOptionError) {
        _ = try make(RuleOptions(description.options, replacing: options))
    }

    /// The judge where some of the options are set. Each part of a configuration was checked when it was read; options
    /// that only together do not go leave the rule as it is.
    package func judge(_ options: [String: RuleOptionValue] = [:]) -> Judge {
        do {
            return try make(RuleOptions(description.options, replacing: options))
        } catch {
            guard !options.isEmpty else { preconditionFailure("\(id): \(error)") }
            return judge()
        }
    }
}
