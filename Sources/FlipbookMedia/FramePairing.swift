package import FlipbookCore

/// The pairs of frames of two sequences: those with the same number, or those at the same place if not all have a number, or
/// none is common to both.
package struct FramePairing: Hashable, Sendable {
    /// The names of the first sequence's frames: their numbers, or their places from 1.
    package let names: [Int]
    /// The positions of the second sequence's frames by what they are called.
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

    /// The frame of the second sequence that belongs to one of the first, or `nil` if it has none.
    /// - Parameter offset: How many frames later the second sequence's frame is.
    package func position(of first: Int, offset: Int = 0) -> Int? {
        names.indices.contains(first) ? positions[names[first] &+ offset] : nil
    }

    package var onlyInFirst: FrameSet { FrameSet(names.filter { positions[$0] == nil }.sorted()) }

    package var onlyInSecond: FrameSet {
        let ours = Set(names)
        return FrameSet(positions.keys.filter { !ours.contains($0) }.sorted())
    }

    /// The numbers of frames, or `nil` if one has none, or two have the same.
    private static func numbers(of frames: [Frame]) -> [Int]? {
        let numbers = frames.compactMap(\.number)
        return numbers.count == frames.count && Set(numbers).count == numbers.count ? numbers : nil
    }
}
