import FlipbookCore

extension EncodingRequest {
    typealias Condition = (OutputFormat, VideoCodec) -> Bool

    /// Returns whether a format and codec support the whole request.
    func isMet(by codec: VideoCodec, in format: OutputFormat) -> Bool {
        var request = self
        // A different codec has different profiles.
        (request.format, request.codec, request.codecProfile) = (format, codec, nil)
        // It is not yet known whether pictures are gray, and a GIF has no partial transparency.
        return !request.layouts().isEmpty && (codec != .gif || !keepsAlpha)
            && !(EncodingRule.ofEncoding + EncodingRule.ofExport + format.rules).contains { $0.refuses(request) }
    }

    /// Returns the nearest alternative that supports the whole request and satisfies `isSuited`. A different codec is preferred
    /// to a similar format, and a similar format to any other format.
    func nearest(where isSuited: Condition = { _, _ in true }) -> (format: OutputFormat, codec: VideoCodec)? {
        let (kin, codec) = (format.kin, chosenCodec)
        let pairs =
            format.codecs.map { (format, $0) }
            + kin.first.filter { $0.codecs.contains(codec) }.map { ($0, codec) }
            + (kin.first + kin.others).flatMap { other in other.codecs.map { (other, $0) } }
        return pairs.first { $0 != (format, codec) && isSuited($0.0, $0.1) && isMet(by: $0.1, in: $0.0) }
    }

    func offer(where isSuited: Condition = { _, _ in true }) -> Explanation? {
        guard let (other, found) = nearest(where: isSuited) else { return nil }
        if other == format { return "choose \(remedy: .set(.codec, to: found.id))" }
        // If the user requested a codec, the proposal must name the codec unless it is the same one.
        let isSaid = codec == nil ? other.defaultCodec == found : codec == found
        return "write \(other.offer)\(isSaid ? "" : " with \(remedy: .set(.codec, to: found.id))")"
    }

    /// Returns the proposal as the end of a sentence, such as `, or write .mkv`, or an empty explanation if there is none.
    func otherwise(where isSuited: Condition = { _, _ in true }) -> Explanation {
        offer(where: isSuited).map { ", or " + $0 } ?? ""
    }

    /// Returns the remedy for settings that a file does not support: omit them, or write the nearest alternative.
    func leaving(_ settings: Setting..., where isSuited: Condition = { _, _ in true }) -> Explanation {
        var names: Explanation = "\(remedy: .omit(settings[0]))"
        for setting in settings.dropFirst() { names = names + " or \(remedy: .omit(setting))" }
        return "Omit " + names + otherwise(where: isSuited) + "."
    }

    /// A Boolean value that indicates whether the codec supports transparency, but not at the requested depth or chroma.
    private var losesAlpha: Bool {
        codecProfile == nil && format.layouts(of: chosenCodec).contains(where: \.carriesAlpha)
            && !layouts().contains(where: \.carriesAlpha)
    }

    /// The name of the codec in messages, with the requested properties that affect transparency.
    var carrier: String {
        if let codecProfile { return "\(chosenCodec.id)'s profile \(codecProfile)" }
        guard losesAlpha else { return chosenCodec.id }
        let demands = [depth.map { "\($0) bits per channel" }, chroma.map { "chroma \($0.rawValue)" }].compactMap { $0 }
        return "\(chosenCodec.id) with \(demands.joined(separator: " and "))"
    }

    /// A proposal that keeps transparency: the same codec with fewer requirements, or the nearest alternative.
    var alphaOffer: Explanation? {
        var request = self
        if losesAlpha {
            request.depth = nil
            let isDepth = depth != nil && (chroma == nil || request.layouts().contains(where: \.carriesAlpha))
            return "omit \(remedy: .omit(isDepth ? .depth : .chroma))"
        }
        if codecProfile != nil, let name = chosenCodec.layouts.first(where: \.carriesAlpha)?.profiles.first {
            return "choose \(remedy: .set(.codecProfile, to: name))"
        }
        request.keepsAlpha = true
        return request.offer()
    }
}

extension OutputFormat {
    /// The formats of the same kind, and those of other kinds, ordered by similarity. Streams and sheets are never proposed for
    /// other kinds.
    fileprivate var kin: (first: [OutputFormat], others: [OutputFormat]) {
        let films = Self.all.filter { $0.kind == .film }
        // A GIF is the least capable of its kind.
        let animations = Self.all.filter { $0.kind == .animation && $0 != .gif } + [.gif]
        let images = Self.stills
        let (first, others) =
            switch kind {
            case .stream: (Self.streams, films + animations + images)
            case .film: (films, animations + images)
            case .animation: (animations, films + images)
            case .images, .sheet: (images, animations + films)
            }
        return (first.filter { $0 != self }, others)
    }
}
