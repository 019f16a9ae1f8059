/// The policy for a frame that should be there and is not, or cannot be read: a file that is empty, cut short, damaged
/// or no image.
///
/// The words are OpenTimelineIO's, plus `nearest` and `skip`.
public enum MissingFramePolicy: String, CaseIterable, Sendable {
    /// Refuse the sequence and name every missing number.
    case error
    /// Show the previous drawing for longer, as animation on twos does.
    case hold
    /// Show the drawing whose number is nearest, of two equally near the one before.
    case nearest
    /// Show a black frame.
    case black
    /// Close the gap up: the sequence becomes shorter.
    case skip
}

extension MissingFramePolicy {
    /// The policies that accept a gap, for a sentence: `hold, nearest, black or skip`.
    ///
    /// Every message that advises one takes it from here, so none of them forgets a word.
    package static var acceptingWords: String {
        allCases.filter { $0 != .error }.map(\.rawValue).listed(by: "or")
    }
}
