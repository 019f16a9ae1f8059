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

    /// The frames that only one sequence has, by name: those of the first sequence, then those of the second.
    package var unpaired: [[(name: Int, position: Int)]] {
        let ours = Set(names)
        let first = names.enumerated().filter { positions[$0.element] == nil }.map { (name: $1, position: $0) }
        let second = positions.filter { !ours.contains($0.key) }.map { (name: $0, position: $1) }
        return [first, second].map { $0.sorted { $0.name < $1.name } }
    }

    package var onlyInFirst: FrameSet { FrameSet(unpaired[0].map(\.name)) }
    package var onlyInSecond: FrameSet { FrameSet(unpaired[1].map(\.name)) }

    private static func numbers(of frames: [Frame]) -> [Int]? {
        let numbers = frames.compactMap(\.number)
        return numbers.count == frames.count && Set(numbers).count == numbers.count ? numbers : nil
    }
}
