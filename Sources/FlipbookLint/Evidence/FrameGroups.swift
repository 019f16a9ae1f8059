/// Frames sorted into groups, which keep the order in which they first appear.
struct FrameGroups<Kind: Hashable> {
    /// The groups.
    private(set) var all: [(kind: Kind, frames: [FrameEvidence])] = []
    private var indices: [Kind: Int] = [:]

    /// Adds a frame to the group of its kind.
    mutating func append(_ frame: FrameEvidence, to kind: Kind) {
        if let index = indices[kind] {
            all[index].frames.append(frame)
        } else {
            indices[kind] = all.count
            all.append((kind, [frame]))
        }
    }
}
