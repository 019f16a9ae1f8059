/// The policy for missing or damaged frames, and the longest accepted gap. A file that is empty, truncated, damaged or not an
/// image is treated as missing. Playback, export and lint share this value, so an export accepts what the linter accepts.
public struct GapPolicy: Hashable, Sendable {
    /// The policy for missing and damaged frames.
    public var missing: MissingFramePolicy
    /// The maximum number of consecutive frames that may be missing. If `nil`, there is no limit.
    public var maximumGap: Int?

    /// Creates a policy. The default rejects every gap.
    public init(missing: MissingFramePolicy = .error, maximumGap: Int? = nil) {
        (self.missing, self.maximumGap) = (missing, maximumGap)
    }

    /// Returns the missing numbers that are not accepted, in order.
    /// - Parameters:
    ///   - numbers: The missing numbers, in the order of `expected`.
    ///   - expected: All numbers, existing or missing, in display order.
    /// - Complexity: O(n) in the count of expected numbers if ``maximumGap`` is set.
    public func refused(_ numbers: FrameSet, of expected: FrameSet) -> FrameSet {
        guard missing != .error else { return numbers }
        // Longer sequences are neither filled nor searched.
        let isTooLong = expected.count > FrameSet.maximumCount
        guard let maximumGap, numbers.count > maximumGap
        else { return isTooLong && missing != .skip ? numbers : FrameSet() }
        return isTooLong ? numbers : numbers.rows(longerThan: maximumGap, in: expected)
    }
}
