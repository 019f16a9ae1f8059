import ArgumentParser
import FlipbookCore
import FlipbookMedia
import Logging

/// `flipbook export INPUT -o FILE`.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Makes a video file, or numbered images, of a sequence.",
        usage: "flipbook export <input> ... -o <file> [<options>]",
        discussion: """
            The extension of -o decides: .mp4 is H.264 that every browser plays, .webm is VP9, .mov is ProRes for editors \
            (with transparency where the frames have it), .mkv is lossless FFV1 with transparency, .gif, .apng and .webp are \
            animated pictures, and a pattern such as out/frame.####.png is a PNG file for each frame. 'flipbook formats' lists them all with their codecs. The file \
            gets its name only when it is complete and was read back.

            flipbook export walk/ -o walk.mp4 --fps 24
            flipbook export 'walk.1-100#.png' -o walk.mkv --missing hold
            flipbook export walk/ -o walk.mov --profile 4444
            flipbook export walk/ -o walk.mp4 --dry-run
            flipbook export walk/ -o - --format y4m | x265 --y4m - -o walk.h265
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to make, or a pattern of files.", valueName: "file"))
    var output: String = ""

    @Option(\.$animationRepeatCount, hint: "(default: 1; for ever in .gif, .apng and .webp)") var `repeat`: Int?

    @OptionGroup(title: "Encoding") var encoding: EncodingOptions

    @OptionGroup(title: "About the file") var tags: TagOptions

    @Flag(help: "Replace the file if it exists.")
    var overwrite = false

    @Flag(help: "Check everything, say what would be done, and write nothing; with --json as a document.")
    var dryRun = false

    @OptionGroup(title: "Talk") var talk: OutputOptions

    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    func validate() throws {
        guard output.isEmpty, !sequence.input.isEmpty else { return }
        // `flipbook export walk/ walk.mp4`, as many another tool has it.
        if let last = sequence.input.last, sequence.input.count > 1,
            let format = OutputFormat(extensionOf: FilePath(last)), !format.isNumbered
        {
            throw ValidationError("The file to make goes behind -o: -o \(last.quotedForShell).")
        }
        throw ValidationError("The file to make is missing: say for example -o video.mp4.")
    }

    func run() async throws {
        talk.startLogging()
        var settings = try exportSettings()
        let input = try sequence.locate()
        settings.sequence = input.settings(repeatCount: self.repeat, default: settings.profile.format.loops ? 0 : 1)
        let exporter = Exporter(
            frames: input.frames,
            settings: settings,
            logger: Logger(label: "flipbook.export")
        )
        let target = FilePath(output)
        if dryRun { return try await printPlan(of: exporter, for: target, input) }
        let display = ProgressDisplay(talk)
        var report: ExportReport
        do {
            report = try await Interruption.cancelling {
                try await exporter.export(to: target) { display.show($0) }
            }
            display.finish()
        } catch let error as ExportError {
            display.finish()
            throw input.failure(error)
        }
        report.notes = report.notes.map(\.inCommandWords)
        talk.note(input.notes)
        talk.note(report.notes)
        if let rendering = report.rendering { statistics.say(rendering) }
        if !statistics.stats { report.rendering = nil }
        let result = talk.json ? try report.json : report.sentence
        // Pictures have standard output for themselves.
        if exporter.settings.profile.format.isStream {
            if !talk.quiet { Terminal.talk(result) }
        } else {
            Terminal.print(result)
        }
    }

    /// Prints what the export would do.
    private func printPlan(of exporter: Exporter, for target: FilePath, _ input: SequenceInput) async throws {
        do {
            var plan = try await Interruption.cancelling { try await exporter.plan(for: target) }
            plan.notes = plan.notes.map(\.inCommandWords)
            talk.note(input.notes)
            talk.note(plan.notes)
            Terminal.print(talk.json ? try plan.json : plan.sentences)
        } catch let error as ExportError {
            throw input.failure(error)
        }
    }

    private func exportSettings() throws(Failure) -> ExportSettings {
        var settings = ExportSettings(profile: try encoding.profile(for: FilePath(output)))
        settings.alphaOutput = encoding.alphaOutput
        settings.overwrites = overwrite
        tags.set(&settings)
        return settings
    }
}
