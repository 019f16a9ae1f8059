public import FlipbookCore

/// Sequences in order, with cuts and transitions between them: a manifest's `timeline`. It does not access the disk; a
/// `ManifestLocator` finds the frames of the inputs.
public struct Timeline: Hashable, Sendable {
    /// An item of a timeline.
    public enum Item: Hashable, Sendable {
        case clip(Clip)
        /// An empty gap with an exact duration in seconds.
        case gap(RationalTime)
        /// A transition from the previous item to the next one.
        case transition(Passage)
    }

    /// A sequence or a part of one.
    public struct Clip: Hashable, Sendable {
        /// A pattern, a folder or a file, relative to the manifest. Empty if the clip has ``tracks``.
        public var input: String
        /// Timelines that the clip stacks into one, from bottom to top. Empty if the clip has an ``input``.
        public var tracks: [Timeline] = []
        /// The frame numbers to show, or `nil` for all except ``handles``. Transitions may use other frames.
        public var frames: FrameSet?
        /// The number of frames at each end that only transitions show.
        public var handles = 0
        /// The rate of the input's frames or of the tracks' slots. If `nil`, it is the timeline's rate.
        public var frameRate: FrameRate?
        /// The exact speed: 1 is normal, negative values play backward, and 0 holds the first frame.
        public var speed: RationalTime = 1
        /// The exact duration in seconds, or `nil` to use the duration of the frames.
        public var duration: RationalTime?

        /// Creates a clip with all frames of an input.
        public init(input: String) { self.input = input }

        /// Creates a clip from stacked timelines, from bottom to top. Its ``frames`` are slot numbers, starting at 1.
        public init(tracks: [Timeline]) { (input, self.tracks) = ("", tracks) }

        /// The clip's name, derived from its input: `walk` for `shots/walk/`, `walk.####.png` and `walk/####.png`.
        package var name: String {
            if let first = tracks.lazy.compactMap(\.clips.first?.clip).first { return first.name }
            let parts = FilePath(input).description.split(separator: "/")
            guard let last = parts.last else { return input }
            // A folder name is used as a whole, and a file name up to the frame number or the extension.
            let isFile = last.contains(where: { "#@%$*.".contains($0) })
            var stem = isFile ? last.prefix { !"#@%$*.".contains($0) } : last
            while isFile, let end = stem.last, "-_ ".contains(end) { stem.removeLast() }
            if !stem.isEmpty { return String(stem) }
            return parts.count > 1 ? String(parts[parts.count - 2]) : String(last)
        }

        /// Returns the number of slots that transitions next to the clip need beyond the ends of its tracks.
        /// - Parameter slots: The number of timeline slots that the transitions need beyond the ends of the clip.
        package func handles(ofTracksFor slots: Int, at rate: FrameRate) -> Int {
            let own = frameRate ?? rate
            let most = Double(slots) * abs(speed.seconds) * own.framesPerSecond / rate.framesPerSecond
            return Int(min(most.rounded(.up), Double(FrameSet.maximumCount)))
        }

        static let fields: [ManifestField<Timeline.Clip>] = [
            .init("input", \.input, .input, default: ""), .init("tracks", \.tracks, .tracks, default: []),
            .init("frames", \.frames, .frameNumbers),
            .init("handles", \.handles, .wholeNumber(0...FrameSet.maximumCount), default: 0),
            .init("frameRate", \.frameRate, changing(.rate) { $0.write = { .text($0.description) } }),
            .init("speed", \.speed, .speed, default: 1), .init("duration", \.duration, .frameDuration),
        ]
    }

    /// A transition between two items.
    public struct Passage: Hashable, Sendable {
        /// The transition.
        public var transition: Transition
        /// The exact duration in seconds.
        public var duration: RationalTime
        /// The part of the duration before the cut, in exact seconds, or `nil` for half of it.
        public var inOffset: RationalTime?

        /// Creates a transition, centered on the cut by default.
        public init(_ transition: Transition, duration: RationalTime, inOffset: RationalTime? = nil) {
            (self.transition, self.duration, self.inOffset) = (transition, duration, inOffset)
        }
    }

    /// The items, in order.
    public var items: [Item]

    /// Creates a timeline.
    public init(_ items: [Item]) { self.items = items }

    package var clips: [(place: Int, clip: Clip)] {
        items.enumerated().compactMap { place, item in if case .clip(let clip) = item { (place, clip) } else { nil } }
    }

    /// The clips that have an input, including clips in tracks, and the path of each clip in a document. `key` is the
    /// timeline's path.
    package func inputs(at key: String) -> [(place: String, clip: Clip)] {
        clips.flatMap { place, clip in
            clip.tracks.isEmpty
                ? [("\(key)[\(place)]", clip)]
                : clip.tracks.enumerated().flatMap { $1.inputs(at: "\(key)[\(place)].tracks[\($0)]") }
        }
    }

    /// A lower bound for the length in slots, based on the specified durations alone: clips and gaps, minus transitions.
    package func leastLength(at rate: FrameRate) -> Int {
        // The result is bounded, so that sums do not overflow.
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

    package static let largestPartCount = 4096
    package static let largestItemCount = 100_000
    package static let fastest = 1000.0

    /// The length in slots of the longer transition next to an item, or 0 if there is none.
    package func longestPassage(besideItem place: Int, at rate: FrameRate) -> Int {
        [place - 1, place + 1].reduce(0) { most, neighbor in
            guard items.indices.contains(neighbor), case .transition(let passage) = items[neighbor] else { return most }
            return max(most, rate.slots(in: passage.duration))
        }
    }

    /// Throws an error if the transitions together have more slots than a sequence may have. Call this before the transitions
    /// are expanded.
    package func checkPassages(at rate: FrameRate) throws(ItemFault) {
        var slots = 0
        for (place, item) in items.enumerated() {
            guard case .transition(let passage) = item else { continue }
            slots += min(rate.slots(in: passage.duration), FrameSet.maximumCount + 1)
            guard slots <= FrameSet.maximumCount else {
                let fact = "this results in more than \(FrameSet.maximumCount) frames"
                throw ItemFault(place, "duration", "\(fact); shorten it")
            }
        }
    }
}

extension FrameRate {
    package func slots(in duration: RationalTime) -> Int {
        let above = Int128(duration.numerator) * Int128(numerator)
        let below = Int128(duration.denominator) * Int128(denominator)
        return max(1, Int(clamping: floorDivide(2 * above + below, 2 * below)))
    }
}
