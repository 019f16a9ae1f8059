package import FlipbookCore

/// Pairs the frames of two sequences by number, or by position if a frame has no number or the sequences have no number in
/// common.
package struct FramePairing: Hashable, Sendable {
    /// The numbers of the first sequence's frames, or their 1-based positions if they are paired by position.
    package let names: [Int]
    /// The position of each frame in the second sequence, keyed by frame number or by 1-based position.
    package let positions: [Int: Int]

    package init(_ first: [Frame], _ second: [Frame]) {
        if let ours = Self.numbers(of: first), let theirs = Self.numbers(of: second),
            !Set(ours).isDisjoint(with: theirs)
        {
            names = ours
            positions = Dictionary(uniqueKeysWithValues: theirs.enumerated().map { ($1, $0) })
        } else {
            names = Array(1..<first.count + 1)
            positions = Dictionary(uniqueKeysWithValues: second.indices.map { ($0 + 1, $0) })
        }
    }

    /// Returns the position of the matching frame in the second sequence, or `nil` if there is none.
    /// - Parameter offset: The number of frames by which the second sequence is delayed.
    package func position(of first: Int, offset: Int = 0) -> Int? {
        names.indices.contains(first) ? positions[names[first] &+ offset] : nil
    }

    package var onlyInFirst: FrameSet { FrameSet(names.filter { positions[$0] == nil }.sorted()) }

    package var onlyInSecond: FrameSet {
        let ours = Set(names)
        return FrameSet(positions.keys.filter { !ours.contains($0) }.sorted())
    }

    private static func numbers(of frames: [Frame]) -> [Int]? {
        let numbers = frames.compactMap(\.number)
        return numbers.count == frames.count && Set(numbers).count == numbers.count ? numbers : nil
    }
}
