package import FlipbookCore

/// The sizes of the pictures of one scale factor, counted.
package struct SizeStatistics: Sendable {
    /// The scale factor.
    package let scale: Int
    /// The files of each size, the most frequent size first; of equally frequent ones, what comes first.
    package let groups: [(size: PixelSize, frames: [FrameEvidence])]
    /// The number of files that have a size.
    package let count: Int

    /// Counts the sizes, as they are shown, of the frames of one scale factor whose header could be read.
    package init(_ frames: [FrameEvidence], scale: Int) {
        let groups = FrameGroups(frames) { $0.scale == scale ? $0.shownSize : nil }
        self.scale = scale
        (count, self.groups) = (groups.count, groups.byFrequency.map { ($0.kind, $0.frames) })
    }

    /// The size that most files have, or `nil` if none has any.
    package var usual: PixelSize? { groups.first?.size }

    /// A Boolean value that tells whether there is no size that counts as the usual one.
    ///
    /// Half of the files or more have a size that no other has, or the most
    /// frequent size is that of fewer than a quarter: so look icons and
    /// textures that are numbered, hardly a drawing that moves.
    package var areUnrelated: Bool {
        guard count > 2, groups.count > 2, let usual = groups.first else { return false }
        let alone = groups.count { $0.frames.count == 1 }
        return alone * 2 >= count || usual.frames.count * 4 < count
    }
}

extension SequenceEvidence {
    /// Whether these are pictures of many sizes that share a name and a numbering, rather than an animation.
    package var hasUnrelatedSizes: Bool { unrelatedSizes != nil }

    /// The sizes of such pictures at the scale factor that most of them have, or `nil` for what may be an animation.
    package var unrelatedSizes: SizeStatistics? {
        guard kind == .animation, let usual = sizes.max(by: { $0.count < $1.count }) else { return nil }
        return usual.areUnrelated ? usual : nil
    }
}
