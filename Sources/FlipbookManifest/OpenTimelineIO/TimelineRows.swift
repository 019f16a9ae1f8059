internal import FlipbookCore
internal import FlipbookScene

/// The contents of tracks: stacked rows of items that begin together.
struct TimelineRows {
    struct Entry {
        let item: Timeline.Item
        let position: ManifestNode.Position
        /// The item's duration: 0 for a transition, or `nil` if it depends on the media.
        let duration: RationalTime?
    }

    struct Row {
        private(set) var entries: [Entry] = []
        private(set) var duration: RationalTime? = .zero

        var hasClip: Bool { entries.contains(where: \.isClip) }

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            duration = duration.flatMap { own in entry.duration.map { own + $0 } }
        }

        mutating func append(_ next: Row) {
            entries += next.entries
            duration = duration.flatMap { own in next.duration.map { own + $0 } }
        }

        mutating func append(gap duration: RationalTime) {
            guard duration > .zero else { return }
            append(Entry(item: .gap(duration), position: .start, duration: duration))
        }
    }

    private(set) var rows: [Row] = []
    private(set) var duration: RationalTime? = .zero

    init() {}

    init(gap duration: RationalTime) { self.duration = duration }

    init(_ clip: Timeline.Clip, at position: ManifestNode.Position) {
        var row = Row()
        row.append(Entry(item: .clip(clip), position: position, duration: clip.duration))
        rows = [row]
        duration = clip.duration
    }

    /// Stacks other rows on top of these. Rows without a clip are omitted.
    mutating func lay(_ others: TimelineRows) {
        rows += others.rows.filter(\.hasClip)
        duration = duration.flatMap { own in others.duration.map { max(own, $0) } }
    }

    /// Extends the lowest row with a gap if no row has the full duration.
    mutating func fill() {
        guard let duration, !rows.isEmpty, let longest = rows.compactMap(\.duration).max() else { return }
        if longest < duration, let length = rows[0].duration { rows[0].append(gap: duration - length) }
    }

    mutating func append(_ passage: Timeline.Passage, at position: ManifestNode.Position) {
        if rows.isEmpty { rows = [Row()] }
        rows[0].append(Entry(item: .transition(passage), position: position, duration: .zero))
    }

    /// Appends rows. The lowest row has no holes, so its items follow one another, regardless of the lengths of its clips.
    mutating func append(_ next: TimelineRows, refusing item: ManifestDecoder) {
        if rows.isEmpty { rows = [Row()] }
        for (place, row) in next.rows.enumerated().dropFirst() {
            if place == rows.count { rows.append(Row()) }
            guard let duration, let length = rows[place].duration else {
                let fact: Explanation = "an earlier clip has neither a source_range nor an available_range"
                return item.fault("its start is unknown, since \(fact)")
            }
            rows[place].append(gap: duration - length)
            rows[place].append(row)
        }
        let lowest = next.rows.first ?? Row()
        rows[0].append(lowest)
        if let whole = next.duration, let length = lowest.duration { rows[0].append(gap: whole - length) }
        duration = duration.flatMap { own in next.duration.map { own + $0 } }
    }

    /// Returns the rows as a single clip.
    /// - Parameter part: The start in the rows' own time, and the duration. If `nil`, the rows' full duration is used,
    ///   regardless of the speed: in OpenTimelineIO, an effect does not change a duration.
    func asOne(
        _ part: (start: RationalTime, duration: RationalTime)?,
        at speed: RationalTime,
        in rate: FrameRate,
        _ position: ManifestNode.Position,
        refusing item: ManifestDecoder
    ) -> TimelineRows? {
        guard var whole = duration
        else { return item.refuse("the length of one of its clips is unknown; add a source_range to that clip") }
        var part = part ?? (.zero, whole)
        guard rows.contains(where: \.hasClip), part.duration > .zero else { return TimelineRows(gap: part.duration) }
        var rows = rows
        if speed == 1 {
            let (before, behind) = (max(.zero, .zero - part.start), max(.zero, part.start + part.duration - whole))
            if before > .zero {
                rows = rows.map { row in
                    changing(Row()) {
                        $0.append(gap: before)
                        $0.append(row)
                    }
                }
            }
            (part.start, whole) = (part.start + before, whole + before + behind)
            if behind > .zero, let length = rows[0].duration { rows[0].append(gap: whole - length) }
        }
        let pace = speed < .zero ? .zero - speed : speed
        let slots = pace > .zero && pace < 1 ? min((1 / pace.seconds).rounded(.up), 16) : 1
        let own = FrameRate(Int64(rate.numerator) * Int64(slots), Int64(rate.denominator)) ?? rate
        let tracks = rows.map { row in
            row.entries.map { entry -> Timeline.Item in
                guard slots > 1, case .clip(let clip) = entry.item else { return entry.item }
                return .clip(changing(clip) { $0.frameRate = $0.frameRate ?? rate })
            }
        }
        var clip = Timeline.Clip(tracks: tracks.map { Timeline($0) })
        guard let reach = part.duration.multiplied(by: pace) else { return item.refuse("it is too long") }
        let first = part.start > .zero ? own.frames(upTo: part.start) : 0
        let count = pace > .zero ? own.slots(in: reach) : 1
        if part.start < .zero || first + count > own.slots(in: whole) {
            let (from, wanted) = (Int((part.start.seconds * rate.framesPerSecond).rounded()), rate.slots(in: reach))
            let need = "it needs \(wanted) frames from its tracks, starting at frame \(from)"
            return item.refuse("\(need), but they have \(rate.slots(in: whole)); shorten its source_range")
        }
        clip.frames = FrameSet(FrameRange(first + 1, through: first + count))
        if slots > 1 { clip.frameRate = own }
        (clip.speed, clip.duration) = (speed, part.duration)
        return TimelineRows(clip, at: position)
    }

    func trimmed(from start: RationalTime, duration: RationalTime) -> TimelineRows? {
        var result = TimelineRows(gap: duration)
        for row in rows {
            var (kept, moment) = (Row(), RationalTime.zero)
            kept.append(gap: .zero - start)
            for entry in row.entries {
                guard let length = entry.duration,
                    let parts = entry.part(from: moment - start, to: moment + length - start, within: duration)
                else { return nil }
                moment = moment + length
                for part in parts { kept.append(part) }
            }
            if kept.hasClip { result.rows.append(kept) }
        }
        return result
    }
}

extension TimelineRows.Entry {
    fileprivate var isClip: Bool { if case .clip = item { true } else { false } }

    /// Returns the visible part of the item, or `nil` if the item cannot be split there.
    /// - Parameters:
    ///   - start: The item's start, relative to the visible part.
    ///   - end: The item's end, relative to the visible part.
    fileprivate func part(from start: RationalTime, to end: RationalTime, within duration: RationalTime) -> [Self]? {
        let (head, tail) = (max(.zero, .zero - start), max(.zero, end - duration))
        let rest = end - start - head - tail
        switch item {
        case .transition(let passage):
            let first = start - (passage.inOffset ?? .zero)
            let last = first + passage.duration
            if last <= .zero || first >= duration { return [] }
            return first >= .zero && last <= duration ? [self] : nil
        case _ where rest <= .zero: return []
        case _ where head + tail == .zero: return [self]
        case .clip(let clip):
            return clip.part(after: head, lasting: rest)
                .map { [Self(item: .clip($0), position: position, duration: rest)] }
        case .gap: return [Self(item: .gap(rest), position: position, duration: rest)]
        }
    }
}

extension Timeline.Clip {
    /// Returns part of the clip, or `nil` if its frames are unknown or the part begins within a frame.
    fileprivate func part(after head: RationalTime, lasting rest: RationalTime) -> Timeline.Clip? {
        var clip = self
        clip.duration = rest
        guard speed != 0 else { return clip }
        guard tracks.isEmpty, let frames, let rate = frameRate else { return head > .zero ? nil : clip }
        let pace = speed < .zero ? .zero - speed : speed
        guard let before = head.multiplied(by: pace), let reach = rest.multiplied(by: pace) else { return nil }
        let skipped = before > .zero ? rate.frames(upTo: before) : 0
        // At a low speed or a different rate, a frame covers multiple slots and cannot be split.
        guard (before.seconds * rate.framesPerSecond - Double(skipped)).magnitude < 0.01 else { return nil }
        let count = max(1, rate.slots(in: reach))
        let numbers = Array(frames)
        let shown = speed < .zero ? numbers.dropLast(skipped).suffix(count) : numbers.dropFirst(skipped).prefix(count)
        clip.frames = FrameSet(shown)
        return clip
    }
}
