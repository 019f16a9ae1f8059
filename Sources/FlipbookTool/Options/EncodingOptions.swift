import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookMedia

/// What is written, and how hard the encoder tries.
struct EncodingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What is written where the name does not say: y4m or raw for -o -, sheet, contact or apng for a .png.",
            valueName: "name"
        )
    )
    var format: String?

    @Option(help: ArgumentHelp("The codec; 'flipbook formats' lists those of each extension.", valueName: "name"))
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
            "0 (smallest) to 100 (best), for every codec; gif=60 is for one extension. (default: 75)",
            valueName: "number"
        )
    )
    var quality: [ScopedNumber] = []

    @Option(
        help: ArgumentHelp(
            "The codec's own number for the same: 1 (best) to 50 for H.264 and H.265, 0 to 63 for VP8, VP9 and AV1; mp4=18 is for one extension.",
            valueName: "number"
        )
    )
    var crf: [ScopedNumber] = []

    @Option(
        help: ArgumentHelp(
            "Bits in a second, on average, in two passes where the encoder has them: 800k, 2.5M.",
            valueName: "rate"
        ),
        transform: Quantity.init(parsing:)
    )
    var bitrate: Quantity?

    @Option(
        help: ArgumentHelp(
            "The best file of at most so many bytes: 10MB (10^7), 8MiB (2^23). Made several times; for .mp4, .webm, .mkv, "
                + ".mov with H.264, and .webp.",
            valueName: "bytes"
        ),
        transform: Quantity.init(parsing:)
    )
    var maxSize: Quantity?

    @Option(
        help: ArgumentHelp(
            "fast, balanced, best, or the encoder's own name: H.264 has ultrafast to placebo. (default: balanced)",
            valueName: "name"
        )
    )
    var preset: String?

    @Option(help: ArgumentHelp("Bits of a channel to keep: 8, 10, 12 or 16.", valueName: "bits"))
    var depth: Int?

    @Option(help: "How finely to keep colour: 420, 422, 444 or rgb.")
    var chroma: Chroma?

    @Option(help: "What the numbers of an H.264 or H.265 video mean. (default: bt709)")
    var colorspace: ColorSpace?

    @Option(help: "Which numbers black and white have in one. (default: limited)")
    var range: ColorRange?

    @Flag(help: "Give back every pixel exactly, or refuse.")
    var lossless = false

    @Option(
        help:
            "What becomes of transparency: keep it where the codec can, keep it or refuse, flatten it, or flatten it and write it as a grey file besides."
    )
    var alphaOutput: AlphaOutput = .automatic

    @Option(help: "How a GIF's pixels get the colours of its palette. (default: none)")
    var dither: Dither?

    @Option(
        name: .customLong("option"),
        help: ArgumentHelp("A property of the encoder's GStreamer element; repeatable.", valueName: "key=value"),
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
    /// - Returns: For each the profile, and what it goes without although its pixels would be others.
    func profiles(for targets: [FilePath]) throws(Failure) -> [(profile: EncodingProfile, without: [Explanation])] {
        do throws(EncodingProfileError) {
            var formats: [OutputFormat] = []
            let named = OutputFormat.named.first { $0.id == format }
            let isAlone = !targets.contains { named?.matches($0) == true }
            for target in targets { formats.append(try outputFormat(of: target, isAlone: isAlone)) }
            let demands = formats.map { demand(of: $0.fileExtensions) }
            if formats.count == 1 { return [(try demands[0].profile(of: formats[0]), [])] }
            return try EncodingDemand.profiles(of: formats, demands)
        } catch {
            throw Failure(message: error.sentence, status: .usage)
        }
    }

    /// What is asked for of files of these extensions.
    private func demand(of extensions: [String]) -> EncodingDemand {
        EncodingDemand(
            codec: codec,
            codecProfile: profile,
            quality: quality.number(for: extensions),
            rateFactor: crf.number(for: extensions),
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

    /// Refuses numbers for files that are not made.
    func checkScopes(among targets: [FilePath]) throws(Failure) {
        let known = targets.compactMap { OutputFormat(extensionOf: $0) }.flatMap(\.fileExtensions)
        for (option, numbers) in [("--quality", quality), ("--crf", crf)] {
            guard let unused = numbers.unusedExtension(among: known) else { continue }
            let name = String(unused.escapingControlCharacters.trimmingPrefix("."))
            throw Failure(
                message: "\(option) \(name)=…: no .\(name) file is made. Leave it out, or add -o with such a name.",
                status: .usage
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
