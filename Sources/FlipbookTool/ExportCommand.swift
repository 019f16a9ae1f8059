import ArgumentParser
import FlipbookCore
import FlipbookMedia

/// `flipbook export INPUT -o FILE`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Makes a video file, or numbered images, of a sequence.",
        discussion: """
            The extension of -o decides: .mp4 is H.264 that every browser plays, .mkv is lossless FFV1 with \
            transparency, and a pattern such as out/frame.####.png is a PNG file for each frame. The file gets its \
            name only when it is complete and was read back.
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to make.", valueName: "file"))
    var output: String

    @Option(
        help: ArgumentHelp("How many whole cycles. (default: 1)", valueName: "count"),
        transform: RepeatCount.init(parsing:)
    )
    var `repeat`: RepeatCount?

    @Option(help: "The codec, where the container carries several: h264 or ffv1.")
    var codec: VideoCodec?

    @Option(help: ArgumentHelp("H.264's constant rate factor, 1 (best) to 50. (default: 20)", valueName: "crf"))
    var quality: Int?

    @Option(help: ArgumentHelp("H.264's speed: ultrafast to placebo. (default: medium)", valueName: "name"))
    var preset: String?

    @Option(
        name: .customLong("option"),
        help: ArgumentHelp("A property of the encoder's GStreamer element; repeatable.", valueName: "key=value"),
        transform: { text in
            guard let property = ElementProperty(parsing: text) else {
                throw ValidationError("--option \(text): write KEY=VALUE, for example --option bframes=0.")
            }
            return property
        }
    )
    var encoderOptions: [ElementProperty] = []

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    @OptionGroup(title: "Talk") var talk: OutputOptions

    func run() async throws {
        talk.startLogging()
        var settings = try exportSettings()
        let input = try sequence.locate()
        settings.sequence = input.settings(repeatCount: self.repeat, default: 1)
        let exporter = Exporter(frames: input.frames, settings: settings)
        let display = ProgressDisplay(talk)
        let target = FilePath(output)
        let report: ExportReport
        do {
            report = try await Interruption.cancelling {
                try await exporter.export(to: target) { display.show($0) }
            }
            display.finish()
        } catch let error as ExportError {
            display.finish()
            throw Failure(message: error.description, status: ExitStatus(error.kind))
        }
        talk.note(report.notes)
        Terminal.print(talk.json ? try report.json : report.sentence)
    }

    private func exportSettings() throws -> ExportSettings {
        guard let container = Container(extensionOf: FilePath(output)) else {
            throw Failure(
                message: "-o \(FilePath(output)): the extension says what to write, and this one is not known. "
                    + "End the name in .mp4, .mkv or, for numbered images, .####.png.",
                status: .usage
            )
        }
        do throws(EncodingProfileError) {
            let profile = try EncodingProfile(
                container: container,
                codec: codec,
                quality: quality,
                preset: preset,
                options: encoderOptions
            )
            var settings = ExportSettings(profile: profile)
            settings.overwrites = overwrite
            return settings
        } catch {
            throw Failure(message: error.description, status: .usage)
        }
    }
}
