public import ArgumentParser
public import FlipbookCommandLine
import FlipbookCore
public import FlipbookExport
import FlipbookMedia
import FlipbookRender

struct EncodingOptions: ParsableArguments {
    @Option("<name> The format where the name does not say it: y4m or raw for -o -, sheet, contact or apng for a .png.")
    var format: String?

    @Option("<codec> The codec; 'flipbook formats' lists those of each extension.") var codec: VideoCodec?

    @Option(
        "<name> The codec's profile: ProRes has proxy, lt, standard, hq and 4444. (default: hq; 4444 with transparency)"
    )
    var profile: String?

    @Option(
        "<number> Quality from 0 (smallest file) to 100 (best), the same scale for every codec; webm=60 is for one "
            + "extension. (default: 75)"
    )
    var quality: [ScopedNumber] = []

    @Option(
        "<number> Quality as the codec counts: 1 (best) to 50 for H.264 and H.265, 0 to 63 for VP8, VP9 and AV1; "
            + "mp4=18 is for one extension."
    )
    var crf: [ScopedNumber] = []

    @Option(
        "<rate> Average bits per second: 800k, 2.5M. Two passes where the encoder has them.",
        transform: Quantity.init(parsing:)
    )
    var bitrate: Quantity?

    @Option(
        "<bytes> The best file of at most so many bytes: 10MB (10^7), 8MiB (2^23). Encodes several times. For .mp4, "
            + ".webm, .mkv, .mov with H.264, .webp, .avif and .jxl.",
        transform: Quantity.init(parsing:)
    )
    var maxSize: Quantity?

    @Option(
        "<name> Speed of the encoder: fast, balanced, best, or its own word, such as veryslow. It is the compression "
            + "of PNG (0 to 9), TIFF (none, packbits, lzw, deflate) and OpenEXR (none, rle, zips, zip). (default: "
            + "balanced)"
    )
    var preset: String?

    @Option("<bits> Bits per channel to keep: 8, 10, 12 or 16.") var depth: Int?
    @Option("<sampling> Resolution of color to keep.") var chroma: Chroma?
    @Option("<space> Color space of a video. (default: bt709)") var colorspace: ColorSpace?
    @Option("<range> Range of values in a video. (default: limited)") var range: ColorRange?
    @Flag(help: "Keep every pixel exactly, or refuse.") var lossless = false

    @Option(
        "<way> Transparency: keep it where the codec can (auto), keep it or refuse, flatten it, or flatten it and "
            + "write it as a second, gray file (matte)."
    )
    var alphaOutput: AlphaOutput = .automatic

    @Option("<way> How a GIF mixes the colors of its palette. (default: none)") var dither: Dither?

    @Option(
        "<key=value> A property of the encoder's GStreamer element. Repeatable.",
        name: .customLong("option"),
        transform: { text in
            guard let property = ElementProperty(parsing: text) else {
                throw ValidationError(
                    "'\(text.escapingControlCharacters)' has no value. Write KEY=VALUE, as in bframes=0."
                )
            }
            return property
        }
    )
    var encoderOptions: [ElementProperty] = []

    func validate() throws {
        if let depth, ![8, 10, 12, 16].contains(depth) {
            throw ValidationError("--depth \(depth): pictures have 8, 10, 12 or 16 bits a channel.")
        }
    }

    /// The requests for the files of these names, in their order. Every option holds for the files that have a use for it.
    /// - Parameter complete: Adds what the export has besides, which a remedy for one file has to have, too.
    /// - Returns: For each the request, and what it goes without although its pixels would be others.
    func requests(
        for targets: [FilePath],
        complete: (inout EncodingRequest) -> Void = { _ in }
    ) throws(Failure) -> [(request: EncodingRequest, without: [Explanation])] {
        do throws(EncodingError) {
            let named = OutputFormat.named.first { $0.id == format }
            let isAlone = !targets.contains { named?.matches($0) == true }
            var requests: [EncodingRequest] = []
            for target in targets { requests.append(request(try outputFormat(of: target, isAlone: isAlone))) }
            guard requests.count == 1 else { return try Self.shared(requests) }
            requests[0].keepsAlpha = alphaOutput == .keep
            complete(&requests[0])
            try requests[0].check()
            return [(requests[0], [])]
        } catch {
            throw Failure(error)
        }
    }

    private func request(_ format: OutputFormat) -> EncodingRequest {
        EncodingRequest(
            format: format,
            codec: codec,
            codecProfile: profile,
            quality: quality.number(for: format.fileExtensions),
            rateFactor: crf.number(for: format.fileExtensions),
            bitRate: bitrate?.value,
            mostBytes: maxSize?.value,
            preset: preset,
            depth: depth,
            chroma: chroma,
            colorSpace: colorspace,
            colorRange: range,
            isLossless: lossless,
            dither: dither,
            options: encoderOptions
        )
    }

    /// The parts of a request, each by itself: whether a file without it has other pixels than were asked for, and how it is copied.
    private static var parts: [(decidesPixels: Bool, copy: (EncodingRequest, inout EncodingRequest) -> Void)] {
        typealias Part = (decidesPixels: Bool, copy: (EncodingRequest, inout EncodingRequest) -> Void)
        func part<Value>(_ value: WritableKeyPath<EncodingRequest, Value>, decidesPixels: Bool = false) -> Part {
            (decidesPixels, { $1[keyPath: value] = $0[keyPath: value] })
        }
        // The codec comes first: what else there is a use for depends on it.
        return [
            part(\.codec), part(\.codecProfile), part(\.quality), part(\.rateFactor), part(\.bitRate),
            part(\.mostBytes),
            part(\.preset), part(\.depth, decidesPixels: true), part(\.chroma, decidesPixels: true),
            part(\.colorSpace, decidesPixels: true), part(\.colorRange, decidesPixels: true),
            part(\.isLossless, decidesPixels: true), part(\.dither),
        ]
    }

    /// The requests of several files: each keeps what it has a use for.
    /// - Throws: What is the matter with a part that no file has a use for.
    private static func shared(
        _ asked: [EncodingRequest]
    ) throws(EncodingError) -> [(request: EncodingRequest, without: [Explanation])] {
        var kept = asked.map { (request: EncodingRequest(format: $0.format), without: [Explanation]()) }
        for part in parts {
            var (isUsed, fault): (Bool, EncodingError?) = (false, nil)
            var refusals: [(place: Int, error: EncodingError)] = []
            for (place, request) in asked.enumerated() {
                let base = EncodingRequest(format: request.format, codec: kept[place].request.codec)
                var alone = base
                part.copy(request, &alone)
                guard alone != base else { continue }
                do throws(EncodingError) {
                    try alone.check()
                    part.copy(request, &kept[place].request)
                    isUsed = true
                } catch {
                    fault = fault ?? error
                    if part.decidesPixels { refusals.append((place, error)) }
                }
            }
            if let fault, !isUsed { throw fault }
            for (place, error) in refusals { kept[place].without.append(error.explanation) }
        }
        // An encoder's property is for the files whose encoder has one of its name. Where none has, those that are elements say so.
        for (request, _) in kept { try request.check() }
        let codecs = kept.map(\.request.chosenCodec)
        for option in asked.first?.options ?? [] {
            let takers = [option.name, "name"].map { name in codecs.indices.filter { codecs[$0].hasProperty(name) } }
            let places = takers.first { !$0.isEmpty } ?? Array(codecs.indices)
            for place in places { kept[place].request.options.append(option) }
        }
        for (request, _) in kept { try request.check() }
        return kept
    }

    /// The quality of an image of one frame that is made beside the files, or `nil` if none was asked for.
    func quality(ofImage target: FilePath) -> Int? {
        let format = OutputFormat.stills.first { $0.matches(target) }
        return format.flatMap { quality.number(for: $0.fileExtensions) }
    }

    func checkScopes(among targets: [FilePath]) throws(Failure) {
        let known = targets.compactMap { OutputFormat(extensionOf: $0) }.flatMap(\.fileExtensions)
        for (option, numbers) in [("--quality", quality), ("--crf", crf)] {
            guard let unused = numbers.unusedExtension(among: known) else { continue }
            let name = String(unused.escapingControlCharacters.trimmingPrefix("."))
            throw Failure.usage(
                "\(option) \(name)=…: no .\(name) file is made. Leave it out, or add -o with such a name."
            )
        }
    }

    /// The format that the option or the extension says.
    /// - Parameter isAlone: Whether no other file's name suits the option.
    private func outputFormat(of target: FilePath, isAlone: Bool) throws(EncodingError) -> OutputFormat {
        if let format {
            guard let named = OutputFormat.named.first(where: { $0.id == format }) else { throw .unknownFormat(format) }
            // Beside others it is for the files whose names it takes.
            if isAlone || named.matches(target) { return named }
        }
        if target == "-" { throw .noStream }
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        return format
    }
}

// Values of an export that the command line names by one of a few words.

extension Chroma: ArgumentWord {}
extension SheetSettings.Listing: ArgumentWord {}
extension AlphaOutput: ArgumentWord {}

extension VideoCodec: ExpressibleByArgument {
    /// The codecs as they are written.
    public static var allValueStrings: [String] { all.map(\.id) }

    /// The codec as help writes it.
    public var defaultValueDescription: String { id }
}
