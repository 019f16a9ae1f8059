extension LintConfiguration {
    /// What counts before a configuration: what the options of a command line say.
    public struct Changes: Hashable, Sendable {
        /// The rules that run instead of those that the configuration selects, even those that it ignores; `nil` for its own.
        public var select: [RuleSelector]?
        /// Rules that do not run, in addition to its own.
        public var ignore: [RuleSelector] = []
        /// Frames that have to be there, in addition to its own.
        public var expectations: [Expectation] = []
        /// From which severity on a run fails; `nil` for its own.
        public var failLevel: FailLevel?
        /// How many warnings there may be; `nil` for its own.
        public var maxWarnings: Int?

        /// No changes.
        public init() {}
    }

    /// The configuration with some changes.
    public func applying(_ changes: Changes) -> LintConfiguration {
        var result = self
        if let select = changes.select {
            result.settings.select = select
            result.settings.ignore = []
        }
        result.settings.ignore += changes.ignore
        result.expectations += changes.expectations
        result.failLevel = changes.failLevel ?? failLevel
        result.maxWarnings = changes.maxWarnings ?? maxWarnings
        return result
    }
}
