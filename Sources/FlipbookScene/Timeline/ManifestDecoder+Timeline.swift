import FlipbookCore

extension ManifestDecoder {
    /// The keys of an item of a timeline.
    private static let itemKeys = [
        "input", "tracks", "frames", "handles", "frameRate", "speed", "duration", "gap", "transition", "direction",
        "color", "inOffset",
    ]
    /// The kinds of items, by the key that each cannot do without, and the other keys that it may have.
    private static let itemKinds = [
        ("input", ["frames", "handles", "frameRate", "speed", "duration"]),
        ("tracks", ["frames", "handles", "frameRate", "speed", "duration"]), ("gap", []),
        ("transition", ["duration", "direction", "color", "inOffset"]),
    ].map { (key: $0.0, others: $0.1) }

    /// A list of clips, gaps and transitions.
    mutating func timeline(_ node: ManifestNode, _ path: String) -> Timeline? {
        let expected = "a list of clips such as {input: walk.####.png}, of gaps and of transitions"
        let items = items(node, path, atMost: Timeline.largestItemCount, "items", expected: expected)
        guard let items else { return nil }
        guard !items.isEmpty else {
            fault(node.position, path, "there is nothing to show; add a clip: {input: walk.####.png}")
            return nil
        }
        var read: [Timeline.Item] = []
        for item in items {
            if isFull { return nil }
            guard let item = self.item(item.node, item.path) else { continue }
            read.append(item)
        }
        guard read.count == items.count else { return nil }
        for (place, (item, next)) in zip(read, read.dropFirst()).enumerated() {
            guard case .transition = item, case .transition = next else { continue }
            let (node, path) = (items[place + 1].node, items[place + 1].path)
            fault(node.position, path, "two transitions follow one another; remove one, or put a clip between them")
            return nil
        }
        if !read.contains(where: { if case .clip = $0 { true } else { false } }) {
            fault(node.position, path, "there is no clip to show; add one: {input: walk.####.png}")
            return nil
        }
        return Timeline(read)
    }

    private mutating func item(_ node: ManifestNode, _ path: String) -> Timeline.Item? {
        if case .quoted = node.content { return clip(node, path) }
        if case .plain = node.content { return clip(node, path) }
        guard let values = mapping(node, path, names: Self.itemKeys) else { return nil }
        let kinds = Self.itemKinds.filter { values[$0.key] != nil }
        guard let kind = kinds.first, kinds.count == 1 else {
            let names = Self.itemKinds.map(\.key).joined(separator: ", ")
            let found = kinds.isEmpty ? "none of them is there" : "there are \(kinds.count) of them"
            fault(node.position, path, "an item has one of the keys \(names); \(found)")
            return nil
        }
        var isWhole = true
        for (key, value) in values where key != kind.key && !kind.others.contains(key) {
            isWhole = false
            fault(value.position, "\(path).\(key)", "it means nothing beside \(kind.key); remove it")
        }
        guard isWhole else { return nil }
        switch kind.key {
        case "gap":
            return values["gap"].flatMap { duration($0, "\(path).gap", zeroIsAllowed: false) }.map { .gap($0) }
        case "transition": return passage(values, path, node)
        default: return clip(values, path)
        }
    }

    private mutating func clip(_ node: ManifestNode, _ path: String) -> Timeline.Item? {
        let expected = "a pattern, a folder or a file, or the keys input, tracks, gap or transition"
        return self.path(node, path, expected: expected).map { .clip(Timeline.Clip(input: $0)) }
    }

    private mutating func clip(_ values: [String: ManifestNode], _ path: String) -> Timeline.Item? {
        let count = faults.count
        let name = values["input"].flatMap { self.path($0, "\(path).input", expected: "a pattern, a folder or a file") }
        var clip = Timeline.Clip(input: name ?? "")
        if let value = values["tracks"] { clip.tracks = tracks(value, "\(path).tracks") }
        if let value = values["frames"] { clip.frames = numbers(value, "\(path).frames") }
        if let value = values["handles"] {
            clip.handles = wholeNumber(value, "\(path).handles", in: 0...FrameSet.maximumCount) ?? 0
        }
        if let value = values["frameRate"] { clip.frameRate = rate(value, "\(path).frameRate") }
        if let value = values["speed"] {
            let number = number(value, "\(path).speed", in: -Timeline.fastest...Timeline.fastest)
            if let number, let speed = RationalTime(number) { clip.speed = speed }
        }
        if let value = values["duration"] {
            clip.duration = duration(value, "\(path).duration", zeroIsAllowed: false)
        }
        return faults.count == count ? .clip(clip) : nil
    }

    /// Timelines over one another, the lowest first.
    private mutating func tracks(_ node: ManifestNode, _ path: String) -> [Timeline] {
        let expected = "a list of tracks, each a list of clips: [[walk.####.png], [title.####.png]]"
        let items = items(node, path, atMost: SequenceManifest.largestViewCount, "tracks", expected: expected)
        guard let items else { return [] }
        if items.isEmpty { fault(node.position, path, "there is nothing to show; add a track: [walk.####.png]") }
        return items.compactMap { timeline($0.node, $0.path) }
    }

    /// Frame numbers as a number or as a text.
    private mutating func numbers(_ node: ManifestNode, _ path: String) -> FrameSet? {
        guard let text = node.numberOrText else {
            fault(node, path, expected: "frame numbers such as 1-48, 1-100x2 or 1,5,9-12")
            return nil
        }
        return parsed(text, node, path) { text throws(FrameSetError) in try FrameSet(parsing: text) }
    }

    private mutating func passage(
        _ values: [String: ManifestNode],
        _ path: String,
        _ node: ManifestNode
    ) -> Timeline.Item? {
        let count = faults.count
        let transition = values["transition"].flatMap {
            self.transition($0, values["direction"], values["color"], path)
        }
        guard let length = values["duration"] else {
            fault(node.position, path, "the key duration is missing: how many seconds the transition lasts")
            return nil
        }
        let duration = duration(length, "\(path).duration", zeroIsAllowed: false)
        var inOffset: RationalTime?
        if let value = values["inOffset"] {
            inOffset = self.duration(value, "\(path).inOffset", zeroIsAllowed: true)
            if let inOffset, let duration, inOffset > duration {
                fault(value.position, "\(path).inOffset", "it is longer than the whole transition; shorten it")
            }
        }
        guard faults.count == count, let transition, let duration else { return nil }
        return .transition(Timeline.Passage(transition, duration: duration, inOffset: inOffset))
    }
}

extension ManifestForm where Value == Timeline {
    /// A list of clips, gaps and transitions.
    static var timeline: Self {
        .init(
            schema: #""type": "array", "minItems": 1, "maxItems": \#(Timeline.largestItemCount), "#
                + ##""items": {"oneOf": [{"$ref": "#/$defs/path"}, {"$ref": "#/$defs/clip"}, {"$ref": "#/$defs/tracks"}, {"$ref": "#/$defs/gap"}, {"$ref": "#/$defs/transition"}]}"##,
            words: "a list of clips, gaps and transitions",
            example: "[{input: walk.####.png}]",
            read: { $0.timeline($1, $2) },
            write: { .list($0.items.map(ManifestValue.init)) }
        )
    }
}

extension ManifestValue {
    fileprivate init(_ item: Timeline.Item) {
        switch item {
        case .gap(let time): self = .flow([Field("gap", ManifestValue(time))])
        case .transition(let passage):
            var fields = ManifestValue.fields(of: passage.transition, lasting: passage.duration)
            if let offset = passage.inOffset { fields.append(Field("inOffset", ManifestValue(offset))) }
            self = .flow(fields)
        case .clip(let clip):
            var fields = [Field("input", .text(clip.input))]
            if !clip.tracks.isEmpty {
                let tracks = clip.tracks.map { ManifestValue.sequence($0.items.map(ManifestValue.init)) }
                fields = [Field("tracks", .sequence(tracks))]
            }
            if let frames = clip.frames { fields.append(Field("frames", .text(frames.description))) }
            if clip.handles > 0 { fields.append(Field("handles", .word(String(clip.handles)))) }
            if let rate = clip.frameRate { fields.append(Field("frameRate", .text(rate.description))) }
            if clip.speed != 1, let speed = ManifestValue(clip.speed.seconds) { fields.append(Field("speed", speed)) }
            if let duration = clip.duration { fields.append(Field("duration", ManifestValue(duration))) }
            self = .flow(fields)
        }
    }
}
