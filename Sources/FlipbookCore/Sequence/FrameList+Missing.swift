extension FrameList {
    /// The list with something in the place of each missing frame, or without them, as the policy says.
    ///
    /// A held frame shows the drawing before it. Missing numbers at the start have none before
    /// them and show the first drawing there is; a hint says so. What was done
    /// is in ``substituted``, and a hint says it in words.
    /// - Throws: ``MissingFramesError`` with all missing numbers under the policy `error`, where no frame is left
    ///   to show or to hold, and where more frames would be put in than a range may name.
    /// - Complexity: O(n) in the expected numbers.
    public func substituting(_ policy: MissingFramePolicy) throws(MissingFramesError) -> FrameList {
        guard !missing.isEmpty, let expected else { return self }
        func refuse(_ reason: MissingFramesError.Reason) -> MissingFramesError {
            MissingFramesError(name: name, missing: missing, expectedCount: expected.count, reason: reason)
        }
        if policy == .error { throw refuse(.refused) }
        guard let firstThere = frames.first else { throw refuse(.nothingThere) }
        if policy == .skip {
            let hint = "\(name): left out missing \(missing.asFrames)"
            let numbers = FrameSet(frames.lazy.compactMap(\.number))
            return FrameList(
                name: name,
                frames: frames,
                expected: numbers,
                missing: FrameSet(),
                hints: hints + [hint]
            )
        }
        guard expected.count <= FrameSet.maximumCount else { throw refuse(.tooMany) }

        var byNumber: [Int: Frame] = [:]
        for frame in frames {
            if let number = frame.number { byNumber[number] = frame }
        }
        var filled: [Frame] = []
        filled.reserveCapacity(expected.count)
        var held = firstThere
        for number in expected {
            if let frame = byNumber[number] {
                filled.append(frame)
                held = frame
            } else {
                filled.append(policy == .black ? .black(number) : .holding(held, at: number))
            }
        }
        return FrameList(
            name: name,
            frames: filled,
            expected: expected,
            missing: FrameSet(),
            hints: hints + substitutionHints(policy, from: firstThere, in: expected)
        )
    }

    private func substitutionHints(_ policy: MissingFramePolicy, from first: Frame, in expected: FrameSet) -> [String] {
        if policy == .black { return ["\(name): put black in for missing \(missing.asFrames)"] }
        // The numbers before the first drawing are not many ranges, but may be many numbers.
        let leading = FrameSet(expected.lazy.prefix { $0 != first.number })
        let rest = leading.isEmpty ? missing : FrameSet(missing.lazy.dropFirst(leading.count))
        var hints: [String] = []
        if let number = first.number, !leading.isEmpty {
            hints.append("\(name): no frame precedes missing \(leading.asFrames), so frame \(number) is shown there")
        }
        if !rest.isEmpty { hints.append("\(name): held the previous frame for missing \(rest.asFrames)") }
        return hints
    }
}

extension Frame {
    /// A black frame in the place of `number`.
    fileprivate static func black(_ number: Int) -> Frame {
        Frame(number: number, source: .black, substitution: .black)
    }

    /// The picture of `frame` in the place of `number`.
    fileprivate static func holding(_ frame: Frame, at number: Int) -> Frame {
        Frame(
            number: number,
            source: frame.source,
            scale: frame.scale,
            substitution: .held(from: frame.number ?? number)
        )
    }
}

extension FrameSet {
    /// The numbers with their noun: `frame 7`, `frames 3,7-9`.
    var asFrames: String { (count == 1 ? "frame " : "frames ") + description }
}

/// Frames that should be there are not.
public struct MissingFramesError: Error, Hashable, Sendable {
    /// Why they cannot be done without.
    public enum Reason: Hashable, Sendable {
        /// The policy is to refuse.
        case refused
        /// No frame is there at all.
        case nothingThere
        /// There would be more frames than ``FrameSet/maximumCount``.
        case tooMany
    }

    /// What messages call the sequence.
    public let name: String
    /// All missing numbers, in display order.
    public let missing: FrameSet
    /// How many frames there should be.
    public let expectedCount: Int
    /// Why they cannot be done without.
    public let reason: Reason
}

extension MissingFramesError: CustomStringConvertible {
    /// The sequence, every missing number, and the remedy, in one line.
    public var description: String {
        let isOne = missing.count == 1
        let fact = "\(name): \(missing.asFrames) \(isOne ? "is" : "are") missing (\(missing.count) of \(expectedCount))"
        switch reason {
        case .refused:
            return "\(fact). Render \(isOne ? "it" : "them"), or accept the gap with --missing hold, black or skip."
        case .nothingThere:
            return "\(fact). None of the frames asked for is there; ask for others with --frames."
        case .tooMany:
            return "\(fact). That is too many to fill in; close the gap with --missing skip, or choose with --frames."
        }
    }
}
