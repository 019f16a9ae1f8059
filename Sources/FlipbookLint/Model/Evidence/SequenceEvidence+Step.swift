import FlipbookCore

extension SequenceEvidence {
    /// The step of a sequence that mostly has one, and the frames that do not keep to it; `nil` for one without a
    /// step, for one that keeps it throughout, and for one that only leaves frames out.
    package var irregularity: (step: Int, odd: [(before: Int, frame: FrameEvidence)])? {
        guard kind == .animation, demanded == nil, !missing.isEmpty,
            numbering.map({ $0.kind == .counted && $0.step == 1 }) ?? true
        else {
            return nil
        }
        var distances: [Int: Int] = [:]
        var steps: [(distance: Int, before: Int, frame: FrameEvidence)] = []
        var previous: Int?
        for frame in frames {
            guard let number = frame.number else { return nil }
            if let previous, previous != number {
                let distance = number &- previous
                distances[distance, default: 0] += 1
                steps.append((distance, previous, frame))
            }
            previous = number
        }
        // Of equally frequent distances the smaller one counts, so that the order of the dictionary does not matter.
        guard let (step, count) = distances.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            step > 1
        else { return nil }
        // A frame between two that are a step apart is one slip, although it is at both of its sides.
        var odd: [(distance: Int, before: Int, frame: FrameEvidence)] = []
        var open: Int?
        for here in steps {
            if let distance = open, here.distance == step &- distance {
                open = nil
            } else if here.distance != step {
                odd.append(here)
                open = here.distance
            } else {
                open = nil
            }
        }
        let keepsStep = count >= 6 && count * 7 >= (count + odd.count) * 6
        guard keepsStep || count >= 4 && odd.count == 1, odd.contains(where: { $0.distance % step != 0 }) else {
            return nil
        }
        return (step, odd.map { ($0.before, $0.frame) })
    }
}
