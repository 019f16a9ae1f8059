package import FlipbookCore

/// The numbered frames of a clip's input, and the frame in each slot.
package struct ClipMedia: Sendable {
    package let frames: [Frame?]
    let first: Int
    let count: Int
    package let length: Int
    /// The frames per slot as a fraction.
    private let pace: (above: Int128, below: Int128)
    private let isReverse: Bool

    /// Creates the media of a clip from the frames of its input.
    package init(_ clip: Timeline.Clip, _ list: FrameList, at rate: FrameRate) throws(TimelineFault) {
        let (numbered, range) = try Self.frames(of: clip, list, at: rate)
        (frames, first, count, isReverse) = (numbered, range.lowerBound, range.count, clip.speed < .zero)
        // Frames with durations have already been converted to the timeline's slots.
        let ownRate = list.hasDurations ? rate : clip.frameRate ?? rate
        let isFrozen = clip.speed == .zero || count == 1 && numbered.count == 1
        pace =
            isFrozen
            ? (0, 1)
            : (
                abs(Int128(clip.speed.numerator)) * Int128(ownRate.numerator) * Int128(rate.denominator),
                Int128(clip.speed.denominator) * Int128(ownRate.denominator) * Int128(rate.numerator)
            )
        if let duration = clip.duration {
            length = rate.slots(in: duration)
        } else if isFrozen {
            throw TimelineFault("duration", "a still picture requires a duration, such as duration: 2")
        } else {
            length = max(1, Int(clamping: floorDivide(2 * Int128(count) * pace.below + pace.above, 2 * pace.above)))
        }
        guard length <= FrameSet.maximumCount else {
            throw TimelineFault("duration", "this results in more than \(FrameSet.maximumCount) frames; use fewer")
        }
        guard place(ofSlot: length - 1) != nil else {
            let shown = pace.above == 0 ? count : Int(clamping: Int128(frames.count - first) * pace.below / pace.above)
            let fact = "it needs \(length) frames, but the input has \(shown)"
            throw TimelineFault("duration", "\(fact); shorten it, or slow the clip down with speed")
        }
    }

    /// Returns the index of the frame in a slot, counted from the clip's first frame, or `nil` if the input has no frame there.
    package func place(ofSlot slot: Int) -> Int? {
        let steps = Int(clamping: floorDivide(Int128(slot) * pace.above, pace.below))
        let place = isReverse ? first + count - 1 - steps : first + steps
        return frames.indices.contains(place) ? place : nil
    }

    /// Returns all frames, with `nil` for missing ones, and the range that is shown.
    private static func frames(of clip: Timeline.Clip, _ list: FrameList, at rate: FrameRate)
        throws(TimelineFault) -> (frames: [Frame?], shown: Range<Int>)
    {
        if list.hasDurations {
            var chosen = list
            if let numbers = clip.frames {
                chosen = try wrapping(list.selecting(numbers)) { (error: FrameSelectionError) in
                    TimelineFault("frames", error.explanation)
                }
            }
            let frames = try wrapping(chosen.converted(to: rate).frames) { (error: ConstantRateError) in
                TimelineFault("input", error.explanation)
            }
            return (frames, try shown(of: frames.indices, clip))
        }
        var byNumber: [Int: Frame] = [:]
        for frame in list.frames {
            guard let number = frame.number, byNumber.updateValue(frame, forKey: number) == nil else {
                guard clip.frames == nil else { throw TimelineFault("frames", "the input's frames are not numbered") }
                return (list.frames, try shown(of: list.frames.indices, clip))
            }
        }
        let known = list.expected ?? FrameSet(list.frames.lazy.compactMap(\.number))
        guard let wanted = clip.frames
        else { return (known.map { byNumber[$0] }, try shown(of: 0..<known.count, clip)) }
        guard wanted.count <= FrameSet.maximumCount else { throw TimelineFault("frames", "there are too many frames") }
        // A single range is extended at both ends as far as files exist, to provide frames for transitions.
        var (before, after): (Int, Int) = (0, 0)
        if wanted.ranges.count == 1, let range = wanted.ranges.first, let least = known.min(), let most = known.max() {
            let room = { (from: Int, toward: Bool) in toward ? max(0, most - from) : max(0, from - least) }
            let step = range.count == 1 ? 1 : Int(clamping: range.step.magnitude)
            let ascends = range.step > 0
            before = min(known.count, room(range.first, !ascends) / step)
            after = min(known.count, room(range.last, ascends) / step)
            let signed = ascends ? step : -step
            let numbers = (0..<before + wanted.count + after).map { range.first + ($0 - before) * signed }
            return (numbers.map { byNumber[$0] }, try shown(of: before..<before + wanted.count, clip))
        }
        return (wanted.map { byNumber[$0] }, try shown(of: 0..<wanted.count, clip))
    }

    private static func shown(of range: Range<Int>, _ clip: Timeline.Clip) throws(TimelineFault) -> Range<Int> {
        guard range.count > 2 * clip.handles else {
            guard clip.handles > 0 else { throw TimelineFault("input", "there are no frames") }
            let fact = "there are \(range.count) frames, and \(clip.handles) at each end are handles"
            throw TimelineFault("handles", "\(fact); nothing is left to show")
        }
        return range.lowerBound + clip.handles..<range.upperBound - clip.handles
    }
}

/// An error for a timeline item that requests more than its input provides.
package struct TimelineFault: Error, Hashable, Sendable {
    package let key: String
    package let explanation: Explanation

    package init(_ key: String, _ explanation: Explanation) { (self.key, self.explanation) = (key, explanation) }
}
