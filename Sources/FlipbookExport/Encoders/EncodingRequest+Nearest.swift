import FlipbookCore

extension EncodingRequest {
    /// Returns `true` if a file of a format with a codec has all of it.
    func isMet(by codec: VideoCodec, in format: OutputFormat) -> Bool {
        var request = self
        // Another codec has other profiles.
        (request.format, request.codec, request.codecProfile) = (format, codec, nil)
        // Whether pictures are gray is not known yet, and a pixel of a GIF is seen or not.
        return !request.layouts().isEmpty && (codec != .gif || !keepsAlpha)
            && !(EncodingRule.ofEncoding + EncodingRule.ofExport + format.rules).contains { $0.refuses(request) }
    }

    /// The nearest file that has all of it and besides is as `isSuited` says: first the same format with another codec, then one of
    /// its kind with the same codec, one of its kind with any, and at last one of another kind.
    func nearest(
        where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }
    ) -> (format: OutputFormat, codec: VideoCodec)? {
        let (kin, codec) = (format.kin, chosenCodec)
        let pairs =
            format.codecs.map { (format, $0) }
            + kin.first.filter { $0.codecs.contains(codec) }.map { ($0, codec) }
            + (kin.first + kin.others).flatMap { other in other.codecs.map { (other, $0) } }
        return pairs.first { $0 != (format, codec) && isSuited($0.0, $0.1) && isMet(by: $0.1, in: $0.0) }
    }

    /// The proposal of that file in a message.
    func offer(where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }) -> Explanation? {
        guard let (other, found) = nearest(where: isSuited) else { return nil }
        if other == format { return "choose \(remedy: .set(.codec, to: found.id))" }
        // A codec that was asked for is still asked for.
        let isSaid = codec == nil ? other.defaultCodec == found : codec == found
        return "write \(other.offer)\(isSaid ? "" : " with \(remedy: .set(.codec, to: found.id))")"
    }

    /// The same as the end of a sentence that proposes something else before: `, or write .mkv`; empty where no file has all of it.
    func otherwise(where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }) -> Explanation {
        offer(where: isSuited).map { ", or " + $0 } ?? ""
    }

    /// The remedy for a setting that a file has no use for: leave it out, or write the nearest one that has all that is
    /// asked for.
    func leaving(
        _ settings: Setting...,
        where isSuited: (OutputFormat, VideoCodec) -> Bool = { _, _ in true }
    ) -> Explanation {
        var names: Explanation = "\(remedy: .omit(settings[0]))"
        for setting in settings.dropFirst() { names = names + " or \(remedy: .omit(setting))" }
        return "Leave " + names + " out" + otherwise(where: isSuited) + "."
    }

    /// A Boolean value that indicates a codec with transparency, but not in the requested depth or chroma.
    private var losesAlpha: Bool {
        codecProfile == nil && format.layouts(of: chosenCodec).contains(where: \.carriesAlpha)
            && !layouts().contains(where: \.carriesAlpha)
    }

    /// The name of the pictures' carrier in messages: the codec, with what is asked for of it that decides about transparency.
    var carrier: String {
        if let codecProfile { return "\(chosenCodec.id)'s profile \(codecProfile)" }
        guard losesAlpha else { return chosenCodec.id }
        let demands = [depth.map { "\($0) bits a channel" }, chroma.map { "chroma \($0.rawValue)" }].compactMap { $0 }
        return "\(chosenCodec.id) with \(demands.joined(separator: " and "))"
    }

    /// The proposal in a message of what keeps transparency besides what is asked for: the same codec, where less is asked
    /// of it or by another profile, where that does, or `nil` if nothing does.
    var alphaOffer: Explanation? {
        var request = self
        if losesAlpha {
            request.depth = nil
            let isDepth = depth != nil && (chroma == nil || request.layouts().contains(where: \.carriesAlpha))
            return "leave \(remedy: .omit(isDepth ? .depth : .chroma)) out"
        }
        if codecProfile != nil, let name = chosenCodec.layouts.first(where: \.carriesAlpha)?.profiles.first {
            return "choose \(remedy: .set(.codecProfile, to: name))"
        }
        request.keepsAlpha = true
        return request.offer()
    }
}

extension OutputFormat {
    /// Formats of the same kind, and then the others, those first that hold the most of what this kind does: films, animated pictures,
    /// images with a number each. Streams are for streams, and nothing else becomes a sheet.
    fileprivate var kin: (first: [OutputFormat], others: [OutputFormat]) {
        let films = Self.all.filter { $0.kind == .film }
        // A GIF keeps the least of its kind.
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
