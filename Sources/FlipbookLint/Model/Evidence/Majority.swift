package import FlipbookCore

/// Frames grouped by kind, the most frequent kind first. Frames that differ from the majority are odd.
package struct Majority<Kind: Hashable> {
    package let groups: [(kind: Kind, frames: [FrameEvidence])]
    package let count: Int

    package init(of frames: [FrameEvidence], by kind: (FrameEvidence) -> Kind?) {
        let groups = FrameGroups(frames, by: kind)
        (count, self.groups) = (groups.count, groups.byFrequency)
    }

    private var noun: String {
        var numbers: Set<Int> = []
        return groups.lazy.flatMap(\.frames).contains { $0.number.map { !numbers.insert($0).inserted } ?? false }
            ? "file" : "frame"
    }

    package var usual: (kind: Kind, frames: [FrameEvidence])? { groups.first }

    package var odd: ArraySlice<(kind: Kind, frames: [FrameEvidence])> { groups.dropFirst() }

    /// Returns a phrase about the other frames, given the number of `odd` frames: `the other 9 frames are square`.
    package func rest(without odd: Int, _ one: String) -> String {
        guard let usual else { return "" }
        let there = usual.frames.count
        if there + odd < count { return "\(there) of \(count.of(noun)) \(there == 1 ? one : one.inPlural)" }
        return there == 1 ? "the other \(noun) \(one)" : "the other \(there.of(noun)) \(one.inPlural)"
    }
}

extension SequenceEvidence {
    /// A Boolean value that indicates whether this is an animation of at least three files. With two files, either could be the
    /// odd one.
    package var isComparable: Bool { kind == .animation && frames.count > 2 && !areNumberedStills }

    package var isAnimation: Bool { kind == .animation }

    /// The sizes of unrelated numbered pictures at the most frequent scale factor, or `nil` if the pictures may be an
    /// animation.
    package var unrelatedSizes: SizeStatistics? {
        guard kind == .animation, let usual = sizes.max(by: { $0.count < $1.count }) else { return nil }
        return usual.areUnrelated ? usual : nil
    }
}

package struct FrameGroups<Kind: Hashable> {
    package private(set) var all: [(kind: Kind, frames: [FrameEvidence])] = []
    private var indices: [Kind: Int] = [:]
    /// The group of the last frame. The next frame usually belongs to the same group, so no hash has to be computed.
    private var last = 0

    package init() {}

    package init(_ frames: [FrameEvidence], by kind: (FrameEvidence) -> Kind?) {
        guard let first = frames.first else { return }
        var start = 0
        if let usual = kind(first) {
            // Usually all frames are of one kind. The group is then the array itself, and no frame is copied.
            start = 1
            while start < frames.count, kind(frames[start]) == usual { start += 1 }
            all = [(usual, start == frames.count ? frames : Array(frames[..<start]))]
            indices[usual] = 0
        }
        for index in start..<frames.count { if let kind = kind(frames[index]) { append(frames[index], to: kind) } }
    }

    package mutating func append(_ frame: FrameEvidence, to kind: Kind) {
        if all.indices.contains(last), all[last].kind == kind {
            all[last].frames.append(frame)
        } else if let index = indices[kind] {
            last = index
            all[index].frames.append(frame)
        } else {
            last = all.count
            indices[kind] = all.count
            all.append((kind, [frame]))
        }
    }

    package var byFrequency: [(kind: Kind, frames: [FrameEvidence])] {
        guard all.count > 1 else { return all }
        // Compares the order of appearance explicitly, since sort(by:) is not guaranteed to be stable.
        return all.enumerated().sorted { left, right in
            (left.element.frames.count, right.offset) > (right.element.frames.count, left.offset)
        }.map(\.element)
    }

    package var count: Int { all.reduce(0) { $0 + $1.frames.count } }
}

package struct SizeStatistics: Sendable {
    package let scale: Int
    package let groups: [(size: PixelSize, frames: [FrameEvidence])]
    package let count: Int

    package init(_ frames: [FrameEvidence], scale: Int) {
        let groups = FrameGroups(frames) { $0.scale == scale ? $0.shownSize : nil }
        self.scale = scale
        (count, self.groups) = (groups.count, groups.byFrequency.map { ($0.kind, $0.frames) })
    }

    package var usual: PixelSize? { groups.first?.size }

    /// A Boolean value that indicates whether there is no usual size: at least half of the files have unique sizes, or fewer
    /// than a quarter have the most frequent size. This is typical of numbered icons and textures.
    package var areUnrelated: Bool {
        guard count > 2, groups.count > 2, let usual = groups.first else { return false }
        let alone = groups.count { $0.frames.count == 1 }
        return alone * 2 >= count || usual.frames.count * 4 < count
    }
}
