package import FlipbookCore
package import FlipbookScene

package struct TimelineWriter {
    private let title: String
    private let timeline: Timeline
    private let located: ManifestLocator.LocatedTimeline
    private let missing: MissingFramePolicy
    private let rename: (FilePath) throws(ManifestFileError) -> String
    /// The timelines over this one, from bottom to top. Each becomes a track.
    package var upperTracks: [TimelineWriter] = []
    private var markers: [Int: [(frame: Int, text: String)]] = [:]

    package struct Fault: Error, Hashable { package let input, reason: String }

    package init(
        _ timeline: Timeline,
        _ located: ManifestLocator.LocatedTimeline,
        title: String?,
        missing: MissingFramePolicy,
        rename: @escaping (FilePath) throws(ManifestFileError) -> String
    ) {
        (self.title, self.timeline, self.located) = (title ?? "", timeline, located)
        (self.missing, self.rename) = (missing, rename)
    }

    /// Creates a writer for frames without a timeline. A sequence becomes one clip; any other files become one clip each.
    /// - Parameter markers: The markers' text, by position in the list.
    /// - Throws: `TimelineFault`, or an error if the durations have no common rate.
    package init(
        _ list: FrameList,
        at rate: FrameRate,
        title: String?,
        missing: MissingFramePolicy,
        markers: [Int: String] = [:],
        rename: @escaping (FilePath) throws(ManifestFileError) -> String
    ) throws {
        var timeline = Timeline([])
        var located = ManifestLocator.LocatedTimeline(rate: rate)
        func add(_ clip: Timeline.Clip, _ list: FrameList) throws(TimelineFault) {
            located.inputs[timeline.items.count] = list
            located.media[timeline.items.count] = try ClipMedia(clip, list, at: rate)
            timeline.items.append(.clip(clip))
        }
        let first = list.frames.first?.path
        var placed: [Int: [(frame: Int, text: String)]] = [:]
        if let first, first.picture != nil || Self.pattern(of: list) != nil, list.frames.count > 1 {
            try add(Timeline.Clip(input: first.string), list)
            placed[0] = markers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        } else {
            var rest = list.frames[...]
            while let frame = rest.first, let path = frame.path {
                let run = rest.prefix { $0.source == frame.source }
                var clip = Timeline.Clip(input: path.string)
                clip.duration = run.reduce(RationalTime.zero) { $0 + ($1.duration ?? rate.frameDuration) }
                try add(clip, FrameList(name: path.description, frames: [frame]))
                placed[timeline.items.count - 1] = run.indices.compactMap { position in
                    markers[position].map { (position - run.startIndex, $0) }
                }
                rest = rest.dropFirst(run.count)
            }
        }
        located.arrangement = try timeline.arranged(at: rate, media: located.media)
        self.init(timeline, located, title: title, missing: missing, rename: rename)
        self.markers = placed
    }

    private var track: ManifestValue {
        get throws {
            let items = try timeline.items.enumerated().map { place, item in try value(of: item, at: place) }
            return Self.object("Track.1", ["kind": .text("Video"), "children": .list(items)])
        }
    }

    /// The text of the file.
    /// - Throws: ``Fault``, or `ManifestFileError` if the file is not allowed to refer to an input.
    package var json: String {
        get throws {
            let tracks = try [track] + upperTracks.map { try $0.track }
            let stack = Self.object("Stack.1", ["children": .list(tracks)])
            return Self.object("Timeline.1", ["name": .text(title), "tracks": stack]).json() + "\n"
        }
    }

    private typealias Fields = KeyValuePairs<String, ManifestValue?>

    private static func object(_ schema: String, _ fields: Fields) -> ManifestValue {
        let named = fields.compactMap { key, value in value.map { ManifestValue.Field(key, $0) } }
        return .flow([.init("OTIO_SCHEMA", .text(schema))] + named)
    }

    private func value(of item: Timeline.Item, at place: Int) throws -> ManifestValue {
        let arrangement = located.arrangement
        switch item {
        case .gap:
            let length = arrangement.cuts[place]?.count ?? 0
            return Self.object("Gap.1", ["source_range": range(from: 0, located.rate, length)])
        case .transition(let passage):
            let (before, after) = arrangement.passages[place] ?? (0, 0)
            let (name, direction, color) = passage.transition.parts
            let own = [
                ("transition", name.rawValue), ("direction", direction?.rawValue), ("color", color?.description),
            ]
            .compactMap { key, value in value.map { ManifestValue.Field(key, .text($0)) } }
            let isDissolve = name == .dissolve
            let fields: Fields = [
                "transition_type": .text(isDissolve ? "SMPTE_Dissolve" : "Custom_Transition"),
                "in_offset": time(before, located.rate), "out_offset": time(after, located.rate),
                "metadata": isDissolve ? nil : .flow([.init("flipbook", .flow(own))]),
            ]
            return Self.object("Transition.1", fields)
        case .clip(let clip): return try value(of: clip, at: place)
        }
    }

    private func value(of clip: Timeline.Clip, at place: Int) throws -> ManifestValue {
        guard let media = located.media[place], let list = located.inputs[place],
            let slots = located.arrangement.cuts[place]
        else { throw Fault(input: clip.input, reason: "its frames were not found") }
        let ownRate = clip.frameRate ?? located.rate
        if let tracks = located.tracks[place] { return try stack(of: clip, tracks, media, slots) }
        let reference, shown: ManifestValue
        var speed = clip.speed
        if let pattern = Self.pattern(of: list) {
            let numbers = try media.numbers(in: slots, clip)
            let steps = media.steps
            guard steps.count <= 1 else {
                let reason = "only a range of frames can be written; use a separate clip for each range"
                throw Fault(input: clip.input, reason: reason)
            }
            speed = speed.multiplied(by: steps.first ?? 1) ?? speed
            let all = list.expected ?? FrameSet(list.frames.lazy.compactMap(\.number))
            let (least, most) = (all.min() ?? numbers.lowerBound, all.max() ?? numbers.upperBound)
            let fields: Fields = [
                "target_url_base": .text(try folder(pattern)),
                "name_prefix": .text(pattern.prefix), "name_suffix": .text(pattern.suffix),
                "start_frame": .word(String(least)), "frame_step": .word("1"), "rate": .word(Self.text(ownRate)),
                "frame_zero_padding": .word(String(pattern.padding.width < 2 ? 0 : pattern.padding.width)),
                "missing_frame_policy": .text(missing.otioName),
                "available_range": range(from: least, ownRate, most - least + 1, ownRate),
            ]
            reference = Self.object("ImageSequenceReference.1", fields)
            shown = range(from: numbers.lowerBound, ownRate, slots.count)
        } else {
            guard clip.frames == nil, slots.lowerBound == 0 || list.frames.count == 1
            else { throw Fault(input: clip.input, reason: "part of a file with multiple pictures cannot be written") }
            let url = try rename(FilePath(clip.input)).percentEncoded(but: Self.plain)
            reference = Self.object("ExternalReference.1", ["target_url": .text(url)])
            shown = range(from: 0, located.rate, slots.count)
        }
        let effects = speed != 1 && list.frames.count > 1 ? Self.effects(speed) : []
        let fields: Fields = [
            "name": .text(FilePath(clip.input).lastComponent), "source_range": shown, "effects": .list(effects),
            "markers": markers(on: list, at: place, ownRate),
            "media_references": .flow([.init("DEFAULT_MEDIA", reference)]),
            "active_media_reference_key": .text("DEFAULT_MEDIA"),
        ]
        return Self.object("Clip.2", fields)
    }

    private func stack(
        of clip: Timeline.Clip,
        _ tracks: [ManifestLocator.LocatedTimeline],
        _ media: ClipMedia,
        _ slots: Range<Int>
    ) throws -> ManifestValue {
        let children = try zip(clip.tracks, tracks).map { timeline, located in
            try TimelineWriter(timeline, located, title: nil, missing: missing, rename: rename).track
        }
        let numbers = try media.numbers(in: slots, clip)
        let fields: Fields = [
            "source_range": range(from: numbers.lowerBound - 1, clip.frameRate ?? located.rate, slots.count),
            "effects": .list(clip.speed == 1 ? [] : Self.effects(clip.speed)), "children": .list(children),
        ]
        return Self.object("Stack.1", fields)
    }

    private static func effects(_ speed: RationalTime) -> [ManifestValue] {
        let scalar = ManifestValue(speed.seconds) ?? .word("1")
        return [object("LinearTimeWarp.1", ["effect_name": .text("LinearTimeWarp"), "time_scalar": scalar])]
    }

    private func markers(on list: FrameList, at place: Int, _ rate: FrameRate) -> ManifestValue? {
        guard let markers = markers[place], !markers.isEmpty else { return nil }
        let isNumbered = Self.pattern(of: list) != nil
        let values = markers.map { marker in
            let number = isNumbered ? list.frames[marker.frame].number : nil
            let place = range(from: number ?? marker.frame, rate, 1, rate)
            let name = ManifestValue.text(marker.text)
            return Self.object("Marker.2", ["name": name, "color": .text("ORANGE"), "marked_range": place])
        }
        return .list(values)
    }

    private func folder(_ pattern: FramePattern) throws(ManifestFileError) -> String {
        let path = try rename(FilePath(pattern.directory + "x"))
        return String(decoding: path.utf8.dropLast(), as: UTF8.self).percentEncoded(but: Self.plain)
    }

    private static func pattern(of list: FrameList) -> FramePattern? {
        guard list.frames.count > 1, !list.hasDurations else { return nil }
        guard let pattern = try? FramePattern(parsing: list.name) else { return nil }
        let matches = list.frames.allSatisfy { frame in
            frame.number.map { frame.path == pattern.path(of: $0) } ?? false
        }
        return matches ? pattern : nil
    }

    private func time(_ frames: Int, _ rate: FrameRate) -> ManifestValue {
        Self.object("RationalTime.1", ["rate": .word(Self.text(rate)), "value": .word("\(frames)")])
    }

    private func range(from start: Int, _ rate: FrameRate, _ length: Int, _ own: FrameRate? = nil) -> ManifestValue {
        Self.object("TimeRange.1", ["start_time": time(start, rate), "duration": time(length, own ?? located.rate)])
    }

    private static let plain = "-._~/@+,="

    private static func text(_ rate: FrameRate) -> String { "\(rate.framesPerSecond)" }
}

extension MissingFramePolicy {
    fileprivate var otioName: String {
        switch self {
        case .black: "black"
        case .hold, .nearest: "hold"
        case .error, .skip: "error"
        }
    }
}

extension ClipMedia {
    var steps: Set<RationalTime> {
        let placed = frames.enumerated().compactMap { place, frame in frame?.number.map { (place: place, number: $0) } }
        let steps = zip(placed, placed.dropFirst()).map { former, next in
            RationalTime(Int64(next.number - former.number), Int64(next.place - former.place))
        }
        return Set(steps)
    }

    func numbers(in slots: Range<Int>, _ clip: Timeline.Clip) throws(TimelineWriter.Fault)
        -> ClosedRange<Int>
    {
        let ends = [slots.lowerBound, max(slots.lowerBound, slots.upperBound - 1)]
            .compactMap { place(ofSlot: $0).flatMap { frames[$0]?.number } }
        guard let first = ends.first, let last = ends.last, ends.count == 2
        else { throw TimelineWriter.Fault(input: clip.input, reason: "a frame at its beginning or end is missing") }
        return min(first, last)...max(first, last)
    }
}
