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
    package static var acceptingWords: String { allCases.filter { $0 != .error }.map(\.rawValue).listed(by: "or") }

    /// The place of the frame that stands in for another one, or `nil` if black does.
    ///
    /// All that fills a gap asks here: a list before it is drawn, and a player that cannot draw a frame.
    /// - Parameters:
    ///   - before: The nearest place before it whose frame can be shown.
    ///   - number: The number of the frame at a place; where one has none, places count.
    package func standIn(at place: Int, before: Int?, after: Int?, number: (Int) -> Int?) -> Int? {
        switch self {
        case .black: return nil
        // A player shows something also where nothing may stand in, or what is left out would be.
        case .error, .hold, .skip: return before ?? after
        case .nearest:
            guard let before, let after else { return before ?? after }
            guard let own = number(place), let former = number(before), let next = number(after) else {
                return after - place < place - before ? after : before
            }
            func distance(_ other: Int) -> UInt128 { (Int128(own) - Int128(other)).magnitude }
            return distance(next) < distance(former) ? after : before
        }
    }
}
