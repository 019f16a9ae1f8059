internal import FlipbookCore

/// A timeline of OpenTimelineIO, as a manifest with a `timeline`.
///
/// Follows OpenTimelineIO's schemas: `Timeline`, `Stack`, `Track`, `Clip` with image sequence and external references, `Gap`,
/// `Transition`, `LinearTimeWarp` and `FreezeFrame`. Of several video tracks, the upper ones are views over the lowest. What
/// changes nothing that is seen (sound,
/// markers, metadata) is passed over; what would, is refused with its place.
struct TimelineReader {
    private var faults: [ManifestFault] = []
    private var notes: [String] = []
    private var manifest = SequenceManifest()
    private var items: [(item: Timeline.Item, position: ManifestNode.Position)] = []
    /// The items of the tracks over the lowest one, in the order in which they lie over it.
    private var upperTracks: [[Timeline.Item]] = []
    /// The largest time, in seconds.
    private static let longestTime = 1e9
    /// What was passed over, each kind once.
    private var passedOver: [String] = []

    /// The manifest that a tree of values means, what its author may want to know, and where each item stands.
    /// - Throws: `ManifestError` with every mistake.
    static func read(_ node: ManifestNode, file: FilePath) throws(ManifestError) -> (
        manifest: SequenceManifest, notes: [String], positions: [ManifestNode.Position]
    ) {
        var reader = TimelineReader()
        reader.readRoot(node)
        if reader.faults.isEmpty {
            let hasClip = reader.items.contains { if case .clip = $0.item { true } else { false } }
            if !hasClip { reader.fault(node, "", "there is no clip to show") }
        }
        guard reader.faults.isEmpty else { throw ManifestError(file: file, faults: reader.faults) }
        reader.manifest.timeline = Timeline(reader.items.map(\.item))
        if !reader.upperTracks.isEmpty {
            reader.manifest.views = reader.upperTracks.map { track in
                var view = ManifestView()
                (view.timeline, view.contentMode) = (Timeline(track), .scaleAspectFit)
                var pins = ViewPins()
                pins.fit = .both
                view.pins = pins
                return view
            }
            // Each track is shown once, and nothing of it where another one lasts longer.
            reader.manifest.animationRepeatCount = 1
        }
        var notes = reader.notes.map { "\(file): \($0)" }
        if !reader.passedOver.isEmpty {
            let kinds = reader.passedOver.map(\.escapingControlCharacters).joined(separator: ", ")
            notes.append("\(file): passed over, since pictures are read alone: \(kinds)")
        }
        return (reader.manifest, notes, reader.items.map(\.position))
    }

    private mutating func fault(_ node: ManifestNode, _ path: String, _ message: String) {
        guard faults.count < ManifestError.largestFaultCount else { return }
        faults.append(ManifestFault(at: node.position, path: path, message: message))
    }

    private mutating func passOver(_ kind: String) { if !passedOver.contains(kind) { passedOver.append(kind) } }

    private mutating func readRoot(_ node: ManifestNode) {
        if let name = node["name"]?.string, !name.isEmpty { manifest.title = name }
        switch node.schema {
        case "Timeline":
            if let rate = node["global_start_time"].flatMap({ FrameRate(otioRate: $0["rate"]) }) {
                manifest.frameRate = rate
            }
            guard let tracks = node["tracks"] else {
                return fault(node, "tracks", "the key is missing: the tracks of the timeline")
            }
            readStack(tracks, "tracks")
        case "Stack": readStack(node, "")
        case "Track": readTrack(node, "")
        case "Clip": readItem(node, "")
        case nil: fault(node, "OTIO_SCHEMA", "the key is missing, so this is no timeline of OpenTimelineIO")
        case let schema?:
            fault(
                node,
                "OTIO_SCHEMA",
                "'\(schema.escapingControlCharacters)' is no timeline; export a Timeline, a Track or a Clip"
            )
        }
    }

    private mutating func readStack(_ node: ManifestNode, _ path: String) {
        guard refuseTrim(node, path) else { return }
        let children = node["children"]?.list ?? []
        var video: [(node: ManifestNode, path: String)] = []
        for (index, child) in children.enumerated() {
            let path = "\(path.isEmpty ? "" : path + ".")children[\(index)]"
            guard child.schema != "Track" || child["kind"]?.string ?? "Video" == "Video" else {
                passOver("a track of \(child["kind"]?.string ?? "another kind")")
                continue
            }
            // A track without a clip shows nothing.
            let isEmpty = child.schema == "Track" && child["children"]?.list?.allSatisfy { $0.schema == "Gap" } ?? true
            if !isEmpty { video.append((child, path)) }
        }
        guard video.count <= SequenceManifest.largestViewCount else {
            return fault(
                node,
                path,
                "there are \(video.count) video tracks; the most are \(SequenceManifest.largestViewCount)"
            )
        }
        var lowest: [(item: Timeline.Item, position: ManifestNode.Position)] = []
        for (index, (child, path)) in video.enumerated() {
            items = []
            if child.schema == "Track" { readTrack(child, path) } else { readItem(child, path) }
            if index == 0 { lowest = items } else { upperTracks.append(items.map(\.item)) }
        }
        items = lowest
    }

    private mutating func readTrack(_ node: ManifestNode, _ path: String) {
        guard refuseTrim(node, path) else { return }
        for (index, child) in (node["children"]?.list ?? []).enumerated() {
            readItem(child, "\(path.isEmpty ? "" : path + ".")children[\(index)]")
        }
    }

    /// Refuses a part of tracks: which clips lie in it, is not worked out.
    private mutating func refuseTrim(_ node: ManifestNode, _ path: String) -> Bool {
        guard let range = node["source_range"], range.schema != nil else { return true }
        fault(
            range,
            "\(path.isEmpty ? "" : path + ".")source_range",
            "a part of a track is not read; trim its clips instead"
        )
        return false
    }

    private mutating func add(_ item: Timeline.Item, _ node: ManifestNode) { items.append((item, node.position)) }

    private mutating func readItem(_ node: ManifestNode, _ path: String) {
        if !(node["markers"]?.list ?? []).isEmpty { passOver("markers") }
        switch node.schema {
        case "Clip": readClip(node, path)
        case "Gap":
            guard let range = range(node["source_range"], "\(path).source_range", in: node) else { return }
            if range.duration > .zero { add(.gap(range.duration), node) }
        case "Transition": readTransition(node, path)
        case "Stack", "Track":
            fault(
                node,
                path,
                "tracks within tracks are not read; flatten them first, as 'otiotool --flatten=video' does"
            )
        case let schema:
            fault(
                node,
                path,
                "'\((schema ?? "nothing").escapingControlCharacters)' is not read; a track has clips, gaps and transitions"
            )
        }
    }

    private mutating func readTransition(_ node: ManifestNode, _ path: String) {
        guard let before = time(node["in_offset"], "\(path).in_offset", in: node),
            let after = time(node["out_offset"], "\(path).out_offset", in: node)
        else { return }
        let duration = before + after
        guard duration > .zero else { return }
        if case .transition? = items.last?.item { return fault(node, path, "two transitions follow one another") }
        let type = node["transition_type"]?.string ?? "SMPTE_Dissolve"
        var transition = Transition.dissolve
        let own = node["metadata"]?["flipbook"]
        if let name = own?["transition"]?.string.flatMap(TransitionName.init(rawValue:)) {
            let direction = own?["direction"]?.string.flatMap(Transition.Direction.init(rawValue:)) ?? .left
            var color = Color.black
            if let text = own?["color"]?.string {
                do throws(Color.ParsingError) { color = try Color(parsing: text) } catch {
                    return fault(node, "\(path).metadata.flipbook.color", error.explanation.description)
                }
            }
            transition = name.transition(direction, color)
        } else if type != "SMPTE_Dissolve" {
            notes.append(
                "\(node.position.line):\(node.position.column): \(path): the transition '\(type.escapingControlCharacters)' "
                    + "is shown as a dissolve"
            )
        }
        add(.transition(Timeline.Passage(transition, duration: duration, inOffset: before)), node)
    }

    private mutating func readClip(_ node: ManifestNode, _ path: String) {
        let key = node["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
        let single = node["media_reference"]
        let media = single ?? node["media_references"]?[key]
        let mediaPath = single == nil ? "\(path).media_references.\(key)" : "\(path).media_reference"
        let available = media.flatMap { $0["available_range"] }.flatMap { $0.schema == nil ? nil : $0 }
        let trimmed = node["source_range"].flatMap { $0.schema == nil ? nil : $0 }
        var shown: (start: RationalTime, duration: RationalTime)?
        if let range = trimmed ?? available {
            shown = self.range(
                range,
                trimmed == nil ? "\(mediaPath).available_range" : "\(path).source_range",
                in: node
            )
            if shown == nil { return }
        }
        if case .plain(let word)? = node["enabled"]?.content, word == "false" {
            if let shown { add(.gap(shown.duration), node) }
            return
        }
        var clip = Timeline.Clip(input: "")
        clip.duration = shown?.duration
        guard let speed = speed(node, path) else { return }
        clip.speed = speed
        guard let media else { return fault(node, mediaPath, "the clip has no media; relink it") }
        var start = shown?.start
        if let available {
            guard let range = range(available, "\(mediaPath).available_range", in: node) else { return }
            start = start.map { $0 - range.start }
        }
        let name = node["name"]?.string ?? ""
        switch media.schema {
        case "ImageSequenceReference": readSequence(media, mediaPath, start, &clip)
        case "ExternalReference":
            guard let target = media["target_url"], let url = target.string else {
                return fault(media, "\(mediaPath).target_url", "the key is missing: the clip's file")
            }
            guard let input = local(url, target, "\(mediaPath).target_url") else { return }
            clip.input = input
        case let schema:
            let noun = schema == "MissingReference" ? "is offline; relink it" : "is no picture: \(schema ?? "nothing")"
            return fault(media, mediaPath, "the media of the clip '\(name)' \(noun)".escapingControlCharacters)
        }
        if manifest.frameRate == nil {
            manifest.frameRate = FrameRate(otioRate: (trimmed ?? available)?["duration"]?["rate"]) ?? clip.frameRate
        }
        guard !clip.input.isEmpty else { return }
        add(.clip(clip), node)
    }

    private mutating func readSequence(
        _ media: ManifestNode,
        _ path: String,
        _ start: RationalTime?,
        _ clip: inout Timeline.Clip
    ) {
        guard let base = media["target_url_base"],
            let folder = local(base.string ?? "", base, "\(path).target_url_base")
        else { return }
        guard let rate = FrameRate(otioRate: media["rate"]) else {
            return fault(media["rate"] ?? media, "\(path).rate", "expected frames per second above 0")
        }
        let first = media["start_frame"]?.whole ?? 1
        let step = max(1, media["frame_step"]?.whole ?? 1)
        let digits = media["frame_zero_padding"]?.whole ?? 0
        guard (0...200).contains(digits) else {
            return fault(media, "\(path).frame_zero_padding", "expected a number of digits from 0 to 200")
        }
        clip.input =
            FramePattern(
                directory: folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/",
                prefix: media["name_prefix"]?.string ?? "",
                padding: FramePadding(width: digits),
                suffix: media["name_suffix"]?.string ?? ""
            ).description
        // Every so many frames there is a picture, which stays until the next one.
        clip.frameRate = FrameRate(Int64(rate.numerator), Int64(rate.denominator) * Int64(step))
        if let policy = media["missing_frame_policy"]?.string, manifest.$missing == nil {
            manifest.$missing = policy == "error" ? nil : MissingFramePolicy(rawValue: policy)
        }
        guard let start, let duration = clip.duration, let own = clip.frameRate else { return }
        let skipped = start > .zero ? own.frames(upTo: start) : 0
        // What is played of the input in that time, from its first picture to its last.
        let reach = duration.multiplied(by: clip.speed < .zero ? .zero - clip.speed : clip.speed) ?? duration
        let count = max(1, own.slots(in: reach))
        let (from, overflow) = skipped.multipliedReportingOverflow(by: step)
        guard !overflow, count <= FrameSet.maximumCount, from < Int(Int32.max) else {
            return fault(media, path, "the clip has more than \(FrameSet.maximumCount) frames")
        }
        clip.frames = FrameSet(FrameRange(first + from, through: first + from + (count - 1) * step, by: step))
    }

    /// How fast the effects of a clip play it; `nil` where one is a mistake.
    private mutating func speed(_ node: ManifestNode, _ path: String) -> RationalTime? {
        var speed: RationalTime = 1
        for (index, effect) in (node["effects"]?.list ?? []).enumerated() {
            let path = "\(path).effects[\(index)]"
            switch effect.schema {
            case "LinearTimeWarp":
                let scalar = effect["time_scalar"]?.decimal.flatMap(Double.init) ?? 1
                guard scalar.magnitude <= Timeline.fastest, let factor = RationalTime(scalar),
                    let product = speed.multiplied(by: factor)
                else {
                    fault(
                        effect,
                        "\(path).time_scalar",
                        "expected a number from -\(Int(Timeline.fastest)) to \(Int(Timeline.fastest))"
                    )
                    return nil
                }
                speed = product
            case "FreezeFrame": speed = 0
            case "TimeEffect":
                fault(effect, path, "a time effect that is not linear is not read")
                return nil
            case let schema: passOver("the effect \(effect["effect_name"]?.string ?? schema ?? "without a name")")
            }
        }
        return speed
    }

    private mutating func range(
        _ node: ManifestNode?,
        _ path: String,
        in parent: ManifestNode
    ) -> (start: RationalTime, duration: RationalTime)? {
        guard let node, node.schema == "TimeRange" else {
            fault(node ?? parent, path, "expected a TimeRange")
            return nil
        }
        guard let start = time(node["start_time"], "\(path).start_time", in: node),
            let duration = time(node["duration"], "\(path).duration", in: node)
        else { return nil }
        guard duration >= .zero else {
            fault(node, "\(path).duration", "it is below 0")
            return nil
        }
        return (start, duration)
    }

    /// A time in seconds.
    private mutating func time(_ node: ManifestNode?, _ path: String, in parent: ManifestNode) -> RationalTime? {
        guard let node, let rate = FrameRate(otioRate: node["rate"]),
            let value = node["value"]?.decimal.flatMap(Double.init).flatMap({ RationalTime($0) }),
            let time = value.multiplied(by: rate.frameDuration), abs(time.seconds) <= Self.longestTime
        else {
            fault(node ?? parent, path, "expected a RationalTime, its value in frames and its rate above 0")
            return nil
        }
        return time
    }

    /// A path of this machine; what a URL writes with percent signs is read as it means.
    private mutating func local(_ url: String, _ node: ManifestNode, _ path: String) -> String? {
        var rest = Array(url.utf8)[...]
        if url.hasPrefix("file://") {
            rest = rest.dropFirst("file://".utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
                fault(node, path, "the URL has no path")
                return nil
            }
            let host = String(decoding: rest[..<slash], as: UTF8.self)
            guard host.isEmpty || host == "localhost" else {
                fault(node, path, "the file is on another machine, '\(host.escapingControlCharacters)'; copy it here")
                return nil
            }
            rest = rest[slash...]
        } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
            let scheme = String(decoding: rest[..<colon], as: UTF8.self).escapingControlCharacters
            fault(node, path, "'\(scheme)' is no file of this machine; copy it here and relink the clip")
            return nil
        }
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), rest.count >= 2,
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        guard !bytes.contains(0) else {
            fault(node, path, "a file name cannot hold a zero byte")
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ManifestNode {
    /// What stands behind a key of a mapping.
    subscript(key: String) -> ManifestNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
    }

    /// The items of a list.
    fileprivate var list: [ManifestNode]? { if case .list(let items) = content { items } else { nil } }

    /// A text.
    fileprivate var string: String? { if case .quoted(let text) = content { text } else { nil } }

    /// A whole number.
    fileprivate var whole: Int? { decimal.flatMap(Double.init).flatMap { Int(exactly: $0.rounded()) } }

    /// The name of an object's schema without its version: `Clip` of `Clip.2`.
    fileprivate var schema: String? {
        self["OTIO_SCHEMA"]?.string.map { String($0.prefix { $0 != "." }) }
    }
}

extension FrameRate {
    /// The rate of OpenTimelineIO's number, where 23.976 is 24000/1001.
    fileprivate init?(otioRate node: ManifestNode?) {
        guard let text = node?.decimal else { return nil }
        do throws(FrameRateParsingError) { self = try FrameRate(parsing: text) } catch {
            guard let value = Double(text), let rate = RationalTime(value),
                let fraction = FrameRate(rate.numerator, rate.denominator)
            else { return nil }
            self = fraction
        }
    }

    /// How many whole frames have gone by at a time.
    fileprivate func frames(upTo time: RationalTime) -> Int {
        // A time that was written as a decimal may lie a little before its frame.
        Int(min(max(0, (time.seconds * framesPerSecond + 0.001).rounded(.down)), 1e9))
    }
}
