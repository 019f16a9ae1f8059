/// The rules that Flipbook comes with.
public enum RuleRegistry {
    /// Every rule, in the order of the documentation.
    public static let all: [any LintRule] = [
        EmptyRule(),
        GapRule(),
        DuplicateNumberRule(),
        MixedPaddingRule(),
        MixedSizeRule(),
        UnrelatedSizesRule(),
        MixedScaleRule(),
        PartialScaleRule(),
        UnsupportedRule(),
        EmptyFileRule(),
        TruncatedRule(),
        CorruptRule(),
        UnreadableRule(),
        TooLargeRule(),
        UndecodableNameRule(),
    ]
}
