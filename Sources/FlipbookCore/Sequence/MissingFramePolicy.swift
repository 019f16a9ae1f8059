/// The policy for missing frames. A frame whose file is empty, truncated, damaged or not an image is treated as missing. The
/// names are OpenTimelineIO's, with `nearest` and `skip` added.
public enum MissingFramePolicy: String, CaseIterable, Sendable {
    /// Reject the sequence, and list every missing number.
    case error
    /// Show the previous drawing for longer, as in animation on twos.
    case hold
    /// Show the drawing with the nearest number. If two are equally near, the earlier one is shown.
    case nearest
    /// Show a black frame.
    case black
    /// Close the gap, which shortens the sequence.
    case skip

    /// The policies that accept a gap, for use in a sentence: all but the first, which is ``error``. The text begins with a
    /// policy that can be pasted.
    package static let acceptingWords = "\(hold) (or \(allCases.dropFirst(2).map(\.rawValue).joined(separator: ", ")))"

    /// Returns the index of the frame that replaces a missing one, or `nil` for black. Lists and players share this rule.
    /// `before` and `after` are the nearest indices of frames that can be shown. `number` returns the number of the frame at an
    /// index.
    package func standIn(at place: Int, before: Int?, after: Int?, number: (Int) -> Int?) -> Int? {
        switch self {
        case .black: return nil
        // A player always shows a frame, even under these policies.
        case .error, .hold, .skip: return before ?? after
        case .nearest:
            guard let before, let after else { return before ?? after }
            guard let own = number(place), let former = number(before), let next = number(after)
            else { return after - place < place - before ? after : before }
            func distance(_ other: Int) -> UInt128 { (Int128(own) - Int128(other)).magnitude }
            return distance(next) < distance(former) ? after : before
        }
    }
}
