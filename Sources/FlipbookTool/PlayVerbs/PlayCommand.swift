package import ArgumentParser
import FlipbookCore
import FlipbookMedia
package import FlipbookCommandLine
import FlipbookPlay
import FlipbookScene
import FlipbookWindow
import Synchronization

package struct PlayCommand: AsyncParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        verb: "play",
        abstract: "Plays a sequence in a window or in the terminal.",
        usage: "flipbook play [<input> ...] [<options>]",
        discussion: """
            Each frame is shown at its exact time. Keys: Space pauses, Left and Right step, ? shows all keys, Q quits.

            flipbook play walk/ --fps 12
            flipbook play walk/ --terminal

            Incomplete sequences are played, too. The previous frame replaces a missing or damaged one and is marked; \
            --missing chooses a different replacement. Frames of a different size are scaled to fit; --mismatch fill \
            crops them. If two files have the same number, the one with the usual padding is shown. Notes and the \
            report list all of this. With --strict, such sequences are rejected, and a frame that cannot be decoded \
            causes exit status 1.

            A single frame opens its sequence at that frame. With multiple folders, or a folder with multiple \
            sequences, one sequence repeats until Page Down or a click selects the next; --repeat 1 plays them one \
            after another.
            """
    )

    // This group precedes the sequence, because --list-keys needs no sequence.
    @OptionGroup(title: "Playing") var playing: PlayOptions

    @OptionGroup(title: "Sequence") package var sequence: SequenceOptions

    @Option(\.$animationRepeatCount, hint: "(default: forever)") var `repeat`: Int?

    @Option(
        "<name[,key=value…]> GStreamer video sink and its properties. (default: a window on X11 or Wayland, "
            + "otherwise autovideosink)",
        transform: { try MediaSink(naming: $0, example: "ximagesink,sync=true") }
    )
    var sink: MediaSink?

    @OptionGroup(title: "Sound") var sound: PlayedAudioOptions

    @OptionGroup(title: "Talk") var messages: OutputOptions

    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    package func validate() throws {
        if sink != nil, playing.isOnTerminal {
            throw ValidationError("--sink and --terminal both choose where frames are shown. Use only one of them.")
        }
        if playing.loop == .once, let cycles = self.repeat, cycles != 1 {
            throw ValidationError(
                "--loop once stops after one cycle, and --repeat \(cycles == 0 ? "forever" : "\(cycles)") requests "
                    + "more. Use only one of them."
            )
        }
        if playing.compareOffset != nil, playing.compare == nil {
            throw ValidationError(
                "--compare-offset requires --compare. Add the sequence to compare with, such as --compare fresh/."
            )
        }
        if playing.restore != nil, playing.follow {
            throw ValidationError(
                "--follow starts at the newest frame, and --restore starts at the saved one. Use only one of them."
            )
        }
        if messages.json, playing.report != nil {
            throw ValidationError("--json prints the report, and --report writes it to a file. Use only one of them.")
        }
    }

    /// Loads libraries while the arguments are parsed.
    package static func prepareProcess(for arguments: [String]) {
        Terminal.endWithoutHandlers()
        OutputOptions.limitLibraryMessages(in: arguments)
        let hasWindow = !arguments.contains { $0 == "--list-keys" || $0.hasPrefix("--terminal") }
        if hasWindow { PlaybackSettings.prepareProcess() }
    }

    package func run() async throws {
        let began = ContinuousClock.now
        messages.startLogging()
        try playing.checkReport()
        var reports: [PlaybackReport] = []
        let outcome = await Result { try await playAll(began: began, into: &reports) }
        TextStream.isPlaying.store(false, ordering: .relaxed)
        for report in reports { report.misplacedNotes.map { Terminal.complain($0.sentence) } }
        do {
            try playing.write(reports, prints: messages.json)
        } catch {
            // The first error determines the exit status, and is reported last.
            if case .success = outcome { throw error }
            Terminal.complain(error.message)
        }
        try outcome.get()
        if reports.contains(where: { $0.misplacedNotes != nil }) { throw ExitStatus.environment }
    }

    private func playAll(began: ContinuousClock.Instant, into reports: inout [PlaybackReport]) async throws {
        var session = ViewerSession(window: playing.isOnTerminal || sink != nil ? nil : PlaybackSettings.makeWindow())
        defer { session.window?.close() }
        if messages.verbose, let window = session.window {
            messages.note([
                "frames are shown in a window on \(window.system), which is fast even without a graphics card"
            ])
        }
        var options = sequence
        if options.input.isEmpty {
            options.input = try await open(in: session)
            if options.input.isEmpty { return }
        }
        var list = Playlist(options, isSingle: playing.showsOneSequence)
        var place = 0
        // The list before files were dropped onto the window.
        var former: (list: Playlist, place: Int)?
        while true {
            let further: Int?
            do {
                let start = reports.isEmpty ? began : .now
                further = try await play(&list, at: place, in: &session, began: start, into: &reports)
            } catch let failure as any EndingError
                where failure.ending.isAboutInput && (list.entries.count > 1 || former != nil)
                || session.canShow(failure)
            {
                Terminal.complain(failure.sentence)
                session.refusal = failure.sentence
                if session.forgetComparison(with: list.entries[place]) { continue }
                if list.entries.count == 1, let last = former {
                    (list, place, former) = (last.list, last.place, nil)
                    continue
                }
                list.remove(at: place)
                if list.entries.isEmpty {
                    let opened = try await show(failure, in: session)
                    (list, place) = (Playlist(dropped: opened, sequence, isSingle: playing.showsOneSequence), 0)
                    continue
                }
                if place < list.entries.count { continue }
                if self.repeat != nil || playing.loop == .once { return }
                place = 0
                continue
            }
            if !session.opened.isEmpty {
                former = (list, place)
                (list, place) = (Playlist(dropped: session.opened, sequence, isSingle: playing.showsOneSequence), 0)
                continue
            }
            guard let further else { return }
            let (next, count) = (place + further, list.entries.count)
            // The list repeats, unless `--repeat` or `--loop once` limits it.
            if next >= count, self.repeat != nil || playing.loop == .once { return }
            place = ((next % count) + count) % count
        }
    }

    /// Plays one of the sequences.
    /// - Returns: The distance to the next sequence, or `nil` to end.
    private func play(
        _ list: inout Playlist,
        at place: Int,
        in session: inout ViewerSession,
        began: ContinuousClock.Instant,
        into reports: inout [PlaybackReport]
    ) async throws -> Int? {
        let options = list.entries[place].options
        session.beginning(showsErrors: self.repeat == nil && playing.loop != .once)
        let watcher = playing.follow ? try FollowedInput(options) : nil
        var followed: FollowedInput.Arrival?
        if let watcher {
            followed = try await self.frames(of: watcher, in: &session)
            if followed == nil { return nil }
        }
        let leniency = playing.strict ? SequenceInput.Leniency.strict : .showing
        let input =
            switch (watcher, leniency) {
            case (nil, .showing): try Self.input(of: &list, at: place).substituted()
            case (nil, .strict): try options.locate().substituted()
            // A sequence that is still being written has gaps.
            case (_?, _): try options.locate(.showing)
            }
        let entry = list.entries[place]
        // With `--single`, a hint about the frame's sequence would be noise.
        let hints = playing.single ? input.notes : input.playerHints
        messages.note(hints)
        var settings = PlaybackSettings()
        settings.wording = \.sentence
        // With multiple sequences, each one repeats until the viewer goes to another.
        let goesRound = list.entries.count > 1 && playing.loop != .once
        settings.sequence = input.settings(repeatCount: self.repeat ?? (goesRound ? 0 : nil), default: 0)
        try input.apply(to: &settings)
        if let sink { settings.sink = sink }
        settings.began = began
        settings.notes = hints.map { Explanation($0) }
        try playing.apply(to: &settings)
        session.apply(to: &settings, at: place, of: list)
        settings.refuseDropped = refuseDropped
        sound.apply(to: &settings)
        let restoring = try playing.restore.map { name in
            try RestoreFile.check(settings.sequence.scene)
            return try RestoreFile(reading: FilePath(name))
        }
        restoring?.apply(to: &settings)
        let compared = playing.compare.map { name in changing(sequence) { $0.input = [name] } }
        settings.comparison = try (session.comparison(with: entry) ?? compared).map { other in
            let input = try other.locate(leniency).substituted()
            return PlaybackSettings.Comparison(
                frames: try input.usualFrames(),
                settings: input.settings(repeatCount: 1, default: 1),
                offset: playing.compareOffset ?? 0
            )
        }
        if input.holdsUnasked { settings.marksSubstitutes = true }
        let lost = Mutex<(@Sendable () -> Void)?>(nil)
        let screen =
            playing.isOnTerminal ? try TerminalScreen(playing.terminalProtocol) { lost.withLock { $0 }?() } : nil
        settings.terminal = screen?.display
        let frames = try followed?.frames ?? input.usualFrames()
        let player = Player(
            frames: frames,
            settings: settings,
            reload: { try entry.options.locate(leniency).usualFrames() },
            reloadHighlighted: { try entry.options.locate(leniency).highlightedFrames() },
            following: watcher?.watcher
        )
        if let sentence = followed?.sentence { player.tell(Explanation(sentence)) }
        if settings.place == nil, let start = entry.start,
            let position = frames.frames.firstIndex(where: { $0.path == start }), position > 0
        {
            await player.seek(toFrame: position)
        }
        if let position = restoring?.state?.playback { await player.seek(toFrame: position.frame) }
        lost.withLock {
            $0 = {
                // The player is ended by quitting or by canceling, but never by both.
                if !Interruption.hangUp() { Task { await player.perform(.quit) } }
            }
        }
        TextStream.isPlaying.store(true, ordering: .relaxed)
        let outcome = await Result { [window = session.window] in
            if let screen {
                try await Self.run(player, on: screen, messages, statistics)
            } else {
                try await Self.run(player, in: window, messages, statistics)
            }
        }
        TextStream.isPlaying.store(false, ordering: .relaxed)
        var report = await player.report
        report.notes = report.notes.map(\.inCommandWords)
        reports.append(report)
        messages.note(report.notesAtEnd)
        let chosen: SequenceOptions? =
            switch report.chosenComparison {
            case .next: list.entries[(place + 1) % list.entries.count].options
            case .file(let file): changing(sequence) { $0.input = [file.string] }
            case nil: nil
            }
        session.leave(entry, report, comparingWith: chosen)
        do {
            try outcome.get()
        } catch {
            // Playback that ended early can also be resumed.
            if report.restorable.playback != nil {
                do throws(Failure) {
                    try restoring?.write(report.restorable)
                } catch { Terminal.complain(error.message) }
            }
            guard let error = error as? PlaybackError else { throw error }
            if report.isOver || error.isAboutDisplay { session.beginning(showsErrors: false) }
            throw input.failure(error)
        }
        try restoring?.write(report.restorable)
        return report.sequencesFurther
    }

    /// Returns the reason why dropped files cannot be played, or `nil` if they can.
    var refuseDropped: @Sendable ([FilePath]) async -> String? {
        { [sequence, isSingle = playing.showsOneSequence] files in
            do {
                try Playlist(dropped: files, sequence, isSingle: isSingle).check()
                return nil
            } catch { return error.sentence }
        }
    }

    /// Returns the sequence at a position. If one of several is missing, the error concerns the input rather than the machine.
    private static func input(of list: inout Playlist, at place: Int) throws -> SequenceInput {
        do {
            return try list.input(at: place)
        } catch let failure as any EndingError where list.entries.count > 1 {
            throw Failure.incomplete(failure.sentence)
        }
    }

    /// Plays on the terminal. Notes are printed once the shell's screen is back.
    private static func run(
        _ player: Player,
        on screen: TerminalScreen,
        _ messages: OutputOptions,
        _ statistics: StatisticsOption
    ) async throws {
        let notes = PlayNotes(atMost: 20)
        let listening = Task { [events = player.events] in
            for await event in events { if case .substituted(_, let reason) = event { notes.add(reason.sentence) } }
        }
        defer {
            listening.cancel()
            messages.note(notes.first + [notes.rest()].compactMap(\.self))
        }
        let rendered = try await TerminalKeys.reading(onScreen: true, { player.send(.typed($0)) }) {
            try await TerminalScreen.showing(player, on: screen, quiet: messages.quiet || messages.progress == .none) {
                try await Interruption.cancelling(mayRest: { player.mayRest }) {
                    try await player.run { for note in $0 { notes.add(note.sentence) } }
                }
            }
        }
        statistics.say(rendered)
    }

    static func run(
        _ player: Player,
        in window: PlayerWindow?,
        _ messages: OutputOptions,
        _ statistics: StatisticsOption
    ) async throws {
        let hasLine = Terminal.isWatched && !messages.quiet && messages.progress == .auto
        let events = player.events
        let notes = Task {
            let substitutes = PlayNotes(atMost: 5)
            let clearing = hasLine ? "\r\u{1B}[K" : ""
            for await event in events {
                switch event {
                case .note(let note): if !hasLine { messages.note([note]) }
                case .substituted(_, let reason):
                    if substitutes.add(reason.sentence) { messages.note([clearing + reason.sentence]) }
                default: break
                }
            }
            if let rest = substitutes.rest(of: await player.report.undecodable) { messages.note([clearing + rest]) }
        }
        defer { notes.cancel() }
        let close: @Sendable () -> Void = { Task { await player.perform(.quit) } }
        DisplayErrors.handle(window, close: close, lose: { player.endWithoutDisplay() })
        try await TerminalKeys.reading({ player.send(.typed($0)) }) {
            let playing: @Sendable () async throws -> Void = {
                let outcome = await Result {
                    try await Interruption.cancelling(mayRest: { player.mayRest }) {
                        try await player.run { messages.note($0) }
                    }
                }
                // Events end with the run.
                await notes.value
                statistics.say(try outcome.get())
            }
            if hasLine { try await PlayStatusLine.showing(of: player, playing) } else { try await playing() }
        }
    }
}
