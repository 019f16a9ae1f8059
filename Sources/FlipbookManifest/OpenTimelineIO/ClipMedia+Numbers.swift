internal import FlipbookCore

extension ClipMedia {
    /// From which number to which it goes from one frame to the next, each step once. A missing frame is stepped over.
    var steps: Set<RationalTime> {
        let placed = frames.enumerated().compactMap { place, frame in frame?.number.map { (place: place, number: $0) } }
        return Set(
            zip(placed, placed.dropFirst()).compactMap { former, next in
                RationalTime(Int64(next.number - former.number), Int64(next.place - former.place))
            }
        )
    }

    /// The lowest and the highest number that a clip shows in its slots.
    func numbers(in slots: Range<Int>, _ clip: Timeline.Clip) throws(TimelineWriter.Fault)
        -> ClosedRange<Int>
    {
        let ends = [slots.lowerBound, max(slots.lowerBound, slots.upperBound - 1)]
            .compactMap { place(ofSlot: $0).flatMap { frames[$0]?.number } }
        guard let first = ends.first, let last = ends.last, ends.count == 2 else {
            throw TimelineWriter.Fault(input: clip.input, reason: "a frame at its beginning or end is missing")
        }
        return min(first, last)...max(first, last)
    }
}
