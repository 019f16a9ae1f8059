public import FlipbookCore

/// Sequences one after the other, with cuts and transitions between them: a manifest's `timeline`.
///
/// A value that knows no disk. Which frames the inputs have, is found by a `ManifestLocator`; in which order and for how
/// many slots they are shown follows from the frames and the slots of a second.
public struct Timeline: Hashable, Sendable {
    /// A part of a timeline.
    public enum Item: Hashable, Sendable {
        /// A sequence, or a part of one.
        case clip(Clip)
        /// Nothing, for exactly so many seconds.
        case gap(RationalTime)
        /// The transition from the item before it to the one behind it.
        case transition(Passage)
    }

    /// A sequence, or a part of one.
    public struct Clip: Hashable, Sendable {
        /// A pattern, a folder or a file, relative to the manifest; empty where ``tracks`` are shown.
        public var input: String
        /// Timelines over one another that the clip shows as one, the lowest first; none where it has an ``input``.
        public var tracks: [Timeline] = []
        /// The frame numbers that are shown, or `nil` for all that are not ``handles``. Others may be seen in transitions.
        public var frames: FrameSet?
        /// The number of frames at each end that are not shown but in transitions.
        public var handles = 0
        /// The frames of the input, or slots of the tracks, in a second, or `nil` for as many as the timeline has.
        public var frameRate: FrameRate?
        /// The speed at which it is played as an exact fraction, 1 as it is, below 0 backwards; 0 shows its first frame all the time.
        public var speed: RationalTime = 1
        /// The exact time that it is shown, in seconds, or `nil` for as long as its frames last.
        public var duration: RationalTime?

        /// A clip that shows all frames of an input.
        public init(input: String) { self.input = input }

        /// A clip that shows timelines over one another, the lowest first. Its ``frames`` count their slots from 1.
        public init(tracks: [Timeline]) { (input, self.tracks) = ("", tracks) }
    }

    /// A transition between two items.
    public struct Passage: Hashable, Sendable {
        /// The way in which one picture takes the place of the other.
        public var transition: Transition
        /// The exact time that it lasts, in seconds.
        public var duration: RationalTime
        /// The exact part of it before the cut, in seconds, or `nil` for half.
        public var inOffset: RationalTime?

        /// A transition about the middle of which the cut lies.
        public init(_ transition: Transition, duration: RationalTime, inOffset: RationalTime? = nil) {
            (self.transition, self.duration, self.inOffset) = (transition, duration, inOffset)
        }
    }

    /// The items in the order they are shown.
    public var items: [Item]

    /// A timeline of its items.
    public init(_ items: [Item]) { self.items = items }

    /// The clips, each with its place among the items.
    package var clips: [(place: Int, clip: Clip)] {
        items.enumerated().compactMap { place, item in
            if case .clip(let clip) = item { (place, clip) } else { nil }
        }
    }

    /// The clips with an input, those in tracks too, with their places in a document where the timeline stands at a key.
    package func inputs(at key: String) -> [(place: String, clip: Clip)] {
        clips.flatMap { place, clip in
            clip.tracks.isEmpty
                ? [("\(key)[\(place)]", clip)]
                : clip.tracks.enumerated().flatMap { $1.inputs(at: "\(key)[\(place)].tracks[\($0)]") }
        }
    }

    /// The least number of slots that it has by its own words: clips and gaps of a stated length, less what transitions may
    /// take of them. Nothing is looked for and nothing built, so that what is too long is refused at once.
    package func leastLength(at rate: FrameRate) -> Int {
        // Neither sum nor difference leaves what an Int holds.
        func slots(_ duration: RationalTime) -> Int { min(rate.slots(in: duration), FrameSet.maximumCount + 1) }
        let sum = items.reduce(0) { sum, item in
            switch item {
            case .clip(let clip): sum + (clip.duration.map(slots) ?? 0)
            case .gap(let time): sum + slots(time)
            case .transition(let passage): sum - slots(passage.duration)
            }
        }
        return max(0, sum)
    }

    /// The most pictures that one may be made of.
    package static let largestPartCount = 4096
    package static let largestItemCount = 100_000
    package static let fastest = 1000.0
}

extension FrameRate {
    /// The slots that last so long, to the nearest; at least 1.
    package func slots(in duration: RationalTime) -> Int {
        let above = Int128(duration.numerator) * Int128(numerator)
        let below = Int128(duration.denominator) * Int128(denominator)
        return max(1, Int(clamping: floorDivide(2 * above + below, 2 * below)))
    }
}
