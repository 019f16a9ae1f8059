/// The rules that Flipbook comes with.
public enum RuleRegistry {
    /// Every rule, in the order of the documentation.
    public static let all: [any LintRule] = [
        EmptyRule(),
        SingleFrameRule(),
        GapRule(),
        SparseNumbersRule(),
        IrregularStepRule(),
        OrphanRule(),
        StartIndexRule(),
        OverLimitRule(),
        ZeroPaddedRule(),
        DuplicateNumberRule(),
        MixedPaddingRule(),
        DigitBoundaryRule(),
        LexicographicOrderRule(),
        AmbiguousNumberRule(),
        MixedExtensionRule(),
        MixedFormatRule(),
        MixedCaseRule(),
        MixedSizeRule(),
        UnrelatedSizesRule(),
        MixedScaleRule(),
        MixedAlphaRule(),
        MixedColorTypeRule(),
        MixedBitDepthRule(),
        MixedColorSpaceRule(),
        MixedOrientationRule(),
        UndecodableNameRule(),
        UnsafeNameRule(),
        CaseCollisionRule(),
        CopyRule(),
        PartialScaleRule(),
        VariantSizeRule(),
        FractionalSizeRule(),
        ScaleSuffixRule(),
        HugeRule(),
        MemoryRule(),
        FileSizeOutlierRule(),
        PixelAspectRule(),
        OddCanvasRule(),
        UnusualGammaRule(),
        ContradictoryColorRule(),
        UnappliedProfileRule(),
        UnsupportedRule(),
        FormatByExtensionRule(),
        EmptyFileRule(),
        TruncatedRule(),
        CorruptRule(),
        TrailingDataRule(),
        UnreadableRule(),
        TooLargeRule(),
        InterlacedRule(),
        AnimatedFileRule(),
        DefaultRateRule(),
        TooFastRule(),
        InfiniteRepeatRule(),
        NoPosterRule(),
        PosterMismatchRule(),
        HighlightPartialRule(),
        HighlightCountRule(),
        HighlightSizeRule(),
        OpaqueAlphaRule(),
        OpaqueNotFilledRule(),
        InvisibleRule(),
        ImplicitCanvasRule(),
        MixedAspectRule(),
        DistortionRule(),
        CropRule(),
        ModeGapsRule(),
        RedrawRule(),
        HalfPixelRule(),
        OversizedRule(),
        UpscaledRule(),
        MissingVariantRule(),
        NoCenterRule(),
        CapsModeRule(),
        CapsBoundsRule(),
        CapsFractionRule(),
        OutsideFolderRule(),
        BundledPathRule(),
        MissingLabelRule(),
        PartialLocalizationRule(),
        LocalizedCountRule(),
        LocalizedSizeRule(),
        MissingBaseRule(),
        ShadowedLocalizationRule(),
        UndecodableRule(),
        UnusedAlphaRule(),
        TransparentFrameRule(),
        NearlyOpaqueRule(),
        PremultipliedRule(),
        BlankFrameRule(),
        DuplicateFramesRule(),
        NearDuplicatesRule(),
        ContentJumpRule(),
        FlashingRule(),
    ]

    /// The rules that are run unless someone says otherwise.
    public static let standard: [any LintRule] = all.filter { type(of: $0).description.isDefault }

    /// The rules that run only where someone selects them.
    static let optional: Set<RuleID> = Set(
        all.map { type(of: $0).description }.filter { !$0.isDefault }.map(\.id)
    )

    /// What there is to know about every rule, and about those of the linter itself, which judge its configuration.
    public static var descriptions: [RuleDescription] {
        all.map { type(of: $0).description } + SuppressionRules.descriptions
    }

    /// The rule of this name; `nil` where there is none.
    public static func description(of id: RuleID) -> RuleDescription? {
        descriptions.first { $0.id == id }
    }
}
