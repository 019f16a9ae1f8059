public import ArgumentParser
public import FlipbookCommandLine
import FlipbookCore
public import FlipbookExport
import FlipbookMedia
import FlipbookRender

struct EncodingOptions: ParsableArguments {
    @Option("<name> Format, if the file name does not imply one: y4m, raw, sheet, contact, html, apng.")
    var format: String?

    @Option("<codec> Codec; 'flipbook formats' lists the codecs for each format.") var codec: VideoCodec?

    @Option("<name> Codec profile; for ProRes: proxy, lt, standard, hq or 4444. (default: hq; 4444 with transparency)")
    var profile: String?

    @Option("<number> Quality from 0 to 100 (best) for any codec; webm=60 is for .webm only. (default: 75)")
    var quality: [ScopedNumber] = []

    @Option(
        "<number> Quality on the codec's scale (lower is better); mp4=18 is for .mp4 only. (H.264, H.265: 1 to 50; "
            + "VP8, VP9, AV1: 0 to 63)"
    )
    var crf: [ScopedNumber] = []

    @Option(
        "<rate> Average bit rate, such as 800k or 2.5M. Encodes in two passes if possible.",
        transform: Quantity.init(parsing:)
    )
    var bitrate: Quantity?

    @Option(
        "<bytes> Maximum file size, such as 10MB (10^7 bytes) or 8MiB (2^23). Encoding may take several attempts.",
        transform: Quantity.init(parsing:)
    )
    var maxSize: Quantity?

    @Option(
        "<name> Encoder speed: fast, balanced, best, or an encoder's own preset, such as veryslow. For images, the "
            + "compression: 0 to 9 for PNG; none, packbits, lzw or deflate for TIFF; none, rle, zips or zip for "
            + "OpenEXR. (default: balanced)"
    )
    var preset: String?

    @Option("<bits> Bits per channel to keep: 8, 10, 12 or 16.") var depth: Int?
    @Option("<sampling> Chroma subsampling.") var chroma: Chroma?
    @Option("<space> Color space of the video. (default: bt709)") var colorspace: ColorSpace?
    @Option("<range> Value range of the video. (default: limited)") var range: ColorRange?
    @Flag(help: "Keep every pixel exactly, or fail.") var lossless = false

    @Option("<mode> Treatment of transparency: auto keeps it if possible; matte writes it to a second file.")
    var alphaOutput: AlphaOutput = .automatic

    @Option("<method> Dithering method for GIF files. (default: none)") var dither: Dither?

    @Option(
        "<key=value> Property to set on the encoder's GStreamer element. Repeatable.",
        name: .customLong("option"),
        transform: { text in
            guard let property = ElementProperty(parsing: text)
            else { throw ValidationError(text, "has no value. Use KEY=VALUE, such as bframes=0.") }
            return property
        }
    )
    var encoderOptions: [ElementProperty] = []

    func validate() throws {
        if let depth, ![8, 10, 12, 16].contains(depth) {
            throw ValidationError("--depth \(depth): use 8, 10, 12 or 16 bits per channel.")
        }
    }

    /// Returns an encoding request for each output file, in order. An option applies to the files that support it.
    /// - Parameter complete: Adds the rest of the export to the request of a single file, so that remedies consider it.
    /// - Returns: For each file, the request and the reasons for dropping options that would change its pixels.
    func requests(
        for targets: [FilePath],
        complete: (inout EncodingRequest) -> Void = { _ in }
    ) throws(Failure) -> [(request: EncodingRequest, without: [Explanation])] {
        do throws(EncodingError) {
            let named = format.flatMap(OutputFormat.init(named:))
            let isAlone = !targets.contains { named?.matches($0) == true }
            var requests: [EncodingRequest] = []
            for target in targets { requests.append(request(try outputFormat(of: target, isAlone: isAlone))) }
            guard requests.count == 1 else { return try Self.shared(requests) }
            requests[0].keepsAlpha = alphaOutput == .keep
            complete(&requests[0])
            try requests[0].check()
            return [(requests[0], [])]
        } catch { throw Failure(error) }
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

    /// The parts of a request, each with a flag that indicates whether it changes pixels, and a function that copies it.
    private static var parts: [(decidesPixels: Bool, copy: (EncodingRequest, inout EncodingRequest) -> Void)] {
        typealias Part = (decidesPixels: Bool, copy: (EncodingRequest, inout EncodingRequest) -> Void)
        func part<Value>(_ value: WritableKeyPath<EncodingRequest, Value>, decidesPixels: Bool = false) -> Part {
            (decidesPixels, { $1[keyPath: value] = $0[keyPath: value] })
        }
        // The codec comes first, since the use of the other parts depends on it.
        return [
            part(\.codec), part(\.codecProfile), part(\.quality), part(\.rateFactor), part(\.bitRate),
            part(\.mostBytes), part(\.preset), part(\.depth, decidesPixels: true), part(\.chroma, decidesPixels: true),
            part(\.colorSpace, decidesPixels: true), part(\.colorRange, decidesPixels: true),
            part(\.isLossless, decidesPixels: true), part(\.dither),
        ]
    }

    /// Reduces the requests of several files to the parts that each file supports.
    /// - Throws: The error about a part that no file supports.
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
        // A property is set on the encoders that have it. If no encoder has it, GStreamer's elements report the error.
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

    func quality(ofImage target: FilePath) -> Int? {
        return OutputFormat.stills.first { $0.matches(target) }.flatMap { quality.number(for: $0.fileExtensions) }
    }

    func checkScopes(among targets: [FilePath]) throws(Failure) {
        let known = targets.compactMap { OutputFormat(extensionOf: $0) }.flatMap(\.fileExtensions)
        for (option, numbers) in [("--quality", quality), ("--crf", crf)] {
            guard let unused = numbers.unusedExtension(among: known) else { continue }
            let name = String(unused.escapingControlCharacters.trimmingPrefix("."))
            throw Failure.usage(
                "\(option) \(name)=…: no output is a .\(name) file. Omit it, or add such an output with -o."
            )
        }
    }

    /// Returns the format selected by the option or the extension.
    /// - Parameter isAlone: `true` if the option matches no file name, in which case it applies to every file.
    private func outputFormat(of target: FilePath, isAlone: Bool) throws(EncodingError) -> OutputFormat {
        if let format {
            guard let named = OutputFormat(named: format) else { throw .unknownFormat(format) }
            // With multiple files, the option applies only to matching names.
            if isAlone || named.matches(target) { return named }
        }
        if target == "-" { throw .noStream }
        guard let format = OutputFormat(extensionOf: target) else { throw .unknownExtension(target) }
        return format
    }
}

extension Chroma: ArgumentWord {}
extension SheetSettings.Listing: ArgumentWord {}
extension AlphaOutput: ArgumentWord {}

extension VideoCodec: ExpressibleByArgument {
    /// The names of the codecs.
    public static var allValueStrings: [String] { all.map(\.id) }

    /// The name of the codec.
    public var defaultValueDescription: String { id }
}
