/// Frames sorted into groups, which keep the order in which they first appear.
package struct FrameGroups<Kind: Hashable> {
    /// The groups.
    package private(set) var all: [(kind: Kind, frames: [FrameEvidence])] = []
    private var indices: [Kind: Int] = [:]
    /// The group of the last frame: mostly it is the next one's, too, which saves a hash.
    private var last = 0

    /// No frames yet.
    package init() {}

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
}
