import FlipbookCore

/// Frames by what they are, the most frequent kind first: the majority decides what is odd.
package struct Majority<Kind: Hashable> {
    /// The kinds and their frames; of equally frequent kinds, what comes first.
    package let groups: [(kind: Kind, frames: [FrameEvidence])]
    /// The number of frames that are of any kind.
    package let count: Int

    /// Sorts frames by kind; those without one are left out.
    package init(of frames: [FrameEvidence], by kind: (FrameEvidence) -> Kind?) {
        let groups = FrameGroups(frames, by: kind)
        (count, self.groups) = (groups.count, groups.byFrequency)
    }

    /// What the frames are called that are counted: files, where several are one frame.
    private var noun: String {
        var numbers: Set<Int> = []
        return groups.lazy.flatMap(\.frames).contains { $0.number.map { !numbers.insert($0).inserted } ?? false }
            ? "file" : "frame"
    }

    /// The most frequent kind.
    package var usual: (kind: Kind, frames: [FrameEvidence])? { groups.first }

    /// A Boolean value that tells whether more than half of the frames are of the most frequent kind.
    package var isClear: Bool { (usual?.frames.count ?? 0) * 2 > count }

    /// The other kinds.
    package var odd: ArraySlice<(kind: Kind, frames: [FrameEvidence])> { groups.dropFirst() }

    /// What the frames are that are as they should be: `the other 9 frames are square`, in a sentence about `odd` frames.
    /// - Parameters:
    ///   - one: what one frame is, with its verb.
    ///   - many: what several are, with their verb.
    package func rest(without odd: Int, one: String, many: String) -> String {
        guard let usual else { return "" }
        let there = usual.frames.count
        if there + odd < count { return "\(there) of \(count.of(noun)) \(there == 1 ? one : many)" }
        return there == 1 ? "the other \(noun) \(one)" : "the other \(there.of(noun)) \(many)"
    }
}

extension SequenceEvidence {
    /// Whether the frames' properties can be compared: an animation of three files or more, not numbered pictures
    /// that have nothing to do with each other. Of two, none is known to be the odd one.
    package var isComparable: Bool { kind == .animation && frames.count > 2 && !areNumberedStills }

    /// A Boolean value that tells whether the files are frames of one animation.
    package var isAnimation: Bool { kind == .animation }
}
