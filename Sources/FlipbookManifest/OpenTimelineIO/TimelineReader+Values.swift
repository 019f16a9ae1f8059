internal import FlipbookCore
internal import FlipbookScene

extension TimelineReader {
    mutating func range(
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
    mutating func time(_ node: ManifestNode?, _ path: String, in parent: ManifestNode) -> RationalTime? {
        guard let node, let rate = FrameRate(otioRate: node["rate"]),
            let value = node["value"]?.decimal.flatMap(Double.init).flatMap({ RationalTime($0) }),
            let time = value.multiplied(by: rate.frameDuration), abs(time.seconds) <= Self.longestTime
        else {
            fault(
                node ?? parent,
                path,
                "expected a RationalTime: its value in frames, below 1000000000, and its rate above 0"
            )
            return nil
        }
        return time
    }

    /// A path of this machine; what a URL writes with percent signs is read as it means.
    mutating func local(_ url: String, _ node: ManifestNode, _ path: String) -> String? {
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
        let bytes = String(decoding: rest, as: UTF8.self).percentDecoded
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
    var list: [ManifestNode]? { if case .list(let items) = content { items } else { nil } }

    /// A text.
    var string: String? { if case .quoted(let text) = content { text } else { nil } }

    /// A whole number.
    var whole: Int? { decimal.flatMap(Double.init).flatMap { Int(exactly: $0.rounded()) } }

    /// The name of an object's schema without its version: `Clip` of `Clip.2`.
    var schema: String? {
        self["OTIO_SCHEMA"]?.string.map { String($0.prefix { $0 != "." }) }
    }
}

extension FrameRate {
    /// The rate of OpenTimelineIO's number, where 23.976 is 24000/1001.
    init?(otioRate node: ManifestNode?) {
        guard let text = node?.decimal else { return nil }
        do throws(ParsingError) { self = try FrameRate(parsing: text) } catch {
            guard let value = Double(text), let rate = RationalTime(value),
                let fraction = FrameRate(rate.numerator, rate.denominator)
            else { return nil }
            self = fraction
        }
    }

    /// How many whole frames have gone by at a time.
    func frames(upTo time: RationalTime) -> Int {
        // A time that was written as a decimal may lie a little before its frame.
        Int(min(max(0, (time.seconds * framesPerSecond + 0.001).rounded(.down)), 1e9))
    }
}
