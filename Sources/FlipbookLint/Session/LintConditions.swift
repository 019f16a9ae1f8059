public import FlipbookCore
public import FlipbookImaging
import FlipbookLintModel

/// The conditions for finding and displaying frames. They correspond to the options of an export.
public struct LintConditions: Hashable, Sendable {
    /// The dialect of patterns. If `nil`, fileseq's grammar is used.
    public var dialect: Dialect?
    /// The policy for missing numbers. If `nil`, the manifest's policy applies.
    public var missing: MissingFramePolicy?
    /// The longest gap that ``missing`` accepts.
    public var maximumGap: Int?
    /// The policy for frames of a different size or scale. If `nil`, the manifest's policy applies.
    public var mismatch: MismatchPolicy?
    /// The kind of device whose pictures (`~ipad`) replace the universal ones.
    public var idiom: UserInterfaceIdiom?
    /// The frame numbers to judge, or `nil` for all. Other frames are ignored, and requested numbers without a file are
    /// missing.
    public var frames: FrameSet?
    /// The scale factor to judge if variants exist, or `nil` for all.
    public var scale: Int?
    /// The frame rate, in frames per second. It takes precedence over the rate in a manifest.
    public var frameRate: FrameRate?
    /// The layers and channels to read. They take precedence over those in a manifest.
    public var channels = ChannelChoice()
    /// Additional folders whose files a manifest may use.
    public var allowedFolders: [FilePath] = []

    /// Creates conditions with default values.
    public init() {}

    func gaps(_ manifestMissing: MissingFramePolicy? = nil, _ manifestGap: Int? = nil) -> GapPolicy {
        GapPolicy(missing: missing ?? manifestMissing ?? .error, maximumGap: maximumGap ?? manifestGap)
    }
}

extension FolderEvidence {
    func judged(under conditions: LintConditions) -> FolderEvidence {
        var result = self
        result.meantFrames = conditions.frames
        for index in result.sequences.indices {
            // A number that exists with different padding is not missing.
            let family = conditions.frames == nil ? [] : self.family(of: sequences[index].pattern)
            result.sequences[index].narrow(to: conditions, in: family)
        }
        // Applies the request only to sequences that have the requested numbers, unless none do.
        if conditions.frames != nil, result.sequences.contains(where: { !$0.frames.isEmpty }) {
            result.sequences.removeAll { $0.frames.isEmpty }
        }
        for index in localizations.indices {
            result.localizations[index].folder = localizations[index].folder.judged(under: conditions)
        }
        return result
    }
}

extension SequenceEvidence {
    fileprivate mutating func narrow(to conditions: LintConditions, in family: [SequenceEvidence]) {
        if let rate = conditions.frameRate { frameRate = rate }
        if let scale = conditions.scale, scales.count > 1, scales.contains(scale) {
            frames.removeAll { $0.scale != scale }
        }
        guard let wanted = conditions.frames, frames.allSatisfy({ $0.number != nil }) else { return }
        narrow(to: wanted, in: family)
    }
}
