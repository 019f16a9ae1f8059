package import FlipbookCore

extension ManifestDecoder {
    /// The kinds of items: the key that each requires, and its optional keys.
    private static let itemKinds: [(key: String, others: [String])] = [
        ("input", Timeline.Clip.fields.map(\.key).filter { $0 != "tracks" }),
        ("tracks", Timeline.Clip.fields.map(\.key).filter { $0 != "input" }), ("gap", []),
        ("transition", ["duration", "direction", "color", "inOffset"]),
    ]
    private static let itemKeys =
        Timeline.Clip.fields.map(\.key) + ["gap", "transition", "direction", "color", "inOffset"]

    fileprivate func timeline() -> Timeline? {
        let expected = "a list of clips such as {input: walk.####.png}, of gaps and of transitions"
        let items = items(atMost: Timeline.largestItemCount, "items", expected: expected)
        guard let items else { return nil }
        if items.isEmpty { return refuse("there is nothing to show; add a clip: {input: walk.####.png}") }
        var read: [Timeline.Item] = []
        for item in items {
            if isFull { return nil }
            if let item = item.item() { read.append(item) }
        }
        guard read.count == items.count else { return nil }
        for (place, (item, next)) in zip(read, read.dropFirst()).enumerated() {
            guard case .transition = item, case .transition = next else { continue }
            return items[place + 1].refuse("two transitions are adjacent; remove one, or put a clip between them")
        }
        let timeline = Timeline(read)
        guard !timeline.clips.isEmpty
        else { return refuse("there is no clip to show; add one: {input: walk.####.png}") }
        return timeline
    }

    private func item() -> Timeline.Item? {
        if node.word != nil {
            let expected = "a pattern, a folder or a file, or the keys input, tracks, gap or transition"
            return path(expected: expected).map { .clip(Timeline.Clip(input: $0)) }
        }
        guard let values = mapping(names: Self.itemKeys) else { return nil }
        let kinds = Self.itemKinds.filter { values[$0.key] != nil }
        guard let kind = kinds.first, kinds.count == 1 else {
            let names = Self.itemKinds.map(\.key).joined(separator: ", ")
            let found = kinds.isEmpty ? "it has none" : "it has \(kinds.count)"
            return refuse("an item requires exactly one of the keys \(names); \(found)")
        }
        let others = values.filter { $0.key != kind.key && !kind.others.contains($0.key) }.values
        for value in others { value.fault("it has no effect with \(kind.key); remove it") }
        guard others.isEmpty else { return nil }
        switch kind.key {
        case "gap": return values["gap"]?.duration(zeroIsAllowed: false).map { .gap($0) }
        case "transition": return faultless { passage(values).map { .transition($0) } }
        default:
            return faultless {
                var clip = Timeline.Clip(input: "")
                values.read(Timeline.Clip.fields, into: &clip)
                return .clip(clip)
            }
        }
    }

    private func passage(_ values: [String: ManifestDecoder]) -> Timeline.Passage? {
        let transition = values.transition()
        let length = needed("duration", in: values, "the length of the transition in seconds")
        guard let duration = length?.duration(zeroIsAllowed: false) else { return nil }
        let inOffset = values["inOffset"]?.duration(zeroIsAllowed: true)
        if let inOffset, inOffset > duration {
            values["inOffset"]?.fault("it is longer than the whole transition; shorten it")
        }
        return transition.map { Timeline.Passage($0, duration: duration, inOffset: inOffset) }
    }

    /// Reads frame numbers. If the value is invalid, reports a mistake and returns `nil`.
    package func frameNumbers(expected: String) -> FrameSet? {
        parsed(node.numberOrText ?? refuse(expected: expected)) { text throws(FrameSetError) in
            try FrameSet(parsing: text)
        }
    }
}

extension ManifestForm {
    static var timeline: ManifestForm<Timeline> {
        .init(
            schema: #""type": "array", "minItems": 1, "maxItems": \#(Timeline.largestItemCount), "#
                + ##""items": {"oneOf": [{"$ref": "#/$defs/path"}, {"$ref": "#/$defs/clip"}, {"$ref": "#/$defs/tracks"}, {"$ref": "#/$defs/gap"}, {"$ref": "#/$defs/transition"}]}"##,
            read: { $0.timeline() },
            write: { .list($0.items.map(ManifestValue.init)) }
        )
    }

    static var tracks: ManifestForm<[Timeline]> {
        let expected = "a list of tracks, each a list of clips: [[walk.####.png], [title.####.png]]"
        let form: ManifestForm<[Timeline]> =
            .list(of: .timeline, atMost: SequenceManifest.largestViewCount, "tracks", expected: expected)
        return changing(form) {
            $0.read = { decoder in
                decoder.node.list?.isEmpty == true
                    ? decoder.refuse("there is nothing to show; add a track: [walk.####.png]") : form.read(decoder)
            }
            $0.write = { .sequence($0.map { .sequence($0.items.map(ManifestValue.init)) }) }
        }
    }

    static var input: ManifestForm<String> {
        changing(text) { $0.read = { $0.path(expected: "a pattern, a folder or a file") } }
    }

    static var frameNumbers: ManifestForm<FrameSet> {
        .init(
            schema: #""type": ["string", "integer"]"#,
            read: { $0.frameNumbers(expected: "frame numbers such as 1-48, 1-100x2 or 1,5,9-12") },
            write: { .text($0.description) }
        )
    }

    static var speed: ManifestForm<RationalTime> {
        let form = ManifestForm<Double>.number(-Timeline.fastest...Timeline.fastest, noun: "a speed")
        return .init(
            schema: form.schema,
            read: { form.read($0).flatMap { RationalTime($0) } },
            write: { ManifestValue($0.seconds) }
        )
    }
}
