import ArgumentParser
import FlipbookMedia

/// `flipbook play INPUT`.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Shows a sequence in a window, each frame at its exact time.",
        discussion: "In the window: Space pauses, left and right step, Q quits."
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option(
        help: ArgumentHelp("How many whole cycles. (default: forever)", valueName: "count"),
        transform: RepeatCount.init(parsing:)
    )
    var `repeat`: RepeatCount?

    @Option(
        help: ArgumentHelp("A GStreamer video sink and its properties.", valueName: "name[,key=value…]"),
        transform: { text in
            guard let sink = VideoSink(parsing: text) else {
                throw ValidationError("--sink \(text): write a sink's name, then ,key=value for each property.")
            }
            return sink
        }
    )
    var sink = VideoSink(element: "autovideosink")

    @OptionGroup(title: "Talk") var talk: OutputOptions

    func run() async throws {
        talk.startLogging()
        let input = try sequence.locate()
        var settings = PlaybackSettings()
        settings.sequence = input.settings(repeatCount: self.repeat, default: 0)
        settings.sink = sink
        let player = Player(frames: input.frames, settings: settings)
        do {
            try await Interruption.cancelling { try await player.run() }
        } catch let error as PlaybackError {
            throw Failure(message: error.description, status: ExitStatus(error.kind))
        }
    }
}
