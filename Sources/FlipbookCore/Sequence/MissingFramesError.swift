/// Frames that should be there are not.
public struct MissingFramesError: ExplainedError, Hashable {
    /// The reason why they cannot be done without.
    public enum Reason: Hashable, Sendable {
        /// The policy is to refuse.
        case refused
        /// No frame is there at all.
        case nothingThere
        /// These numbers stand in rows of more than `limit` missing or damaged ones.
        case gapTooLong(FrameSet, limit: Int)
        /// There would be more frames than ``FrameSet/maximumCount``.
        case tooMany
    }

    /// The name of the sequence in messages.
    public let name: String
    /// All missing numbers, in display order.
    public let missing: FrameSet
    /// The number of frames that there should be.
    public let expectedCount: Int
    /// The numbers that there are, where frames were chosen by number, or `nil` if none was chosen.
    package let chosenFrom: FrameSet?
    /// Files of numbers that are missing, under other names.
    let misnamed: [StrayFile]
    /// Words on the first number that leaves the step of the others, or `nil` if none does.
    let slip: String?
    /// The reason why they cannot be done without.
    public let reason: Reason

    package init(
        name: String,
        missing: FrameSet,
        expectedCount: Int,
        chosenFrom: FrameSet? = nil,
        misnamed: [StrayFile] = [],
        slip: String? = nil,
        reason: Reason
    ) {
        self.misnamed = misnamed
        (self.chosenFrom, self.slip, self.name, self.missing) = (chosenFrom, slip, name, missing)
        (self.expectedCount, self.reason) = (expectedCount, reason)
    }

    /// `frames.missing`.
    public var code: ErrorCode { "frames.missing" }

    /// The sequence, every missing number, and the remedy, in one line.
    public var explanation: Explanation {
        let isOne = missing.count == 1
        let fact =
            "\(name): \(missing.asFrames) \(isOne ? "is" : "are") missing (\(missing.count) of \(expectedCount))"
            + (chosenFrom.map { "; there \($0.count == 1 ? "is" : "are") \($0.count): \($0.asFrames)" } ?? "")
        switch reason {
        case .refused:
            if !misnamed.isEmpty {
                let (them, are) = misnamed.count == 1 ? ("it", "is") : ("them", "are")
                return "\(fact), and \(misnamed.words) \(are) left out. Rename \(them) "
                    + "(\(remedy: .fix(FilePath(FilePath(name).directory)))), or accept the gap with \(remedy: .accept(.missing))."
            }
            if let slip {
                return
                    "\(name): \(slip), so that \(missing.asFrames) \(isOne ? "is" : "are") missing. Renumber the frames, or "
                    + "accept the gaps with \(remedy: .accept(.missing))."
            }
            return "\(fact). Render \(isOne ? "it" : "them"), or accept the gap with "
                + "\(remedy: .accept(.missing))."
        case .nothingThere:
            return "\(fact). None of those asked for is there; ask for others with \(remedy: .set(.frames))."
        case .gapTooLong(let gaps, let limit):
            let absent = Set(missing)
            let count = gaps.count { absent.contains($0) }
            let state = count == gaps.count ? "missing" : count == 0 ? "unreadable" : "missing or unreadable"
            return "\(name): \(gaps.asFrames) \(gaps.count == 1 ? "is" : "are") \(state), more than \(limit) in a row. "
                + "Render \(gaps.count == 1 ? "it" : "them"), or allow longer gaps with \(remedy: .set(.maximumGap))."
        case .tooMany:
            return "\(fact). That is too many to fill in; close the gap with "
                + "\(remedy: .set(.missing, to: "\(MissingFramePolicy.skip)")), or choose with \(remedy: .set(.frames))."
        }
    }
}
