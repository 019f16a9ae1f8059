public import FlipbookCore

/// A check for one kind of fault, with its documentation.
public struct LintRule: Sendable {
    /// The rule's documentation, options, and examples.
    public private(set) var description: RuleDescription
    private let make: @Sendable (RuleOptions) -> Judge

    /// Creates a rule without options.
    /// - Parameters:
    ///   - head: the rule's name, its severity, and the evidence that it needs.
    ///   - passing: examples without a finding; by default, a plain example.
    ///   - judge: the function that reports faults.
    public init(
        _ head: RuleDescription,
        summary: String,
        notes: Explanation = "",
        why: Explanation,
        remedy: Explanation,
        passing: @autoclosure @escaping @Sendable () -> [RuleExample] = [],
        failing: @autoclosure @escaping @Sendable () -> [RuleExample],
        judge: Judge
    ) {
        description = head.explained(summary, notes: notes, why: why, remedy: remedy)
        (description.makePassing, description.makeFailing) = ({ judge.examples(passing()) }, failing)
        make = { _ in judge }
    }

    /// Creates a rule with options.
    /// - Parameter make: creates the judge from the validated values of the options.
    public init(
        _ head: RuleDescription,
        summary: String,
        notes: Explanation = "",
        why: Explanation,
        remedy: Explanation,
        options: [RuleOption],
        passing: @autoclosure @escaping @Sendable () -> [RuleExample] = [],
        failing: @autoclosure @escaping @Sendable () -> [RuleExample],
        make: @escaping @Sendable (RuleOptions) -> Judge
    ) {
        description = head.explained(summary, notes: notes, why: why, remedy: remedy)
        (description.options, description.makeFailing) = (options, failing)
        description.makePassing = { make(RuleOptions(options)).examples(passing()) }
        self.make = make
    }

    /// The rule's name.
    public var id: RuleID { description.id }

    /// Returns the judge with the given options. Ignores invalid values.
    package func judge(_ options: [String: RuleOptionValue] = [:]) -> Judge {
        make(RuleOptions(description.options, replacing: options))
    }
}
