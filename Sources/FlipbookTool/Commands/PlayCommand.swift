import ArgumentParser
import FlipbookCore
import FlipbookMedia
import Synchronization

/// `flipbook play INPUT`.
struct PlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Shows a sequence in a window or on the terminal, each frame at its exact time.",
        usage: "flipbook play <input> ... [<options>]",
        discussion: """
            In the window and in the terminal: Space pauses, left and right step, ? shows all keys, Q quits.

            flipbook play walk/ --fps 12
            flipbook play walk/ --terminal

            A frame that cannot be decoded does not end the playback: the frame before stands in for it, with a mark, and \
            the exit status is 1. With --missing hold, nearest, black or skip that is accepted, and the status is 0. \
            skip leaves out what is found when the sequence is opened; damage that only decoding finds is stood in for.
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option(\.$animationRepeatCount, hint: "(default: forever)") var `repeat`: Int?

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
    var sink: VideoSink?

    @OptionGroup(title: "Playing") var playing: PlayOptions

    @OptionGroup(title: "Talk") var talk: OutputOptions

    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    func validate() throws {
        if sink != nil, playing.isOnTerminal {
            throw ValidationError("--sink and --terminal both say where frames are shown. Give one of them.")
        }
        if playing.loop == .once, let cycles = self.repeat, cycles != 1 {
            throw ValidationError(
                "--loop once stops after one cycle, and --repeat \(cycles == 0 ? "forever" : "\(cycles)") asks for more. Leave one of them out."
            )
        }
        if talk.json {
            throw ValidationError("--json: play makes nothing to print. Leave it out, or ask for --report FILE.")
        }
    }

    func run() async throws {
        let began = ContinuousClock.now
        talk.startLogging()
        Display.prepareProcess()
        try playing.checkReport()
        let watcher = playing.follow ? try await FollowedInput.watcher(of: sequence, talk) : nil
        let input = try watcher == nil ? sequence.locate().substituted() : sequence.locate()
        talk.note(input.playerHints)
        var settings = PlaybackSettings()
        settings.sequence = input.settings(repeatCount: self.repeat, default: 0)
        try input.apply(to: &settings)
        if let sink { settings.sink = sink }
        if watcher != nil { settings.sequence.missing = input.gaps.followed(sequence.policies.missing) }
        settings.began = began
        playing.apply(to: &settings)
        let lost = Mutex<(@Sendable () -> Void)?>(nil)
        let screen =
            playing.isOnTerminal ? try TerminalScreen(playing.terminalProtocol) { lost.withLock { $0 }?() } : nil
        settings.terminal = screen?.display
        let sequence = sequence
        let player = Player(
            frames: try watcher?.frames ?? input.usualFrames(),
            settings: settings,
            reload: { try sequence.locate().usualFrames() },
            reloadHighlighted: { try sequence.locate().highlightedFrames() },
            following: watcher?.watcher
        )
        lost.withLock { $0 = { Task { await player.perform(.quit) } } }
        let outcome: Result<Void, any Error>
        TextStream.isPlaying.store(true, ordering: .relaxed)
        do {
            if let screen {
                outcome = .success(try await Self.run(player, on: screen, talk, statistics))
            } else {
                outcome = .success(try await Self.run(player, talk, statistics))
            }
        } catch {
            outcome = .failure(error)
        }
        TextStream.isPlaying.store(false, ordering: .relaxed)
        do {
            try await playing.write(player.report)
        } catch {
            // What went wrong first is reported last, and says how this ends.
            if case .success = outcome { throw error }
            Terminal.complain(error.message)
        }
        do {
            try outcome.get()
        } catch let error as PlaybackError {
            throw input.failure(error)
        }
    }

    /// Plays on the terminal. What there is to say is said when it is the shell's again.
    private static func run(
        _ player: Player,
        on screen: TerminalScreen,
        _ talk: OutputOptions,
        _ statistics: StatisticsOption
    ) async throws {
        let notes = TerminalNotes()
        let listening = Task { [events = player.events] in
            for await event in events {
                if case .substituted(_, let reason) = event { notes.add(reason) }
            }
        }
        defer {
            listening.cancel()
            talk.note(notes.sentences)
        }
        let rendered = try await TerminalKeys.reading(onScreen: true, { player.send(.typed($0)) }) {
            try await TerminalScreen.showing(player, on: screen, quiet: talk.quiet || talk.progress == .none) {
                try await Interruption.cancelling(mayRest: { player.mayRest }) {
                    try await player.run { $0.map(\.sentence).forEach(notes.add) }
                }
            }
        }
        statistics.say(rendered)
    }

    /// Plays with the keys of the terminal and a line on it that says how it stands.
    private static func run(_ player: Player, _ talk: OutputOptions, _ statistics: StatisticsOption) async throws {
        let hasLine = Terminal.isWatched && !talk.quiet && talk.progress == .auto
        let events = player.events
        let notes = Task {
            var substitutes = SubstituteNotes()
            let clearing = hasLine ? "\r\u{1B}[K" : ""
            for await event in events {
                switch event {
                case .note(let note): if !hasLine { talk.note([note]) }
                case .substituted(let frame, let reason):
                    if let text = substitutes.note(frame: frame, reason: reason) { talk.note([clearing + text]) }
                default: break
                }
            }
            if let rest = substitutes.rest(of: await player.report.undecodable) { talk.note([clearing + rest]) }
        }
        defer { notes.cancel() }
        DisplayErrors.handle(
            close: { Task { await player.perform(.quit) } },
            lose: { player.endWithoutDisplay() }
        )
        try await TerminalKeys.reading({ player.send(.typed($0)) }) {
            let playing: @Sendable () async throws -> Void = {
                let outcome: Result<RenderStatistics, any Error>
                do {
                    outcome = .success(
                        try await Interruption.cancelling(mayRest: { player.mayRest }) {
                            try await player.run { talk.note($0) }
                        }
                    )
                } catch {
                    outcome = .failure(error)
                }
                // The events have ended with the run.
                await notes.value
                statistics.say(try outcome.get())
            }
            if hasLine {
                try await PlayStatusLine.showing(of: player, playing)
            } else {
                try await playing()
            }
        }
    }
}
