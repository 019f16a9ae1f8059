import FlipbookCore
import FlipbookMedia
import Glibc

/// A rule for rejecting a request: an entry in ``ofEncoding``, ``ofExport``, or a format's own rules.
struct EncodingRule: Sendable {
    let code: ErrorCode
    /// Returns whether a request is rejected. Unknown facts are not a reason to reject it.
    let refuses: @Sendable (EncodingRequest) -> Bool
    let sentence: @Sendable (EncodingRequest) -> Explanation

    init(
        _ code: ErrorCode = "export.format",
        when refuses: @escaping @Sendable (EncodingRequest) -> Bool,
        sentence: @escaping @Sendable (EncodingRequest) -> Explanation
    ) { (self.code, self.refuses, self.sentence) = (code, refuses, sentence) }

    /// The rules for an encoding. The first rule that rejects a request determines the message.
    @RuleTable static var ofEncoding: [EncodingRule] {
        EncodingRule("profile.codec", when: { !$0.format.codecs.contains($0.chosenCodec) }) { request in
            let (codec, format) = (request.chosenCodec, request.format)
            // If no format supports the codec with the rest of the request, any format that supports the codec is proposed.
            let other = request.nearest { $1 == codec }?.format ?? OutputFormat.carrying(codec)
            return "\(setting: .codec) \(codec.id): \(format.noun) supports "
                + "\(format.codecs.map(\.id).joined(separator: ", ")). "
                + "Omit \(remedy: .omit(.codec)), or use " + other.offer + "."
        }
        EncodingRule("profile.quality", when: { $0.isLossless && !$0.waysToBeSmaller.isEmpty }) {
            "\(setting: .lossless) and \(setting: $0.waysToBeSmaller[0]) contradict each other: the size of a lossless "
                + "file cannot be chosen. Use only one of them."
        }
        EncodingRule("profile.quality") {
            ($0.quality ?? $0.rateFactor) != nil && $0.chosenCodec.factors == nil
        } sentence: { request in
            let codec = request.chosenCodec
            return codec.isLossless || codec.profiles.isEmpty
                ? "\(setting: .quality), \(setting: .rateFactor): \(codec.id) has no quality setting. "
                    + request.leaving(.quality, .rateFactor)
                : "\(setting: .quality), \(setting: .rateFactor): \(codec.id) has no quality setting. Choose a "
                    + "profile with \(remedy: .set(.codecProfile)): \(codec.profiles.joined(separator: ", "))."
        }
        EncodingRule("profile.quality", when: { $0.quality.map { !(0...100).contains($0) } ?? false }) {
            "\(setting: .quality) \($0.quality ?? 0): a quality is a number from 0 (smallest) to 100 (best); "
                + "\(EncodingRequest.usualQuality) is the default."
        }
        EncodingRule("profile.quality") { request in
            request.rateFactor.map { request.chosenCodec.factors?.range.contains($0) == false } ?? false
        } sentence: { request in
            let factors = request.chosenCodec.factors
            let lossless = changing(request) { ($0.isLossless, $0.rateFactor) = (true, nil) }.offer()
            return "\(setting: .rateFactor) \(request.rateFactor ?? 0): \(request.chosenCodec.name) accepts "
                + "\(factors?.best ?? 0) (best) to \(factors?.smallest ?? 0) (smallest); "
                + "\(factors?.factor(ofQuality: EncodingRequest.usualQuality) ?? 0) is the default."
                + (request.rateFactor == 0 ? lossless.map { " To keep every pixel, " + $0 + "." } ?? "" : "")
        }
        EncodingRule("profile.quality", when: { $0.quality != nil && $0.rateFactor != nil }) { _ in
            "\(setting: .quality) and \(setting: .rateFactor) both set the quality. Use only one of them."
        }
        EncodingRule("profile.quality", when: { $0.waysToBeSmaller.count > 1 }) { _ in
            "\(setting: .quality), \(setting: .rateFactor), \(setting: .bitRate) and \(setting: .mostBytes) each set "
                + "the size of the file. Use only one of them."
        }
        EncodingRule("profile.quality", when: { $0.bitRate != nil && $0.chosenCodec.bitRatePasses == nil }) {
            "\(setting: .bitRate): \($0.chosenCodec.id) does not support a bit rate. " + $0.leaving(.bitRate)
        }
        EncodingRule("profile.quality", when: { $0.bitRate.map { !(1000...2_000_000_000).contains($0) } ?? false }) {
            "\(setting: .bitRate) \($0.bitRate ?? 0): a bit rate is 1k to 2G bits per second, such as "
                + "\(remedy: .set(.bitRate, to: "\(min($0.bitRate ?? 0, 800))k"))."
        }
        EncodingRule("profile.quality") { request in
            let (format, codec) = (request.format, request.chosenCodec)
            return request.mostBytes != nil
                && (format.isNumbered || format.isSheet || format.isStream
                    || codec.bitRatePasses == nil && codec.factors == nil)
        } sentence: {
            "\(setting: .mostBytes): \($0.format.noun) with \($0.chosenCodec.id) has no quality to lower. Omit "
                + "\(remedy: .omit(.mostBytes)), make the pictures smaller with \(remedy: .set(.size))"
                + $0.otherwise() + "."
        }
        EncodingRule("profile.preset", when: { $0.preset != nil && $0.chosenCodec.presets.isEmpty }) {
            "\(setting: .preset): \($0.chosenCodec.id) has no presets. " + $0.leaving(.preset)
        }
        EncodingRule("profile.preset") {
            $0.preset != nil && !$0.chosenCodec.presets.contains($0.chosenPreset ?? "")
        } sentence: { request in
            let codec = request.chosenCodec
            let names = (codec.commonPresets.isEmpty ? [] : ["fast", "balanced", "best"]) + codec.presets
            return "\(setting: .preset) \(request.preset?.escapingControlCharacters ?? ""): "
                + "\(codec.encoderName ?? codec.name) has no such preset. "
                + "Choose one of \(names.joined(separator: ", "))."
        }
        EncodingRule("profile.options", when: { !$0.options.isEmpty && $0.chosenCodec.elementName == nil }) {
            "\(setting: .encoderOption) \($0.options[0].name.escapingControlCharacters): \($0.chosenCodec.name) files "
                + "are written without a GStreamer encoder. " + $0.leaving(.encoderOption)
        }
        EncodingRule("profile.dither", when: { $0.dither != nil && $0.chosenCodec != .gif }) {
            "\(setting: .dither): \($0.chosenCodec.id) has no palette, so it is not dithered. " + $0.leaving(.dither)
        }
        EncodingRule("profile.profile", when: { $0.codecProfile != nil && $0.chosenCodec.profiles.isEmpty }) {
            "\(setting: .codecProfile): \($0.chosenCodec.id) has no profiles to choose from. "
                + $0.leaving(.codecProfile) { !$1.profiles.isEmpty }
        }
        EncodingRule("profile.profile", when: { $0.codecProfile.map($0.chosenCodec.profiles.contains) == false }) {
            "\(setting: .codecProfile) \($0.codecProfile?.escapingControlCharacters ?? ""): \($0.chosenCodec.name) "
                + "has no such profile. Choose one of \($0.chosenCodec.profiles.joined(separator: ", "))."
        }
        EncodingRule("profile.lossless", when: { $0.isLossless && !$0.chosenCodec.isLossless }) {
            "\(setting: .lossless): \($0.chosenCodec.id) changes pixels. " + $0.leaving(.lossless)
        }
        EncodingRule("profile.colors") { request in
            let (codec, colors) = (request.chosenCodec, request.storedColors)
            return !request.format.colorSpaces(of: codec).contains(colors.space)
                || !codec.colorRanges.contains(colors.range)
        } sentence: { request in
            let codec = request.chosenCodec
            let spaces = request.format.colorSpaces(of: codec).map(\.rawValue).joined(separator: ", ")
            return "\(setting: .colorSpace), \(setting: .colorRange): \(codec.id) supports \(spaces) with "
                + "\(codec.colorRanges.map(\.rawValue).joined(separator: " or ")) range. Omit them"
                + request.otherwise() + "."
        }
        EncodingRule("profile.depth", when: { request in !request.has { $0.depth = request.depth } }) { request in
            let depths = request.format.depths(of: request.chosenCodec)
            let kept = depths.map(String.init).listed(by: "or")
            let start: Explanation =
                "\(setting: .depth) \(request.depth ?? 0): \(request.chosenCodec.id) keeps \(kept) bits per channel. "
            guard let most = depths.last(where: { $0 > 8 && $0 < request.depth ?? 0 })
            else { return start + request.leaving(.depth) }
            return start + "Use \(remedy: .set(.depth, to: "\(most)"))" + request.otherwise() + "."
        }
        EncodingRule("profile.chroma", when: { request in !request.has { $0.chroma = request.chroma } }) { request in
            let kept = request.format.chromas(of: request.chosenCodec).map(\.rawValue).joined(separator: ", ")
            return "\(setting: .chroma) \(request.chroma?.rawValue ?? ""): \(request.chosenCodec.id) in "
                + "\(request.format.noun) keeps \(kept). " + request.leaving(.chroma)
        }
        EncodingRule("profile.demands", when: { $0.layouts(areGray: true).isEmpty }) { request in
            var asked = request
            // If a profile with transparency was chosen, its transparency was probably the reason.
            let layout = request.chosenCodec.layouts.first { request.codecProfile.map($0.profiles.contains) ?? false }
            if layout?.carriesAlpha == true { asked.keepsAlpha = true }
            return "\(request.chosenCodec.id) supports each of these settings, but not all of them together. Omit "
                + "\(remedy: .omit(.codecProfile)), \(remedy: .omit(.depth)) or \(remedy: .omit(.chroma))"
                + asked.otherwise() + "."
        }
    }

    /// The rules for pictures, times, sound, and metadata. The first rule that rejects a request determines the message.
    @RuleTable static var ofExport: [EncodingRule] {
        EncodingRule(when: { ($0.depth ?? 0) > ($0.pictureLayout?.depth ?? .max) }) {
            "\(setting: .depth) \($0.depth ?? 0): \($0.chosenCodec.id) keeps this depth only for opaque gray pictures, "
                + "which these are not. " + $0.leaving(.depth)
        }
        EncodingRule(when: { $0.keepsAlpha && !$0.layouts().contains(where: \.carriesAlpha) }) { request in
            "\(setting: .alphaOutput) keep: \(request.carrier) does not support transparency, but the pictures have "
                + "some. Omit \(remedy: .omit(.alphaOutput))" + (request.alphaOffer.map { ", or " + $0 } ?? "") + "."
        }
        EncodingRule { request in
            guard request.isLossless, let depth = request.pictures?.depth, depth > 8 else { return false }
            return request.pictureLayout.map { $0.depth < depth } ?? false
        } sentence: {
            "\(setting: .lossless): the pictures have \($0.pictures?.depth ?? 0) bits per channel, but "
                + "\($0.chosenCodec.id) keeps \($0.pictureLayout?.depth ?? 0). " + $0.leaving(.lossless)
        }
        EncodingRule { request in
            let least = request.format.sides(of: request.chosenCodec).lowerBound
            return request.pictures.map { min($0.size.width, $0.size.height) < least } ?? false
        } sentence: { request in
            let least = request.format.sides(of: request.chosenCodec).lowerBound
            return
                "The pictures are \(request.pictures?.canvas.description ?? ""), but \(request.format.noun) needs at "
                + "least \(least)x\(least) pixels. Enlarge them with \(remedy: .set(.size))" + request.otherwise() + "."
        }
        longestSide
        EncodingRule(when: { $0.times?.isVariable == true && !$0.chosenCodec.keepsLengths }) {
            "These frames have different durations, which the encoder of \($0.chosenCodec.id) does not keep. Use "
                + "\(remedy: .set(.frameRate)) to repeat frames at a constant rate" + $0.otherwise() + "."
        }
        EncodingRule(when: { $0.times?.isVariable == true && $0.frameLengths == nil }) {
            "These frames have different durations, which \($0.format.noun) does not store. Use "
                + "\(remedy: .set(.frameRate)) to repeat frames at a constant rate" + $0.otherwise() + "."
        }
        EncodingRule { request in
            guard let times = request.times, times.isVariable, let slots = times.slots,
                let limits = request.frameLengths
            else { return false }
            return slots.shortest < limits.lowerBound || slots.longest > limits.upperBound
        } sentence: { request in
            guard let slots = request.times?.slots, let limits = request.frameLengths else { return "" }
            return "The shortest frame lasts \(slots.shortest.shown) and the longest \(slots.longest.shown); "
                + "\(request.format.noun) stores \(limits.lowerBound.shown) to \(limits.upperBound.shown). "
                + "Change these durations" + request.otherwise() + "."
        }
        EncodingRule(when: { !$0.fields.isSubset(of: $0.format.metadataFields) }) { request in
            let format = request.format
            let fields = request.fields.subtracting(format.metadataFields)
            let setting = Setting(Metadata.Field.allCases.first(where: fields.contains) ?? .comment)
            return "\(setting: setting): \(format.noun) cannot store it. " + request.leaving(setting)
        }
        EncodingRule(when: { $0.hasTimeCode && !$0.format.carriesTimeCode }) {
            "\(setting: .timeCode): \($0.format.noun) cannot store it. " + $0.leaving(.timeCode)
        }
        EncodingRule(when: { $0.hasTimeCode && $0.times != nil && $0.times?.rate == nil }) { _ in
            "\(setting: .timeCode): these frames have different durations, and a time code requires a constant rate. "
                + "Use \(remedy: .set(.frameRate))."
        }
        EncodingRule(when: { $0.comparesPixels && !$0.format.comparesPixels }) {
            "\(setting: .verification): \($0.format.noun) does not store the pixels of every frame in a file. "
                + $0.leaving(.verification)
        }
        EncodingRule { request in
            guard let times = request.times, let most = request.mostSeconds else { return false }
            return times.seconds >= most
        } sentence: {
            "The frames last \($0.times?.seconds ?? 0) s in total, but \($0.format.noun) holds less than "
                + "\($0.mostSeconds ?? 0) s. Shorten their durations, repeat them less often" + $0.otherwise() + "."
        }
        EncodingRule(when: { $0.hasSound && !$0.format.carriesAudio }) {
            "\(setting: .audio): \($0.format.noun) does not support audio. " + $0.leaving(.audio)
        }
        EncodingRule { request in
            request.chosenCodec.needsEvenWidth && request.pictureLayout?.chroma == .half
                && request.pictures.map { $0.size.width % 2 != 0 } ?? false
        } sentence: {
            "The pictures are \($0.pictures?.size.description ?? ""), but \($0.chosenCodec.id) in 4:2:2 needs an even "
                + "width. Set one with \(remedy: .set(.size)), or \(remedy: .set(.chroma, to: "444"))."
        }
        EncodingRule(when: { $0.bitRate != nil && $0.keepsAlpha && $0.chosenCodec.compressesAlphaApart }) {
            "\(setting: .bitRate): \($0.format.noun) with transparency has two video streams, which cannot share a bit "
                + "rate. Use \(remedy: .set(.mostBytes)) instead, or \(remedy: .set(.alphaOutput, to: "flatten"))."
        }
    }

    static let longestSide = EncodingRule { request in
        let most = request.format.sides(of: request.chosenCodec).upperBound
        return request.pictures.map { max($0.size.width, $0.size.height) > most } ?? false
    } sentence: { request in
        let (format, codec) = (request.format, request.chosenCodec)
        // For an image, another image format is proposed, since the name might have no placeholder for a number.
        let other = request.nearest()?.format
        var offer = request.offer()
        if format.isNumbered, let other, other.isNumbered {
            offer = "use \(remedy: .choose(format: other.usualExtension))"
        }
        return "The pictures are \(request.pictures?.size.description ?? ""), but \(codec.name) supports at most "
            + "\(format.sides(of: codec).upperBound) pixels per side. Make them smaller with \(remedy: .set(.size))"
            + (offer.map { ", or " + $0 } ?? "") + "."
    }

    static func repeats(of noun: String, atMost most: Int) -> EncodingRule {
        EncodingRule(when: { $0.times.map { $0.loopCount > most } ?? false }) { _ in
            "\(noun) is played at most \(most) times. Use \(remedy: .set(.repeatCount, to: "0"))."
        }
    }
}

@resultBuilder enum RuleTable { static func buildBlock(_ rules: EncodingRule...) -> [EncodingRule] { rules } }

extension EncodingRequest {
    /// Checks that the format and the codec support the request.
    /// - Throws: ``EncodingError`` with the nearest alternative that supports the whole request.
    public func check() throws(EncodingError) {
        if let rule = EncodingRule.ofEncoding.first(where: { $0.refuses(self) }) {
            throw EncodingError(rule.code, rule.sentence(self))
        }
    }

    func check(_ rules: [EncodingRule]) throws {
        guard let rule = rules.first(where: { $0.refuses(self) }) else { return }
        throw ExportError.unencodable(reason: rule.sentence(self))
    }

    fileprivate var waysToBeSmaller: [Setting] {
        let ways = [
            (Setting.quality, quality), (.rateFactor, rateFactor), (.bitRate, bitRate), (.mostBytes, mostBytes),
        ]
        return ways.compactMap { $1 == nil ? nil : $0 }
    }

    /// Returns whether the format and the codec support a single setting.
    fileprivate func has(_ ask: (inout EncodingRequest) -> Void) -> Bool {
        var request = EncodingRequest(format: format, codec: codec)
        ask(&request)
        return !request.layouts(areGray: true).isEmpty
    }

    /// The range of frame durations if they vary, or `nil` if they do not.
    fileprivate var frameLengths: ClosedRange<RationalTime>? {
        guard let slots = times?.slots, let units = format.clock?.frameUnits(slots) else { return nil }
        return RationalTime(1, units.inSecond)...RationalTime(units.most, units.inSecond)
    }

    /// The number of whole seconds that the file's length must stay below, or `nil` for no limit.
    fileprivate var mostSeconds: Int64? { times?.rate.flatMap { format.clock?.limit($0) } }
}

extension EncodingRequest.Times { fileprivate var isVariable: Bool { rate == nil && slots != nil } }

extension RationalTime {
    /// The time in a readable unit, exact or with three digits.
    fileprivate var shown: String {
        let units: [(String, factor: Int64)] = [("s", 1), ("ms", 1000), ("µs", 1_000_000), ("ns", 1_000_000_000)]
        let unit = units.first { seconds * Double($0.factor) >= 0.01 } ?? units[0]
        let exact = unit.factor == 1 ? decimal : nil
        let value = seconds * Double(unit.factor)
        let scale = value > 0 ? pow(10, 2 - log10(value).rounded(.down)) : 1
        return (exact ?? ((value * scale).rounded() / scale).shortest) + " " + unit.0
    }
}
