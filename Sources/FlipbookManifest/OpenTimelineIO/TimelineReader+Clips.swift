internal import FlipbookCore
internal import FlipbookScene

extension TimelineReader {
    mutating func readClip(_ node: ManifestNode, _ path: String) -> TimelineRows {
        let key = node["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
        let single = node["media_reference"]
        let media = single ?? node["media_references"]?[key]
        let mediaPath = self.path(of: single == nil ? "media_references.\(key)" : "media_reference", in: path)
        let available = media.flatMap { $0["available_range"] }.flatMap { $0.schema == nil ? nil : $0 }
        let trimmed = node["source_range"].flatMap { $0.schema == nil ? nil : $0 }
        var shown: (start: RationalTime, duration: RationalTime)?
        if let range = trimmed ?? available {
            shown = self.range(
                range,
                trimmed == nil ? "\(mediaPath).available_range" : self.path(of: "source_range", in: path),
                in: node
            )
            if shown == nil { return TimelineRows() }
        }
        if node.isDisabled { return TimelineRows(gap: shown?.duration ?? .zero) }
        var clip = Timeline.Clip(input: "")
        clip.duration = shown?.duration
        guard let speed = speed(node, path) else { return TimelineRows() }
        clip.speed = speed
        guard let media else {
            fault(node, mediaPath, "the clip has no media; relink it")
            return TimelineRows()
        }
        var start = shown?.start
        if let available {
            guard let range = range(available, "\(mediaPath).available_range", in: node) else { return TimelineRows() }
            start = start.map { $0 - range.start }
        }
        let name = node["name"]?.string ?? ""
        switch media.schema {
        case "ImageSequenceReference": readSequence(media, mediaPath, start, &clip)
        case "ExternalReference":
            guard let target = media["target_url"], let url = target.string else {
                fault(media, "\(mediaPath).target_url", "the key is missing: the clip's file")
                break
            }
            guard let input = local(url, target, "\(mediaPath).target_url") else { break }
            clip.input = input
        case let schema:
            let noun = schema == "MissingReference" ? "is offline; relink it" : "is no picture: \(schema ?? "nothing")"
            fault(media, mediaPath, "the media of the clip '\(name)' \(noun)".escapingControlCharacters)
        }
        if manifest.frameRate == nil {
            manifest.frameRate = FrameRate(otioRate: (trimmed ?? available)?["duration"]?["rate"]) ?? clip.frameRate
        }
        return clip.input.isEmpty ? TimelineRows() : TimelineRows(clip, at: node.position)
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
        guard let first = number(media, "start_frame", path, in: -Self.largestNumber...Self.largestNumber, else: 1),
            let step = number(media, "frame_step", path, in: 1...Self.largestStep, else: 1),
            let digits = number(media, "frame_zero_padding", path, in: 0...200, else: 0)
        else { return }
        clip.input =
            FramePattern(
                directory: folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/",
                prefix: media["name_prefix"]?.string ?? "",
                padding: FramePadding(width: digits),
                suffix: media["name_suffix"]?.string ?? ""
            ).description
        // Every so many frames there is a picture, which stays until the next one.
        guard let slow = FrameRate(Int64(rate.numerator), Int64(rate.denominator) * Int64(step)) else {
            return fault(media, "\(path).frame_step", "the rate \(rate) cannot be divided by it; give a smaller one")
        }
        clip.frameRate = slow
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

    /// A whole number, or `nil` if it is another one than is asked for, or something else.
    private mutating func number(
        _ node: ManifestNode,
        _ key: String,
        _ path: String,
        in range: ClosedRange<Int>,
        else usual: Int
    ) -> Int? {
        guard let value = node[key], value.content != .plain("null") else { return usual }
        guard let number = value.whole, range.contains(number) else {
            fault(
                value,
                "\(path).\(key)",
                "expected a whole number from \(range.lowerBound) to \(range.upperBound), found \(value.summary)"
            )
            return nil
        }
        return number
    }

    /// The speed at which a clip's effects play it, or `nil` if one is a mistake.
    mutating func speed(_ node: ManifestNode, _ path: String) -> RationalTime? {
        var speed: RationalTime = 1
        for (index, effect) in (node["effects"]?.list ?? []).enumerated() {
            let path = self.path(of: "effects[\(index)]", in: path)
            switch effect.schema {
            case "LinearTimeWarp":
                let scalar = effect["time_scalar"].map { $0.decimal.flatMap(Double.init) ?? .nan } ?? 1
                guard scalar.magnitude <= Timeline.fastest, let factor = RationalTime(scalar),
                    let product = speed.multiplied(by: factor)
                else {
                    fault(
                        effect["time_scalar"] ?? effect,
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
}
