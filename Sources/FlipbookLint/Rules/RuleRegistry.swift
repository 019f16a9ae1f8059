public import FlipbookImaging
public import FlipbookLintModel

/// The rules that Flipbook comes with.
public enum RuleRegistry {
    /// Every rule, in the order of the documentation.
    public static let all: [LintRule] = [
        .empty, .singleFrame, .gap, .sparseNumbers, .irregularStep, .orphan, .startIndex, .overLimit, .zeroPadded,
        .duplicateNumber, .mixedPadding, .digitBoundary, .lexicographicOrder, .ambiguousNumber, .mixedExtension,
        .mixedFormat, .mixedCase, .mixedSize, .mixedPixelSize, .unrelatedSizes, .mixedScale, .mixedAlpha,
        .mixedColorType, .mixedBitDepth, .mixedColorSpace, .mixedOrientation, .undecodableName, .unfinishedFix,
        .unfinishedExport, .inventedFrame,
        .unsafeName, .caseCollision, .copy, .deviceFrames, .partialScale, .variantSize, .fractionalSize, .scaleSuffix,
        .huge, .memory, .fileSizeOutlier, .pixelAspect, .oddCanvas, .unusualGamma, .untagged, .contradictoryColor,
        .unappliedProfile, .unsupported, .formatByExtension, .emptyFile, .truncated, .corrupt, .trailingData,
        .unreadable, .tooLarge, .interlaced, .animatedFile, .defaultRate, .tooFast, .durationOutlier, .infiniteRepeat,
        .noPoster, .posterMismatch, .highlightPartial, .highlightCount, .highlightSize, .opaqueAlpha,
        .opaqueNotFilled, .couldBeOpaque, .invisible, .exportLoss, .implicitCanvas, .mixedAspect, .distortion, .crop,
        .modeGaps, .redraw, .halfPixel, .oversized, .upscaled, .missingVariant, .noCenter, .capsMode, .capsBounds,
        .capsFraction, .legacyCaps, .smallTile, .partialTile, .assetContents, .assetMissingFile, .assetUnassigned,
        .assetEmptySlot, .assetRepeatedSlot, .assetSize, .assetScaleName, .assetTemplateName, .symbol,
        .capsScaleMismatch, .capsBeyondImage, .invalidManifest, .missingFile, .outsideFolder, .bundledPath,
        .missingLabel, .partialLocalization, .localizedCount, .localizedSize, .missingBase, .shadowedLocalization,
        .missingDirection, .undecodable, .checksum, .unusedAlpha, .transparentFrame, .nearlyOpaque, .premultiplied,
        .blankFrame, .duplicateFrames, .nearDuplicates, .contentJump, .flashing,
    ]

    /// The rules that are run unless someone says otherwise.
    public static let standard: [LintRule] = all.filter(\.description.isDefault)

    /// What there is to know about every rule, and about those of the linter itself, which judge its configuration.
    public static var descriptions: [RuleDescription] {
        all.map(\.description) + SuppressionRules.descriptions
    }

    /// The rule of this name; `nil` where there is none.
    package static func description(of id: RuleID) -> RuleDescription? {
        descriptions.first { $0.id == id }
    }
}

extension Linter {
    /// A linter with all rules that Flipbook comes with; those that are a matter of taste run only where the
    /// configuration selects them.
    /// - Parameters: as those of ``init(rules:configuration:deepest:day:memory:)``.
    public init(
        configuration: LintConfiguration = LintConfiguration(),
        deepest: EvidenceLevel = .headers,
        day: CalendarDate? = nil,
        memory: MemoryBudget? = nil
    ) {
        self.init(
            rules: RuleRegistry.all,
            optional: Set(RuleRegistry.all.lazy.filter { !$0.description.isDefault }.map(\.id)),
            configuration: configuration,
            deepest: deepest,
            day: day,
            memory: memory
        )
    }
}
