import ArgumentParser
import FlipbookCore
import FlipbookMedia

/// `flipbook play INPUT`.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Shows a sequence in a window, each frame at its exact time.",
        usage: "flipbook play <input> ... [<options>]",
        discussion: """
            In the window: Space pauses, left and right step, Q quits.

            flipbook play walk/ --fps 12
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option(
        help: ArgumentHelp("How many whole cycles. (default: forever)", valueName: "count"),
        transform: RepeatCount.init(parsing:)
    )
    var `repeat`: RepeatCount?

    @Option(
        help: ArgumentHelp(
            "A GStreamer video sink and its properties. (default: autovideosink)",
            valueName: "name[,key=value…]"
        ),
        transform: { text in
            guard let sink = VideoSink(parsing: text) else {
                throw ValidationError(
                    "'\(text.escapingControlCharacters)' is not a sink. Write its name, then ,key=value for each "
                        + "property: ximagesink,sync=true."
                )
            }
            return sink
        }
    )
    var sink = VideoSink(element: "autovideosink")

    @OptionGroup(title: "Talk") var talk: OutputOptions

    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    func validate() throws {
        if talk.json { throw ValidationError("--json: play makes nothing to report. Leave it out.") }
    }

    func run() async throws {
        talk.startLogging()
        let input = try sequence.locate().substituted()
        talk.note(input.frames.hints)
        var settings = PlaybackSettings()
        settings.sequence = input.settings(repeatCount: self.repeat, default: 0)
        settings.sink = sink
        let player = Player(frames: input.frames, settings: settings)
        do {
            let spent = try await Interruption.cancelling { [talk] in try await player.run { talk.note($0) } }
            statistics.tell(spent)
        } catch let error as PlaybackError {
            throw Failure(message: error.description, status: ExitStatus(error.kind))
        }
    }
}
