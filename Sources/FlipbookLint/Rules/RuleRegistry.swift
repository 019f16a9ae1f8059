public import FlipbookFiles
public import FlipbookLintModel

/// Flipbook's own rules.
public enum RuleRegistry {
    /// All rules, in the order of the documentation.
    public static let all: [LintRule] = [
        .empty, .singleFrame, .gap, .shortHead, .shortTail, .companionLength, .missingTime, .rollover, .irregularStep,
        .orphan, .startIndex, .overLimit, .zeroPadded, .duplicateNumber, .mixedPadding, .digitBoundary,
        .lexicographicOrder, .ambiguousNumber, .mixedSpelling, .mixedSize, .mixedPixelSize, .numberedStills,
        .mixedScale, .mixedAlpha, .mixedColorType, .mixedChannels, .mixedFormat, .mixedBitDepth, .mixedColorSpace,
        .mixedOrientation, .mixedStack, .timeCode,
        .staleFrame, .undecodableName, .unfinishedFix, .unfinishedExport, .inventedFrame, .unreadableList, .unsafeName,
        .caseCollision, .copy, .leftover, .deviceFrames, .partialScale, .variantSize, .fractionalSize, .scaleSuffix,
        .huge, .memory, .fileSizeOutlier, .pixelAspect, .oddCanvas, .unusualGamma, .untagged, .contradictoryColor,
        .damagedProfile, .unappliedProfile, .foreignProfile, .highDynamicRange, .unsupported, .formatByExtension,
        .emptyFile, .truncated, .corrupt, .outsideArchive, .trailingData, .malformed, .unreadable, .tooLarge,
        .interlaced, .animatedFile, .defaultRate, .tooFast, .durationOutlier, .infiniteRepeat, .noPoster,
        .posterMismatch,
        .highlightPartial, .highlightCount, .highlightSize, .highlightScale, .opaqueAlpha, .opaqueNotFilled,
        .couldBeOpaque, .invisible, .exportLoss, .implicitCanvas, .mixedAspect, .distortion, .crop, .modeGaps, .redraw,
        .halfPixel, .oversized, .upscaled, .missingVariant, .noCenter, .capsMode, .capsBounds, .capsFraction,
        .legacyCaps, .smallTile, .partialTile, .edgeVariation, .frameWithTransform, .permanentTransform,
        .handlerDisabled, .outsideSuperview, .duplicateRestorationIdentifier, .assetContents, .assetMissingFile,
        .assetUnassigned, .assetEmptySlot, .assetRepeatedSlot, .assetSize, .assetScaleName, .assetTemplateName, .symbol,
        .capsScaleMismatch, .capsBeyondImage, .invalidManifest, .missingFile, .outsideFolder, .bundledPath,
        .missingLabel, .partialLocalization, .localizedCount, .localizedSize, .missingBase, .shadowedLocalization,
        .missingDirection, .undecodable, .checksum, .unusedAlpha, .transparentFrame, .nearlyOpaque, .premultiplied,
        .blankFrame, .duplicateFrames, .nearDuplicates, .contentJump, .swapped, .shifted, .frozen, .halfDecoded,
        .exposureFlicker, .limitedRange, .clipped, .notFinite, .unusedDepth, .emptyTop, .flashing,
    ]

    /// The rules that run by default.
    public static let standard: [LintRule] = all.filter(\.description.isDefault)

    /// The descriptions of all rules, including those about the configuration itself.
    public static var descriptions: [RuleDescription] {
        all.map(\.description) + SuppressionRules.descriptions + [ExpectationRules.unmet]
    }
}

extension Linter {
    /// Creates a linter with Flipbook's own rules. Optional rules run only if the configuration selects them.
    /// - Parameters: see ``init(rules:configuration:deepest:day:memory:)``.
    public init(
        configuration: LintConfiguration = LintConfiguration(),
        deepest: EvidenceLevel = .headers,
        day: CalendarDate? = nil,
        memory: MemoryBudget? = nil
    ) {
        self.init(rules: RuleRegistry.all, configuration: configuration, deepest: deepest, day: day, memory: memory)
        optional = Set(RuleRegistry.all.lazy.filter { !$0.description.isDefault }.map(\.id))
    }
}
