/// Frames by what they are, in the order in which the kinds appear.
package struct FrameGroups<Kind: Hashable> {
    /// The groups.
    package private(set) var all: [(kind: Kind, frames: [FrameEvidence])] = []
    private var indices: [Kind: Int] = [:]
    /// The group of the last frame: mostly it is the next one's, too, which saves a hash.
    private var last = 0

    /// No frames yet.
    package init() {}

    /// Sorts frames by kind; those without one are left out.
    package init(_ frames: [FrameEvidence], by kind: (FrameEvidence) -> Kind?) {
        guard let first = frames.first else { return }
        var start = 0
        if let usual = kind(first) {
            // Mostly all are of one kind. Then the group is the array itself, and no frame is copied.
            start = 1
            while start < frames.count, kind(frames[start]) == usual { start += 1 }
            all = [(usual, start == frames.count ? frames : Array(frames[..<start]))]
            indices[usual] = 0
        }
        for index in start..<frames.count {
            if let kind = kind(frames[index]) { append(frames[index], to: kind) }
        }
    }

    /// Adds a frame to the group of its kind.
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

    /// The groups, the most frequent kind first; of equally frequent ones, what comes first.
    package var byFrequency: [(kind: Kind, frames: [FrameEvidence])] {
        guard all.count > 1 else { return all }
        // The order of appearance is made part of the comparison, since sort(by:) does not promise stability.
        return all.enumerated().sorted { left, right in
            (left.element.frames.count, right.offset) > (right.element.frames.count, left.offset)
        }.map(\.element)
    }

    /// The number of frames that are in a group.
    package var count: Int { all.reduce(0) { $0 + $1.frames.count } }
}
