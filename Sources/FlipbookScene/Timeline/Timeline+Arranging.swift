package import FlipbookCore

extension Timeline {
    package struct Arrangement: Sendable {
        /// The frames by slot, numbered from 1. Slots without a picture are left out.
        package var frames: [Frame] = []
        package var length = 0
        /// The slots between the two cuts of each clip or gap, keyed by item.
        package var cuts: [Int: Range<Int>] = [:]
        /// The slot of the cut where each clip begins, keyed by item.
        package var starts: [Int: Int] = [:]
        /// The slots of each transition before and after its cut, keyed by item.
        package var passages: [Int: (before: Int, after: Int)] = [:]

        /// The clips' pictures before the first slot and after the last one. The pictures nearest to the ends come first.
        var handles: (before: [Image], behind: [Image]) = ([], [])

        package init() {}

        /// The transitions whose clips overlap because the inputs have no frames beyond the cut, and the number of overlapping
        /// slots.
        package var overlaps: [(item: Int, slots: Int)] = []

        /// Stacks tracks, from bottom to top, into one sequence, numbered from 1. Pictures beyond the ends continue the
        /// numbering. If a track lacks a frame, the frame's number is missing; a track that ends early shows nothing after its
        /// end.
        /// - Parameter handles: The number of slots wanted beyond the ends.
        package static func stacked(_ tracks: [Self], named name: String, handles: Int) -> FrameList {
            let length = tracks.map(\.length).max() ?? 0
            let images = tracks.map { track in
                var images = [Image?](repeating: nil, count: track.length)
                for frame in track.frames { if let number = frame.number { images[number - 1] = frame.image } }
                return images
            }
            let behind = tracks.map {
                $0.length == length ? $0.handles.behind : [Image](repeating: .nothing, count: handles)
            }
            let first = 1 - (tracks.map(\.handles.before.count).min() ?? 0)
            let last = length + (behind.map(\.count).min() ?? 0)
            var frames: [Frame] = []
            for number in first..<last + 1 {
                let shown = tracks.indices.compactMap { place -> Image? in
                    if number < 1 { return tracks[place].handles.before[-number] }
                    if number > length { return behind[place][number - length - 1] }
                    return number > images[place].count ? Image.nothing : images[place][number - 1]
                }
                if shown.count == tracks.count { frames.append(Frame(.stack(shown), number: number)) }
            }
            let numbers = last < first ? FrameSet() : FrameSet(FrameRange(first, through: last))
            return FrameList(name: name, numbers: numbers, frames: frames)
        }
    }

    private struct Segment {
        let item: Int
        /// The frames, or `nil` for a gap.
        let media: ClipMedia?
        var start = 0
        var end: Int

        /// The number of available slots before the first one, up to `wanted`.
        func handlesBefore(_ wanted: Int) -> Int { handles(wanted) { start - 1 - $0 } }
        func handlesAfter(_ wanted: Int) -> Int { handles(wanted) { end + $0 } }

        private func handles(_ wanted: Int, _ slot: (Int) -> Int) -> Int {
            guard let media else { return wanted }
            return (0..<wanted).first { media.place(ofSlot: slot($0)) == nil } ?? wanted
        }

        func image(_ slot: Int) -> Image? {
            guard let media else { return .nothing }
            return media.place(ofSlot: slot).flatMap { media.frames[$0]?.image }
        }
    }

    /// Arranges all items in order. A transition is centered on its cut, and uses additional frames of the input beyond the
    /// cut. If the input has no such frames, the clip's own frames are used, so the clips overlap. Next to a gap or an end of
    /// the timeline, the transition lies within the clip.
    /// - Parameters:
    ///   - media: The frames of each clip, keyed by item.
    ///   - handles: The number of slots wanted beyond the ends.
    package func arranged(at rate: FrameRate, media: [Int: ClipMedia], handles: Int = 0) throws(ItemFault)
        -> Arrangement
    {
        try checkPassages(at: rate)
        var segments: [Segment] = []
        var passages: [Int: (item: Int, passage: Passage, before: Int, after: Int)] = [:]
        for (place, item) in items.enumerated() {
            switch item {
            case .clip:
                if let clip = media[place] { segments.append(Segment(item: place, media: clip, end: clip.length)) }
            case .gap(let time):
                // A rounding difference between two lengths is not a gap.
                guard time.seconds * rate.framesPerSecond >= 0.5 else { continue }
                segments.append(Segment(item: place, media: nil, end: rate.slots(in: time)))
            case .transition(let passage): passages[segments.count] = (place, passage, 0, 0)
            }
        }
        var arrangement = Arrangement()
        for (border, passage) in passages.sorted(by: { $0.key < $1.key }) {
            let slots = rate.slots(in: passage.passage.duration)
            let hasLeft = border > 0 && segments[border - 1].media != nil
            let hasRight = border < segments.count && segments[border].media != nil
            var before = min(slots, passage.passage.inOffset.map { $0 > .zero ? rate.slots(in: $0) : 0 } ?? slots / 2)
            if !hasLeft { before = 0 }
            if !hasRight { before = slots }
            passages[border]?.before = before
            passages[border]?.after = slots - before
            var lost = 0
            if border > 0 {
                let missing = slots - before - segments[border - 1].handlesAfter(slots - before)
                segments[border - 1].end -= missing
                lost += missing
            }
            if border < segments.count {
                let missing = before - segments[border].handlesBefore(before)
                segments[border].start += missing
                lost += missing
            }
            if lost > 0 { arrangement.overlaps.append((passage.item, lost)) }
        }
        try checkLengths(of: segments, passages.mapValues { ($0.before, $0.after) })
        func add(_ image: Image?) {
            arrangement.length += 1
            if let image { arrangement.frames.append(Frame(image, number: arrangement.length)) }
        }
        for border in 0...segments.count {
            let cut = arrangement.length + (passages[border]?.before ?? 0)
            if let (item, passage, before, after) = passages[border] {
                let left = border > 0 ? segments[border - 1] : nil
                let right = border < segments.count ? segments[border] : nil
                arrangement.passages[item] = (before, after)
                for slot in 0..<before + after {
                    // Before the first clip and after the last one, nothing is shown.
                    let from = left.map { $0.image($0.end - before + slot) } ?? .nothing
                    let to = right.map { $0.image($0.start - before + slot) } ?? .nothing
                    let progress = (Double(slot) + 0.5) / Double(before + after)
                    let way = passage.transition.within(from == .nothing || to == .nothing)
                    let mixed = from.flatMap { from in
                        to.map { from.settled.transitioning(to: $0.settled, by: way, at: progress) }
                    }
                    add(mixed)
                }
            }
            guard border < segments.count else { break }
            let segment = segments[border]
            let from = segment.start + (passages[border]?.after ?? 0)
            let to = segment.end - (passages[border + 1]?.before ?? 0)
            if segment.media != nil { arrangement.starts[segment.item] = cut }
            arrangement.cuts[segment.item] = segment.start..<segment.end
            for slot in from..<to { add(segment.image(slot)) }
        }
        let first = passages[0] == nil ? segments.first : nil
        let last = passages[segments.count] == nil ? segments.last : nil
        arrangement.handles.before = Self.handles(of: first, handles) { $0.start - 1 - $1 }
        arrangement.handles.behind = Self.handles(of: last, handles) { $0.end + $1 }
        return arrangement
    }

    /// Throws an error if a segment is too short for its transitions, or if the segments are too long in total.
    private func checkLengths(of segments: [Segment], _ passages: [Int: (before: Int, after: Int)]) throws(ItemFault) {
        var length = passages[segments.count].map { $0.before + $0.after } ?? 0
        for (place, segment) in segments.enumerated() {
            let own = segment.end - segment.start - (passages[place]?.after ?? 0) - (passages[place + 1]?.before ?? 0)
            guard own >= 0 else {
                let all = segment.media?.length ?? segment.end
                let fact = "it lasts \(all) frames, but the adjacent transitions take \(all - own)"
                throw ItemFault(segment.item, "input", "\(fact); shorten them")
            }
            length += own + (passages[place].map { $0.before + $0.after } ?? 0)
            guard length <= FrameSet.maximumCount else {
                throw ItemFault(segment.item, "input", "there are more than \(FrameSet.maximumCount) frames so far")
            }
        }
    }

    /// Returns a segment's pictures beyond one end of the timeline, up to the first missing one. If there is no segment,
    /// returns empty pictures.
    private static func handles(of segment: Segment?, _ count: Int, _ slot: (Segment, Int) -> Int) -> [Image] {
        guard let segment else { return [Image](repeating: .nothing, count: count) }
        var images: [Image] = []
        while images.count < count, let image = segment.image(slot(segment, images.count)) { images.append(image) }
        return images
    }

    package struct ItemFault: Error, Hashable, Sendable {
        package let item: Int
        package let fault: TimelineFault

        init(_ item: Int, _ key: String, _ explanation: Explanation) {
            (self.item, fault) = (item, TimelineFault(key, explanation))
        }
    }
}

extension Transition {
    /// The transition at an end of the timeline, where a fade takes the full duration.
    fileprivate func within(_ isEnd: Bool) -> Transition { isEnd && self == .fade ? .dissolve : self }
}
