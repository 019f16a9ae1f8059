/// Something that can be wrong with a sequence: what there is to know about it, and who judges.
public struct LintRule: Sendable {
    /// The rule's documentation, options and examples.
    public let description: RuleDescription
    private let make: @Sendable (RuleOptions) throws(RuleOptionError) -> Judge

    /// A rule without options.
    public init(_ description: RuleDescription, judge: Judge) {
        precondition(description.options.isEmpty, "\(description.id) declares options and does not read them")
        self.description = description
        make = { _ in judge }
    }

    /// A rule with options.
    /// - Parameter make: makes the judge from a value for each option, which has been checked against its bounds.
    ///   Throws ``RuleOptionError/conflict(_:)`` for values that do not go together.
    public init(
        _ description: RuleDescription,
        make: @escaping @Sendable (RuleOptions) throws(RuleOptionError) -> Judge
    ) {
        self.description = description
        self.make = make
    }

    /// The rule's name.
    public var id: RuleID { description.id }

    /// Finds what is wrong with options: one that the rule does not have, a value that is not taken, a conflict.
    package func check(_ options: [String: RuleOptionValue]) throws(RuleOptionError) {
        _ = try make(RuleOptions(description.options, replacing: options))
    }

    /// Who judges where some of the options are set. Each part of a configuration was checked when it was read; options
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
