public import FlipbookCore

/// The difference of two sequences, frame by frame: the result of ``SequenceComparer``.
///
/// Differences are in levels of 8 bits, from 0 to 255, with fractions where pictures have more bits. Color is compared
/// multiplied by its alpha, as it is seen.
public struct SequenceDifference: Hashable, Sendable {
    /// A frame that differs.
    public struct Frame: Hashable, Sendable, Encodable {
        /// Its number; where files have none, or the sequences no number in common, its place from 1.
        public let number: Int
        /// The file of the first sequence, or `nil` if the picture comes from none.
        public let first: String?
        /// The file of the second.
        public let second: String?
        /// The greatest difference of two samples.
        public let worst: Double
        /// The mean difference of all samples.
        public let mean: Double
        /// Pixels that differ by more than the tolerance.
        public let pixelCount: Int
        /// The column of the pixel with the greatest difference, from 0 at the left.
        public let column: Int
        /// Its row, from 0 at the top.
        public let row: Int
    }

    /// The name of the first sequence in messages.
    public let first: String
    /// The name of the second.
    public let second: String
    /// Differences up to so many levels are none.
    public let tolerance: Double
    /// The canvas of the first sequence in pixels. Of unlike sizes no frame is compared.
    public let firstSize: PixelSize
    /// The canvas of the second.
    public let secondSize: PixelSize
    /// The number of frames that were compared.
    public let comparedCount: Int
    /// The frames that differ, in their order.
    public let frames: [Frame]
    /// The frame with the greatest difference, though it be within the tolerance, or `nil` if all are equal.
    public let worst: Frame?
    /// The mean difference of all frames that were compared.
    public let mean: Double
    /// Frames that only the first sequence has, by their numbers or places.
    public let onlyInFirst: FrameSet
    /// Frames that only the second has.
    public let onlyInSecond: FrameSet
    /// Sentences about what was compared otherwise than the files have it, such as colors whose profile has no effect.
    public let notes: [Explanation]

    /// A Boolean value that indicates no difference beyond the tolerance: as many frames, of one size, with alike pictures.
    public var isEmpty: Bool {
        firstSize == secondSize && frames.isEmpty && onlyInFirst.isEmpty && onlyInSecond.isEmpty
    }

    /// The frames that differ most, the worst first.
    public func worstFrames(_ count: Int) -> [Frame] {
        Array(frames.sorted { ($0.worst, $0.mean, $1.number) > ($1.worst, $1.mean, $0.number) }.prefix(count))
    }
}

extension SequenceDifference: Encodable {
    private enum CodingKeys: CodingKey {
        case first, second, isEqual, tolerance, firstSize, secondSize, compared, differing, worst, mean, onlyInFirst,
            onlyInSecond, frames
    }

    /// A document with every key; sets of frames are ranges, `3-7,9`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(first, forKey: .first)
        try container.encode(second, forKey: .second)
        try container.encode(isEmpty, forKey: .isEqual)
        try container.encode(tolerance, forKey: .tolerance)
        try container.encode([firstSize.width, firstSize.height], forKey: .firstSize)
        try container.encode([secondSize.width, secondSize.height], forKey: .secondSize)
        try container.encode(comparedCount, forKey: .compared)
        try container.encode(FrameSet(frames.map(\.number)).description, forKey: .differing)
        try container.encode(worst?.worst ?? 0, forKey: .worst)
        try container.encode(mean, forKey: .mean)
        try container.encode(onlyInFirst.description, forKey: .onlyInFirst)
        try container.encode(onlyInSecond.description, forKey: .onlyInSecond)
        try container.encode(frames, forKey: .frames)
    }
}

extension SequenceDifference {
    /// The differences, in lines for people.
    /// - Parameter count: The number of the worst frames that have a line of their own.
    public func text(listing count: Int = 10) -> String {
        guard firstSize == secondSize else {
            return "The sizes differ: \(first) is \(firstSize), \(second) is \(secondSize). No frame was compared."
        }
        var lines = [summary]
        if !onlyInFirst.isEmpty { lines.append("Only in \(first): \(Self.frames(onlyInFirst)).") }
        if !onlyInSecond.isEmpty { lines.append("Only in \(second): \(Self.frames(onlyInSecond)).") }
        let listed = worstFrames(count)
        lines += listed.map(\.text)
        if count > 0, frames.count > listed.count { lines.append("and \(frames.count - listed.count) more") }
        return lines.joined(separator: "\n")
    }

    static func frames(_ numbers: FrameSet) -> String { "\(numbers.count == 1 ? "frame" : "frames") \(numbers)" }

    private var summary: String {
        let all = comparedCount.of("frame")
        guard let worst else { return comparedCount == 0 ? "No frame is in both." : "\(all) compared, no difference." }
        let measure = "worst \(worst.worst.asLevels) of 255 levels in frame \(worst.number), mean \(mean.asLevels)"
        guard !frames.isEmpty else {
            return "\(all) compared, none differs by more than \(tolerance.asLevels) levels: \(measure)."
        }
        let differing = FrameSet(frames.map(\.number)).description
        return "\(frames.count) of \(all) \(frames.count == 1 ? "differs" : "differ") (\(differing)): \(measure)."
    }
}

extension SequenceDifference.Frame {
    /// The frame's difference, a line.
    var text: String {
        "frame \(number): worst \(worst.asLevels) at \(column),\(row), mean \(mean.asLevels), "
            + "\(pixelCount.of("pixel"))"
    }
}

extension Double {
    /// The number with at most four decimals, and none that it does not need; what is less is not written as 0.
    fileprivate var asLevels: String {
        guard self > 0, self < 1e9 else { return "0" }
        let parts = Int((self * 10_000).rounded())
        guard parts > 0 else { return "below 0.0001" }
        var decimals = String(10_000 + parts % 10_000).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return decimals.isEmpty ? "\(parts / 10_000)" : "\(parts / 10_000).\(decimals)"
    }
}
