public import FlipbookCore
import FlipbookRender

/// The differences between two sequences, frame by frame: the result of ``SequenceComparer``.
///
/// Differences are in 8-bit levels, from 0 to 255, with fractions for pictures with more bits. Colors are compared
/// premultiplied by alpha.
public struct SequenceDifference: Hashable, Sendable, Encodable {
    /// A frame that differs.
    public struct Frame: Hashable, Sendable, Encodable {
        /// The frame number, or the 1-based position if the frames are paired by position.
        public let number: Int
        /// The file in the first sequence, or `nil` for a picture without a file.
        public let first: String?
        /// The file in the second sequence, or `nil` for a picture without a file.
        public let second: String?
        /// The largest difference between two samples.
        public let worst: Double
        /// The mean difference of all samples.
        public let mean: Double
        /// The mean of each pixel's largest difference, among the pixels that differ by more than the tolerance.
        let typical: Double
        /// The number of pixels that differ by more than the tolerance.
        public let pixelCount: Int
        /// The column of the pixel with the largest difference, counted from 0 at the left.
        public let column: Int
        /// The row of the pixel with the largest difference, counted from 0 at the top.
        public let row: Int
        /// The smallest rectangle that contains all pixels that differ by more than the tolerance.
        let area: PixelRect

        private enum CodingKeys: CodingKey { case number, first, second, worst, mean, pixelCount, column, row }

        /// The factor by which differences are multiplied, so that the largest one is white.
        var amplification: Double { max(1, (255 / worst).rounded(.down)) }

        /// Returns whether the frame differs less than another one. If both differ equally, the later frame is treated as
        /// differing less.
        func differsLess(than other: Frame) -> Bool { (worst, mean, other.number) < (other.worst, other.mean, number) }

        /// A Boolean value that indicates whether ``area`` covers less than three quarters of the frame.
        func isLocal(in size: PixelSize) -> Bool { pixelCount > 0 && area.size.area * 4 < size.area * 3 }

        var strength: String { pixelCount == 0 ? "line" : typical < 16 ? "slight" : typical < 64 ? "clear" : "strong" }

        /// A description of the strength and the extent of the difference: `strong difference in a 51x51 px area at 40,40`.
        func judgment(in size: PixelSize) -> String {
            if pixelCount == 1 { return "\(strength) difference in one pixel" }
            if isLocal(in: size) { return "\(strength) difference in a \(area.size) px area at \(area.x),\(area.y)" }
            if pixelCount == size.area { return "\(strength) difference in every pixel" }
            return "\(strength) difference "
                + (pixelCount * 2 > size.area ? "almost everywhere" : "scattered over the frame")
        }
    }

    /// The name of the first sequence in messages.
    public let first: String
    /// The name of the second sequence in messages.
    public let second: String
    /// The largest difference, in 8-bit levels, at which samples are treated as equal.
    public let tolerance: Double
    /// The canvas size of the first sequence, in pixels. If the sizes differ, no frames are compared.
    public let firstSize: PixelSize
    /// The canvas size of the second sequence, in pixels.
    public let secondSize: PixelSize
    /// The number of compared frames, not counting ``incomparable`` ones.
    public let comparedCount: Int
    /// The frames that differ, in order.
    public let frames: [Frame]
    /// The frames that differ within the tolerance, in order.
    let tolerated: [Frame]
    /// The mean difference of all compared frames.
    public let mean: Double
    /// The frames that only the first sequence has, by number or position.
    public let onlyInFirst: FrameSet
    /// The frames that only the second sequence has.
    public let onlyInSecond: FrameSet
    /// The frames that are missing or damaged in one of the sequences, and whose substitutes differ from the picture in the
    /// other sequence, and scene-linear frames that differ only in pixels brighter than white.
    public let incomparable: FrameSet
    /// Notes on differences between the files and the compared pictures, such as ignored color profiles.
    public let notes: [Explanation]

    /// A Boolean value that indicates whether the sequences are equal within the tolerance.
    public var isEmpty: Bool {
        firstSize == secondSize && [onlyInFirst, onlyInSecond, incomparable].allSatisfy(\.isEmpty) && frames.isEmpty
    }

    /// The frame with the largest difference, even if it is within the tolerance, or `nil` if all frames are equal.
    public var worst: Frame? { (frames + tolerated).max { $0.differsLess(than: $1) } }

    /// Returns the frames that differ most, the worst first.
    public func worstFrames(_ count: Int) -> [Frame] {
        Array(frames.sorted { $1.differsLess(than: $0) }.prefix(count))
    }

    private enum CodingKeys: CodingKey {
        case first, second, isEqual, tolerance, firstSize, secondSize, compared, differing, worst, mean
        case onlyInFirst, onlyInSecond, incomparable, frames
    }

    /// Encodes every key, with sets of frames as ranges: `3-7,9`.
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
        try container.encode(incomparable.description, forKey: .incomparable)
        try container.encode(frames, forKey: .frames)
    }

    /// Returns the differences as lines of text.
    /// - Parameter count: The maximum number of frames that have their own line, starting with the one that differs most.
    public func text(listing count: Int = 10) -> String {
        guard firstSize == secondSize else { return summary }
        var lines = [summary]
        if !onlyInFirst.isEmpty { lines.append("Only in \(first): \(Self.frames(onlyInFirst)).") }
        if !onlyInSecond.isEmpty { lines.append("Only in \(second): \(Self.frames(onlyInSecond)).") }
        let listed = worstFrames(count)
        lines += listed.map { "frame \($0.number): \(words(for: $0))" }
        if count > 0, frames.count > listed.count { lines.append("and \(frames.count - listed.count) more") }
        return lines.joined(separator: "\n")
    }

    static func frames(_ numbers: FrameSet) -> String { (numbers.count == 1 ? "frame " : "frames ") + list(numbers) }

    /// Returns the numbers for display, without the range syntax for steps: `2-4, 10, 20`.
    private static func list(_ numbers: FrameSet) -> String {
        numbers.ranges.flatMap { $0.step == 1 ? ["\(FrameSet($0))"] : $0.map(String.init) }.listed(atMost: 8)
    }

    /// The number of differing frames among the compared ones: `3 of 22 frames differ`.
    package var counts: String {
        guard firstSize == secondSize else { return "the sizes differ" }
        let limit = tolerance > 0 ? " by more than \(tolerance.shortest)" : ""
        return "\(frames.count) of \(comparedCount.of("frame")) \(frames.count == 1 ? "differs" : "differ")\(limit)"
    }

    var summary: String {
        guard firstSize == secondSize else {
            return "The sizes differ: \(first) is \(firstSize), \(second) is \(secondSize). No frames were compared."
        }
        let lost = Self.list(incomparable)
        let others = incomparable.isEmpty ? "" : " \(incomparable.count) cannot be compared (\(lost))."
        guard comparedCount > 0 || incomparable.isEmpty else { return "No frame can be compared (\(lost))." }
        guard comparedCount > 0 else { return "The sequences have no frames in common." }
        let all = comparedCount.of("frame")
        guard let worst else { return "\(all) compared, no difference.\(others)" }
        let largest = "largest difference \(words(for: worst.worst)) of 255 in frame \(worst.number)"
        let measure = "\(largest); mean difference \(mean.bounded)"
        guard !frames.isEmpty
        else { return "\(all) compared; none differs by more than \(tolerance.shortest): \(measure).\(others)" }
        return "\(counts) (\(Self.list(FrameSet(frames.map(\.number))))): \(measure).\(others)"
    }

    /// Returns a description of a frame's difference: `largest difference 181 of 255 at 50,30; 1,361 pixels differ (1.8%)`.
    func words(for frame: Frame) -> String {
        let share = 100 * Double(frame.pixelCount) / Double(firstSize.area)
        let largest = "largest difference \(words(for: frame.worst)) of 255 at \(frame.column),\(frame.row)"
        guard frame.pixelCount > 0 else { return "within the tolerance of \(tolerance.shortest); \(largest)" }
        return "\(largest); \(frame.pixelCount.grouped) \(frame.pixelCount == 1 ? "pixel differs" : "pixels differ") "
            + "(\(min(share, share < 100 ? 99.9 : 100).bounded)%)"
    }

    /// Returns a level for display. A level above the tolerance is not rounded down to it.
    func words(for level: Double) -> String { level.shortened(above: level > tolerance ? tolerance : -1) }
}

extension Double {
    /// The number for display: `2.7`, or `less than 0.01`.
    fileprivate var bounded: String { self > 0 && self < 0.01 ? "less than 0.01" : shortened() }

    /// Returns the number with at most one decimal or, if it is small or would be rounded to `limit`, with more digits.
    fileprivate func shortened(above limit: Double = -1) -> String {
        var unit = 10.0
        while self > 0, unit < 1e9, self * unit < 10 || (self * unit).rounded() <= limit * unit { unit *= 10 }
        return ((self * unit).rounded() / unit).shortest
    }
}
