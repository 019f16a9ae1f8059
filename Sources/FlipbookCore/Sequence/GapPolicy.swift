/// The policy for frames that are missing or damaged, and the longest gap that it may deal with.
///
/// A file that is empty, cut short, damaged or no image is a missing frame, whether its header tells so or its pixels do.
/// Playing, exporting and linting ask the same value, so what the linter lets pass is what an export takes.
public struct GapPolicy: Hashable, Sendable {
    /// The policy for missing and damaged frames.
    public var missing: MissingFramePolicy
    /// The most of them in a row that are accepted, or `nil` if any are.
    public var maximumGap: Int?

    /// A policy, by default the one that refuses every gap.
    public init(missing: MissingFramePolicy = .error, maximumGap: Int? = nil) {
        (self.missing, self.maximumGap) = (missing, maximumGap)
    }

    /// Those of the missing numbers that are not accepted, in their order.
    /// - Parameters:
    ///   - numbers: the missing numbers in the order of `expected`.
    ///   - expected: all numbers that should be there, in display order.
    /// - Complexity: O(n) in the expected numbers, where ``maximumGap`` has to be looked at.
    public func refused(_ numbers: FrameSet, of expected: FrameSet) -> FrameSet {
        guard missing != .error else { return numbers }
        // What would be more frames than a range may name is not filled in, and not walked through.
        let isTooLong = expected.count > FrameSet.maximumCount
        guard let maximumGap, numbers.count > maximumGap else {
            return isTooLong && missing != .skip ? numbers : FrameSet()
        }
        return isTooLong ? numbers : numbers.rows(longerThan: maximumGap, in: expected)
    }
}

extension FrameSet {
    /// The numbers that stand in rows of more than `limit`, each row for itself.
    /// - Parameter order: a set that holds these numbers in the same order; what lies between two rows is not among them.
    func rows(longerThan limit: Int, in order: FrameSet) -> FrameSet {
        let own = Set(self)
        return FrameSet(order.split { !own.contains($0) }.filter { $0.count > limit }.joined())
    }
}
