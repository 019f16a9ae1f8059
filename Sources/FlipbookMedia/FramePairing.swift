package import FlipbookCore

/// Pairs the frames of two sequences by number. If a frame has no number, the sequences have no number in common, or one of
/// them is a video or an animation, whose numbers only count its pictures, frames are paired by place on a common timeline.
package struct FramePairing: Hashable, Sendable {
    /// The number or the 1-based place that two frames share, and their positions in the first and in the second sequence.
    package typealias Pair = (number: Int, positions: [Int])

    package let isByNumber: Bool
    /// The numbers of the first sequence's frames, or their 1-based places if they are paired by place. The name of a held frame
    /// is its first place.
    package let names: [Int]
    /// The position of each frame in its sequence, keyed by number or by 1-based place. A held frame has several places.
    private let first, second: [Int: Int]

    package init(_ first: FrameList, _ second: FrameList) {
        let numbers = [first, second].compactMap(\.ownNumbers)
        isByNumber = numbers.count == 2 && !Set(numbers[0]).isDisjoint(with: numbers[1])
        let named: [[(name: Int, position: Int)]] =
            isByNumber
            ? numbers.map { $0.enumerated().map { ($1, $0) } }
            : Self.timelines(first, second).map { timeline in
                timeline.enumerated().compactMap { place, position in position.map { (place + 1, $0) } }
            }
        (self.first, self.second) = (.init(uniqueKeysWithValues: named[0]), .init(uniqueKeysWithValues: named[1]))
        names = Dictionary(named[0].map { ($1, $0) }, uniquingKeysWith: min).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the position of the matching frame in the second sequence, or `nil` if there is none.
    /// - Parameter offset: The number of frames by which the second sequence is delayed.
    package func position(of first: Int, offset: Int = 0) -> Int? {
        names.indices.contains(first) ? second[names[first] &+ offset] : nil
    }

    /// The frames that both sequences have, in order.
    package var pairs: [Pair] {
        first.compactMap { name, position in second[name].map { (number: name, positions: [position, $0]) } }
            .sorted { $0.number < $1.number }
    }

    /// The frames that only one sequence has, by name: those of the first sequence, then those of the second.
    package var unpaired: [[(name: Int, position: Int)]] {
        [(first, second), (second, first)].map { own, other in
            own.filter { other[$0.key] == nil }.map { (name: $0, position: $1) }.sorted { $0.name < $1.name }
        }
    }

    package var onlyInFirst: FrameSet { FrameSet(unpaired[0].map(\.name)) }
    package var onlyInSecond: FrameSet { FrameSet(unpaired[1].map(\.name)) }

    /// Returns the position of the frame at each place, or `nil` for a missing frame. A sequence can have places for its missing
    /// frames, as in a video in which they are replaced, or only for the others. A file can store a held frame once. Both
    /// timelines have equal lengths if possible.
    private static func timelines(_ lists: FrameList...) -> [[Int?]] {
        let counts = lists.map { $0.expected?.count ?? 0 } + lists.map(\.frames.count)
        let longest = lists.map(\.length).max() ?? 0
        let possible = counts.lazy.map { count in lists.compactMap { $0.places(count: count, lasting: longest) } }
        return possible.first { $0.count == lists.count }
            ?? zip(lists, counts).map { $0.places(count: $1, lasting: longest) ?? Array($0.frames.indices) }
    }
}

extension FrameList {
    fileprivate var length: Double { frames.map { $0.duration?.seconds ?? 1.0 / 30 }.reduce(0, +) }

    fileprivate var ownNumbers: [Int]? {
        let numbers = frames.compactMap(\.number)
        let areCounts = frames.contains { $0.duration != nil && $0.number == $0.path?.picture }
        return numbers.count == frames.count && Set(numbers).count == numbers.count && !areCounts ? numbers : nil
    }

    /// Returns the position of the frame at each of `count` places of equal length, or `nil` if there are as many neither of
    /// frames nor of expected numbers, and the durations are not multiples of such a length. A video stores every frame, so equal
    /// durations do not mean that each frame is held; nor do they in an animation that is much shorter than `length` seconds.
    fileprivate func places(count: Int, lasting length: Double) -> [Int?]? {
        if frames.count == count { return Array(frames.indices) }
        guard frames.count < count, count <= FrameSet.maximumCount else { return nil }
        if let expected, expected.count == count {
            let positions = Dictionary(zip(frames.map(\.number), frames.indices)) { first, _ in first }
            return expected.map { positions[$0] }
        }
        guard let slots = FrameSlots(frames.compactMap(\.duration)), slots.count == frames.count else { return nil }
        let ends = slots.beginnings.map { Double($0) / Double(slots.beginnings[slots.count]) * Double(count) }
        let lengths = zip(ends, ends.dropFirst()).map { Int($1.rounded() - $0.rounded()) }
        // A GIF's times are rounded to hundredths of a second.
        let areWhole = ends.allSatisfy { abs($0 - $0.rounded()) < 0.3 } && !lengths.contains(0)
        let isHeld = animationRepeatCount != nil && self.length > 0.75 * length
        guard areWhole, isHeld || Set(lengths).count > 1 else { return nil }
        return lengths.enumerated().flatMap { [Int?](repeating: $0, count: $1) }
    }
}
