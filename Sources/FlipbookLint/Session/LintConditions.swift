public import FlipbookCore
public import FlipbookImaging
import FlipbookLintModel

/// The way in which frames are found and shown, as far as a linter has to know: what the options of an export say, too.
public struct LintConditions: Hashable, Sendable {
    /// The dialect of patterns, or `nil` for fileseq's grammar.
    public var dialect: Dialect?
    /// The policy for missing numbers, or `nil` if a manifest says so, or nothing does.
    public var missing: MissingFramePolicy?
    /// The longest gap that ``missing`` accepts.
    public var maximumGap: Int?
    /// The policy for frames of another size or scale, or `nil` if a manifest says so, or nothing does.
    public var mismatch: MismatchPolicy?
    /// The kind of device whose pictures (`~ipad`) take the place of the universal ones.
    public var idiom: UserInterfaceIdiom?
    /// The frame numbers that are meant: others are left alone, and those that are not there are missing, or `nil` for all.
    public var frames: FrameSet?
    /// The scale factor whose variants are meant, where there are any, or `nil` for all.
    public var scale: Int?
    /// The number of frames that are shown in a second, before what a manifest says.
    public var frameRate: FrameRate?
    /// The layers and channels of files that are looked at, before those of a manifest.
    public var channels = ChannelChoice()
    /// The folders besides its own that a manifest may name files in.
    public var allowedFolders: [FilePath] = []

    /// Conditions under which everything is judged as it lies there.
    public init() {}

    /// The policy for gaps, before what a manifest says.
    func gaps(_ manifestMissing: MissingFramePolicy? = nil, _ manifestGap: Int? = nil) -> GapPolicy {
        GapPolicy(missing: missing ?? manifestMissing ?? .error, maximumGap: maximumGap ?? manifestGap)
    }
}

extension FolderEvidence {
    func judged(under conditions: LintConditions) -> FolderEvidence {
        var result = self
        result.meantFrames = conditions.frames
        for index in result.sequences.indices {
            // A number that is there in another padding is not missing.
            let family = conditions.frames == nil ? [] : self.family(of: sequences[index].pattern)
            result.sequences[index].narrow(to: conditions, in: family)
        }
        // Of several sequences those without any of the numbers are not meant.
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
    /// - Parameter family: the sequences of the same name, itself among them; none where nothing tells the name.
    fileprivate mutating func narrow(to conditions: LintConditions, in family: [SequenceEvidence]) {
        if let rate = conditions.frameRate { frameRate = rate }
        if let scale = conditions.scale, scales.count > 1, scales.contains(scale) {
            frames.removeAll { $0.scale != scale }
        }
        guard let wanted = conditions.frames, frames.allSatisfy({ $0.number != nil }) else { return }
        narrow(to: wanted, in: family)
    }
}
