import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookMedia

/// What is written, and how hard the encoder tries.
struct EncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The format where the name does not say it: y4m or raw for -o -, sheet, contact or apng for a .png.",
            valueName: "name"
        )
    )
    var format: String?

    @Option(help: ArgumentHelp("The codec; 'flipbook formats' lists those of each extension.", valueName: "codec"))
    var codec: VideoCodec?

    @Option(
        help: ArgumentHelp(
            "The codec's profile: ProRes has proxy, lt, standard, hq and 4444. (default: hq; 4444 with transparency)",
            valueName: "name"
        )
    )
    var profile: String?

    @Option(
        help: ArgumentHelp(
            "Quality from 0 (smallest file) to 100 (best), the same scale for every codec; webm=60 is for one "
                + "extension. (default: 75)",
            valueName: "number"
        )
    )
    var quality: [ScopedNumber] = []

    @Option(
        help: ArgumentHelp(
            "Quality as the codec counts: 1 (best) to 50 for H.264 and H.265, 0 to 63 for VP8, VP9 and AV1; "
                + "mp4=18 is for one extension.",
            valueName: "number"
        )
    )
    var crf: [ScopedNumber] = []

    @Option(
        help: ArgumentHelp(
            "Average bits per second: 800k, 2.5M. Two passes where the encoder has them.",
            valueName: "rate"
        ),
        transform: Quantity.init(parsing:)
    )
    var bitrate: Quantity?

    @Option(
        help: ArgumentHelp(
            "The best file of at most so many bytes: 10MB (10^7), 8MiB (2^23). Encodes several times. For .mp4, .webm, "
                + ".mkv, .mov with H.264, .webp, .avif and .jxl.",
            valueName: "bytes"
        ),
        transform: Quantity.init(parsing:)
    )
    var maxSize: Quantity?

    @Option(
        help: ArgumentHelp(
            "Speed of the encoder: fast, balanced, best, or its own word, such as veryslow. It is the compression of PNG (0 to 9), "
                + "TIFF (none, packbits, lzw, deflate) and OpenEXR (none, rle, zips, zip). (default: balanced)",
            valueName: "name"
        )
    )
    var preset: String?

    @Option(help: ArgumentHelp("Bits per channel to keep: 8, 10, 12 or 16.", valueName: "bits"))
    var depth: Int?

    @Option(help: ArgumentHelp("Resolution of colour to keep.", valueName: "sampling"))
    var chroma: Chroma?

    @Option(help: ArgumentHelp("Colour space of a video. (default: bt709)", valueName: "space"))
    var colorspace: ColorSpace?

    @Option(help: ArgumentHelp("Range of values in a video. (default: limited)", valueName: "range"))
    var range: ColorRange?

    @Flag(help: "Keep every pixel exactly, or refuse.")
    var lossless = false

    @Option(
        help: ArgumentHelp(
            "Transparency: keep it where the codec can (auto), keep it or refuse, flatten it, or flatten it and write "
                + "it as a second, grey file (matte).",
            valueName: "way"
        )
    )
    var alphaOutput: AlphaOutput = .automatic

    @Option(help: ArgumentHelp("How a GIF mixes the colours of its palette. (default: none)", valueName: "way"))
    var dither: Dither?

    @Option(
        name: .customLong("option"),
        help: ArgumentHelp("A property of the encoder's GStreamer element. Repeatable.", valueName: "key=value"),
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

    /// What is written under these names, in their order. Every option holds for the files that have a use for it.
    /// - Parameter beside: What the export has besides, which a remedy for one file has to have, too.
    /// - Returns: For each the profile, and what it goes without although its pixels would be others.
    func profiles(
        for targets: [FilePath],
        beside: EncodingDemand = EncodingDemand()
    ) throws(Failure) -> [(profile: EncodingProfile, without: [Explanation])] {
        do throws(EncodingProfileError) {
            var formats: [OutputFormat] = []
            let named = OutputFormat.named.first { $0.id == format }
            let isAlone = !targets.contains { named?.matches($0) == true }
            for target in targets { formats.append(try outputFormat(of: target, isAlone: isAlone)) }
            if formats.count == 1 {
                return [(try EncodingProfile(format: formats[0], demand(of: formats[0].fileExtensions, beside)), [])]
            }
            let demands = formats.map { demand(of: $0.fileExtensions, EncodingDemand()) }
            return try EncodingDemand.profiles(of: formats, demands)
        } catch {
            throw Failure(error)
        }
    }

    /// What is asked for of files of these extensions, and what the export has besides.
    private func demand(of extensions: [String], _ beside: EncodingDemand) -> EncodingDemand {
        var demand = beside
        (demand.codec, demand.codecProfile) = (codec, profile)
        (demand.quality, demand.rateFactor) = (quality.number(for: extensions), crf.number(for: extensions))
        (demand.bitRate, demand.mostBytes, demand.preset) = (bitrate?.value, maxSize?.value, preset)
        (demand.depth, demand.chroma, demand.colorSpace, demand.colorRange) = (depth, chroma, colorspace, range)
        (demand.isLossless, demand.dither, demand.options) = (lossless, dither, encoderOptions)
        demand.keepsAlpha = alphaOutput == .keep
        return demand
    }

    /// The quality of an image of one frame that is made beside the files; `nil` where none was asked for.
    func quality(ofImage target: FilePath) -> Int? {
        let format = OutputFormat.stills.first { $0.matches(target) }
        return format.flatMap { quality.number(for: $0.fileExtensions) }
    }

    /// Refuses numbers for files that are not made.
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
    private func outputFormat(of target: FilePath, isAlone: Bool) throws(EncodingProfileError) -> OutputFormat {
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
