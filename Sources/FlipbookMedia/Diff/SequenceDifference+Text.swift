import FlipbookCore

extension SequenceDifference {
    /// What differs, in lines for people.
    /// - Parameter count: How many of the worst frames have a line of their own.
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

    private static func frames(_ numbers: FrameSet) -> String {
        "\(numbers.count == 1 ? "frame" : "frames") \(numbers)"
    }

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
    /// How the frame differs, a line.
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
