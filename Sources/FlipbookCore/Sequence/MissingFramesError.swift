/// The error for missing frames.
public struct MissingFramesError: ExplainedError, Hashable {
    /// The reason why the gap is not accepted.
    public enum Reason: Hashable, Sendable {
        /// The policy rejects gaps.
        case refused
        /// No frame exists.
        case nothingThere
        /// The sequence is one of several joined ones.
        case joined
        /// These numbers are in runs of more than `limit` missing or damaged frames.
        case gapTooLong(FrameSet, limit: Int)
        /// There would be more frames than ``FrameSet/maximumCount``.
        case tooMany
    }

    /// The name of the sequence in messages.
    public let name: String
    /// All missing numbers, in display order.
    public let missing: FrameSet
    /// The number of frames that the sequence should have.
    public let expectedCount: Int
    package let chosenFrom: FrameSet?
    let respelled: [StrayFile]
    let misnamed: [MisnamedFrame]
    let slip: String?
    /// The reason why the gap is not accepted.
    public let reason: Reason

    package init(_ list: FrameList, name: String? = nil, missing: FrameSet? = nil, reason: Reason) {
        (self.name, self.missing, self.reason) = (name ?? list.name, missing ?? list.missing, reason)
        (expectedCount, chosenFrom) = (list.expected?.count ?? list.frames.count, list.chosenFrom)
        (respelled, slip) = (list.respelled, list.slip)
        misnamed = reason == .refused ? list.misnamed.files() : []
    }

    /// `frames.missing`.
    public var code: ErrorCode { "frames.missing" }

    /// The sequence, every missing number, and the remedy, in one line.
    public var explanation: Explanation {
        let (are, exist) = missing.count == 1 ? ("is", "does not exist") : ("are", "do not exist")
        let existing = chosenFrom.map { "; the sequence has \($0.asFrames)" } ?? ""
        let fact = "\(name): \(missing.asFrames) \(are) missing (\(missing.count) of \(expectedCount))\(existing)"
        switch reason {
        case .refused:
            if !respelled.isEmpty {
                let (them, are) = respelled.count == 1 ? ("it", "is") : ("them", "are")
                return "\(fact), and \(respelled.words) \(are) left out. Rename \(them) "
                    + "(\(remedy: .fix(FilePath(FilePath(name).directory)))), or accept the gap with "
                    + "\(remedy: .accept(.missing))."
            }
            if let slip {
                return "\(name): \(slip), so \(missing.asFrames) \(are) missing. Renumber the frames, or "
                    + "accept the gaps with \(remedy: .accept(.missing))."
            }
            let isBeyond = misnamed.isEmpty && (chosenFrom?.last ?? .max) < missing.first ?? 0
            let way = isBeyond ? "Choose different frames" : misnamed.advice(rendering: missing)
            return "\(fact). \(way), or accept the gap with \(remedy: .accept(.missing))."
        case .nothingThere:
            let absent = "\(missing.asFrames) \(exist)\(existing)"
            return "\(name): \(missing.isEmpty ? "no frame can be read" : absent). "
                + "Choose different frames with \(remedy: .set(.frames))."
        case .joined:
            return "\(fact), and joined sequences cannot be filled. Render \(missing.them), use each sequence alone, "
                + "or leave \(missing.them) out with \(remedy: .set(.missing, to: "\(MissingFramePolicy.skip)"))."
        case .gapTooLong(let gaps, let limit):
            let absent = Set(missing)
            let count = gaps.count { absent.contains($0) }
            let state = count == gaps.count ? "missing" : count == 0 ? "unreadable" : "missing or unreadable"
            return "\(name): \(gaps.asFrames) \(gaps.count == 1 ? "is" : "are") \(state), more than \(limit) in a row. "
                + "Render \(gaps.them), or allow longer gaps with \(remedy: .set(.maximumGap))."
        case .tooMany:
            return "\(fact). Too many frames are missing to fill in; close the gaps with "
                + "\(remedy: .set(.missing, to: "\(MissingFramePolicy.skip)")), or select frames with "
                + "\(remedy: .set(.frames))."
        }
    }
}
