internal import FlipbookCore
internal import FlipbookScene

/// A reader of OpenTimelineIO timelines that returns a manifest with a `timeline`.
///
/// It supports OpenTimelineIO's `Timeline`, `Stack`, `Track`, `Clip` with image sequences and external references, `Gap`,
/// `Transition`, `LinearTimeWarp`, and `FreezeFrame`. Nested tracks are laid out on the time axis of the outermost one. Upper
/// tracks become views over the lowest one. Stacked tracks become one clip if they are played at a different speed or have a
/// transition at either end. Audio, markers, and metadata are ignored. Other unsupported data is rejected with its position.
struct TimelineReader {
    private var notes: [String] = []
    private var manifest = SequenceManifest()
    static let largestDepth = 64
    private var passedOver: [String] = []

    /// Returns the manifest for a tree, notes for its author, and the positions of each timeline's items.
    static func read(_ node: ManifestNode, file: FilePath) throws(ManifestError) -> (
        manifest: SequenceManifest, notes: [String], positions: [String: [ManifestNode.Position]]
    ) {
        var (reader, shown) = (TimelineReader(), TimelineRows())
        let root = ManifestDecoder(node)
        shown.lay(reader.readRoot(root))
        try root.finish(file)
        if shown.rows.isEmpty { root.fault("there is no clip to show") }
        try root.finish(file)
        shown.fill()
        let items = shown.rows[0].entries
        reader.manifest.timeline = Timeline(items.map(\.item))
        var positions = [ManifestKey.timeline.rawValue: items.map(\.position)]
        if shown.rows.count > 1 {
            reader.manifest.views = shown.rows.dropFirst().enumerated().map { place, row in
                let key = "\(ManifestKey.views.rawValue)[\(place)].\(ManifestKey.timeline.rawValue)"
                positions[key] = row.entries.map(\.position)
                return changing(ManifestView()) {
                    ($0.timeline, $0.contentMode) = (Timeline(row.entries.map(\.item)), .scaleAspectFit)
                    $0.pins = changing(ViewPins()) { $0.fit = .both }
                }
            }
            // Each row is shown once. It can end before longer rows.
            reader.manifest.animationRepeatCount = 1
        }
        var notes = reader.notes.map { "\(file): \($0)" }
        if !reader.passedOver.isEmpty {
            let kinds = reader.passedOver.map(\.escapingControlCharacters).joined(separator: ", ")
            notes.append("\(file): ignored \(kinds), since Flipbook reads only pictures")
        }
        return (reader.manifest, notes, positions)
    }

    private mutating func passOver(_ kind: String) { if !passedOver.contains(kind) { passedOver.append(kind) } }

    private mutating func readRoot(_ root: ManifestDecoder) -> TimelineRows {
        if let name = root.string("name"), !name.isEmpty { manifest.title = name }
        switch root.node.schema {
        case "Timeline":
            manifest.frameRate = FrameRate(otioRate: root.node["global_start_time"]?["rate"])
            if let tracks = root["tracks"] { return readItem(tracks) }
            return root.refuse("tracks", "the required key is missing (the timeline's tracks)") ?? TimelineRows()
        case "Stack", "Track", "Clip": return readItem(root)
        case let schema:
            let fact = schema.map {
                "'\($0.escapingControlCharacters)' is not a timeline; export a Timeline, a Track or a Clip"
            }
            let missing = "the key is missing, so this is not an OpenTimelineIO timeline"
            return root.refuse("OTIO_SCHEMA", Explanation(fact ?? missing)) ?? TimelineRows()
        }
    }

    /// Reads a clip, a gap, or the tracks in a track or stack.
    /// - Parameter isOne: A Boolean value that indicates whether stacked tracks must become a single clip.
    private mutating func readItem(_ item: ManifestDecoder, isOne: Bool = false) -> TimelineRows {
        if !item.items("markers").isEmpty { passOver("markers") }
        switch item.node.schema {
        case "Clip": return readClip(item) ?? TimelineRows()
        case "Gap": return TimelineRows(gap: item.range("source_range")?.duration ?? .zero)
        case "Stack", "Track":
            let all = item.node.schema == "Track" ? readTrack(item) : readStack(item)
            guard let speed = speed(of: item),
                let rows = shown(of: all, item, speed, isOne: isOne && all.rows.count > 1)
            else { return TimelineRows() }
            return item.node.isDisabled ? TimelineRows(gap: rows.duration ?? .zero) : rows
        case let schema:
            let unnamed = "\(item.node.summary), without OTIO_SCHEMA,"
            let noun = schema.map { "'\($0.escapingControlCharacters)'" } ?? unnamed
            item.fault("\(noun) is not supported; a track can contain clips, gaps, transitions, tracks and stacks")
            return TimelineRows()
        }
    }

    private mutating func readStack(_ item: ManifestDecoder) -> TimelineRows {
        var stack = TimelineRows()
        for child in item.items("children") where !item.isFull {
            guard child.node.schema != "Track" || child.string("kind") ?? "Video" == "Video" else {
                passOver("a track of kind \(child.string("kind") ?? "unknown")")
                continue
            }
            stack.lay(readItem(child))
            let most = SequenceManifest.largestViewCount
            guard stack.rows.count <= most else {
                child.fault("there are more than \(most) stacked video tracks", at: item.node.position)
                return TimelineRows()
            }
        }
        return stack
    }

    private mutating func readTrack(_ item: ManifestDecoder) -> TimelineRows {
        var track = TimelineRows()
        var isAfterTransition = false
        let children = item.items("children")
        for (index, child) in children.enumerated() where !item.isFull {
            if child.node.schema == "Transition" {
                readTransition(child, after: &track, &isAfterTransition)
                continue
            }
            let next = children.dropFirst(index + 1).first
            let rows = readItem(child, isOne: isAfterTransition || next?.node.schema == "Transition")
            isAfterTransition = false
            track.append(rows, refusing: child)
            guard track.rows.count <= SequenceManifest.largestViewCount,
                track.rows.reduce(0, { $0 + $1.entries.count }) <= Timeline.largestItemCount
            else {
                let most = Timeline.largestItemCount
                child.fault("there are more than \(most) clips, or too many stacked tracks", at: item.node.position)
                return track
            }
        }
        return track
    }

    private mutating func readTransition(
        _ item: ManifestDecoder,
        after track: inout TimelineRows,
        _ isAfterTransition: inout Bool
    ) {
        guard let before = item.time("in_offset"), let after = item.time("out_offset"), before + after > .zero
        else { return }
        if isAfterTransition { return item.fault("two transitions are adjacent") }
        let type = item.string("transition_type") ?? "SMPTE_Dissolve"
        var transition = Transition.dissolve
        let own = item["metadata"]?["flipbook"]
        if let name = own?.string("transition").flatMap(TransitionName.init(rawValue:)) {
            let direction = own?.string("direction").flatMap(Transition.Direction.init(rawValue:)) ?? .left
            var color: Color? = .black
            if let text = own?.string("color") { color = own?.parsed(text, by: Color.init(parsing:)) }
            guard let color else { return }
            transition = name.transition(direction, color)
        } else if type != "SMPTE_Dissolve" {
            let position = item.node.position
            let place = "\(position.line):\(position.column): \(item.path)"
            notes.append("\(place): the transition '\(type.escapingControlCharacters)' is shown as a dissolve")
        }
        isAfterTransition = true
        let passage = Timeline.Passage(transition, duration: before + after, inOffset: before)
        track.append(passage, at: item.node.position)
    }

    private mutating func shown(of rows: TimelineRows, _ item: ManifestDecoder, _ speed: RationalTime, isOne: Bool)
        -> TimelineRows?
    {
        let isPlain = speed == 1 && !isOne
        var part: (start: RationalTime, duration: RationalTime)?
        let trim = item.object("source_range")
        if let trim {
            part = item.range("source_range")
            guard let part else { return nil }
            if manifest.frameRate == nil { manifest.frameRate = FrameRate(otioRate: trim.node["duration"]?["rate"]) }
            if isPlain, let trimmed = rows.trimmed(from: part.start, duration: part.duration) { return trimmed }
        } else if isPlain {
            return rows
        }
        let rate = manifest.frameRate ?? .imageViewDefault
        return rows.asOne(part, at: speed, in: rate, item.node.position, refusing: trim ?? item)
    }

    private mutating func readClip(_ item: ManifestDecoder) -> TimelineRows? {
        let key = item.string("active_media_reference_key") ?? "DEFAULT_MEDIA"
        let media = item["media_reference"] ?? item["media_references"]?[key]
        let (trimmed, available) = (item.object("source_range"), media?.object("available_range"))
        var shown: (start: RationalTime, duration: RationalTime)?
        if trimmed != nil || available != nil {
            shown = trimmed != nil ? item.range("source_range") : media?.range("available_range")
            if shown == nil { return nil }
        }
        if item.node.isDisabled { return TimelineRows(gap: shown?.duration ?? .zero) }
        var clip = Timeline.Clip(input: "")
        clip.duration = shown?.duration
        guard let speed = speed(of: item) else { return nil }
        clip.speed = speed
        guard let media else { return item.refuse("media_references.\(key)", "the clip has no media; relink it") }
        var start = shown?.start
        if available != nil {
            guard let range = media.range("available_range") else { return nil }
            start = start.map { $0 - range.start }
        }
        switch media.node.schema {
        case "ImageSequenceReference": readSequence(media, start, &clip)
        case "ExternalReference":
            guard let target = media["target_url"], target.node.string != nil
            else { return media.refuse("target_url", "the required key is missing (the clip's file)") }
            clip.input = target.local() ?? ""
        case let schema:
            let fact = schema == "MissingReference" ? "offline; relink it" : "not a picture: \(schema ?? "nothing")"
            let name = item.string("name") ?? ""
            media.fault(Explanation("the media for the clip '\(name)' is \(fact)".escapingControlCharacters))
        }
        if manifest.frameRate == nil {
            let rate = (trimmed ?? available)?.node["duration"]?["rate"]
            manifest.frameRate = FrameRate(otioRate: rate) ?? clip.frameRate
        }
        return clip.input.isEmpty ? nil : TimelineRows(clip, at: item.node.position)
    }

    private mutating func readSequence(_ media: ManifestDecoder, _ start: RationalTime?, _ clip: inout Timeline.Clip) {
        guard let folder = media["target_url_base"]?.local() else { return }
        guard let rate = FrameRate(otioRate: media.node["rate"])
        else { return media.fault("rate", "expected a rate above 0") }
        guard let first = media.number("start_frame", in: -999_999_999_999_999...999_999_999_999_999, else: 1),
            let step = media.number("frame_step", in: 1...1_000_000_000, else: 1),
            let digits = media.number("frame_zero_padding", in: 0...200, else: 0)
        else { return }
        let (prefix, suffix) = (media.string("name_prefix") ?? "", media.string("name_suffix") ?? "")
        let pattern = FramePattern(prefix: prefix, padding: FramePadding(width: digits), suffix: suffix)
        let directory = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        clip.input = pattern.with(directory: directory).description
        // There is one picture for every `step` frames, shown until the next picture.
        guard let slow = FrameRate(Int64(rate.numerator), Int64(rate.denominator) * Int64(step))
        else { return media.fault("frame_step", "the rate \(rate) cannot be divided by this step; use a smaller one") }
        clip.frameRate = slow
        if let policy = media.string("missing_frame_policy"), manifest.$missing == nil {
            manifest.$missing = policy == "error" ? nil : MissingFramePolicy(rawValue: policy)
        }
        guard let start, let duration = clip.duration else { return }
        let skipped = start > .zero ? slow.frames(upTo: start) : 0
        // The part of the input that is played, from its first to its last picture.
        let reach = duration.multiplied(by: clip.speed < .zero ? .zero - clip.speed : clip.speed) ?? duration
        let count = max(1, slow.slots(in: reach))
        let (from, overflow) = skipped.multipliedReportingOverflow(by: step)
        guard !overflow, count <= FrameSet.maximumCount, from < Int(Int32.max)
        else { return media.fault("the clip has more than \(FrameSet.maximumCount) frames") }
        clip.frames = FrameSet(FrameRange(first + from, through: first + from + (count - 1) * step, by: step))
    }

    private mutating func speed(of item: ManifestDecoder) -> RationalTime? {
        var speed: RationalTime = 1
        for effect in item.items("effects") {
            switch effect.node.schema {
            case "LinearTimeWarp":
                let scalar = effect.node["time_scalar"].map { $0.decimal.flatMap(Double.init) ?? .nan } ?? 1
                guard scalar.magnitude <= Timeline.fastest, let factor = RationalTime(scalar),
                    let product = speed.multiplied(by: factor)
                else {
                    let most = Int(Timeline.fastest)
                    return effect.refuse("time_scalar", "expected a number from -\(most) to \(most)")
                }
                speed = product
            case "FreezeFrame": speed = 0
            case "TimeEffect": return effect.refuse("nonlinear time effects are not supported")
            case let schema: passOver("the effect \(effect.string("effect_name") ?? schema ?? "without a name")")
            }
        }
        return speed
    }
}

extension ManifestDecoder {
    private static let longestTime = 1e9

    fileprivate func string(_ key: String) -> String? { node[key]?.string }

    fileprivate func object(_ key: String) -> ManifestDecoder? { node[key]?.schema.flatMap { _ in self[key] } }

    fileprivate func range(_ key: String) -> (start: RationalTime, duration: RationalTime)? {
        guard node[key]?.schema == "TimeRange", let range = self[key]
        else { return refuse(key, "expected a TimeRange") }
        guard let start = range.time("start_time"), let duration = range.time("duration") else { return nil }
        return duration < .zero ? range.refuse("duration", "it is negative") : (start, duration)
    }

    fileprivate func time(_ key: String) -> RationalTime? {
        guard let time = node[key], let rate = FrameRate(otioRate: time["rate"]),
            let value = time["value"]?.decimal.flatMap(Double.init).flatMap({ RationalTime($0) }),
            let seconds = value.multiplied(by: rate.frameDuration), abs(seconds.seconds) <= Self.longestTime
        else {
            let expected: Explanation = "expected a RationalTime of fewer than 1000000000 frames, with a rate above 0"
            return refuse(key, expected)
        }
        return seconds
    }

    fileprivate func number(_ key: String, in range: ClosedRange<Int>, else usual: Int) -> Int? {
        guard let value = self[key], value.node.content != .plain("null") else { return usual }
        let number = value.node.decimal.flatMap(Double.init).flatMap { Int(exactly: $0.rounded()) }
        if let number, range.contains(number) { return number }
        return value.refuse(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    fileprivate func local() -> String? {
        let url = node.string ?? ""
        var rest = Array(url.utf8)[...]
        if url.hasPrefix("file://") {
            rest = rest.dropFirst("file://".utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return refuse("the URL has no path") }
            let host = String(decoding: rest[..<slash], as: UTF8.self)
            guard host.isEmpty || host == "localhost"
            else { return refuse("the file is on another machine, '\(host.escapingControlCharacters)'; copy it here") }
            rest = rest[slash...]
        } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest[colon...].starts(with: "://".utf8) {
            let scheme = String(decoding: rest[..<colon], as: UTF8.self).escapingControlCharacters
            return refuse("'\(scheme)' is not a local file; copy it here and relink the clip")
        }
        let bytes = String(decoding: rest, as: UTF8.self).percentDecoded
        return bytes.contains(0)
            ? refuse("a file name cannot contain a zero byte") : String(decoding: bytes, as: UTF8.self)
    }
}

extension ManifestNode {
    fileprivate var string: String? { if case .quoted(let text) = content { text } else { nil } }
    /// The name of an object's schema without its version: `Clip` for `Clip.2`.
    fileprivate var schema: String? { self["OTIO_SCHEMA"]?.string.map { String($0.prefix { $0 != "." }) } }
    fileprivate var isDisabled: Bool { self["enabled"]?.content == .plain("false") }
}

extension FrameRate {
    /// Parses an OpenTimelineIO rate. 23.976 is read as 24000/1001.
    fileprivate init?(otioRate node: ManifestNode?) {
        guard let text = node?.decimal else { return nil }
        do throws(ParsingError) {
            self = try FrameRate(parsing: text)
        } catch {
            guard let value = Double(text), let rate = RationalTime(value),
                let fraction = FrameRate(rate.numerator, rate.denominator)
            else { return nil }
            self = fraction
        }
    }

    func frames(upTo time: RationalTime) -> Int {
        // A time written as a decimal might be slightly before its frame.
        Int(min(max(0, (time.seconds * framesPerSecond + 0.001).rounded(.down)), 1e9))
    }
}
