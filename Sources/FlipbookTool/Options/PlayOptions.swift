import ArgumentParser
import FlipbookCore
import FlipbookImaging
import FlipbookMedia

/// What only `flipbook play` has: how it keeps time, what it does at the ends, and which keys it takes.
struct PlayOptions: ParsableArguments {
    /// What happens to frames that cannot be shown in time.
    enum Pacing: EnumerableFlag {
        case realtime, everyFrame

        static func help(for value: Pacing) -> ArgumentHelp? {
            switch value {
            case .realtime: "Leave late frames out, so that the others are on time."
            case .everyFrame: "Show every frame; the clock waits for late ones."
            }
        }
    }

    @Flag var pacing: Pacing = .realtime

    @Option(help: "What happens at the ends.")
    var loop: LoopMode = .loop

    @Option(help: "What is shown after the last cycle: the static image of a manifest, the last or the first frame.")
    var atEnd: PlaybackSettings.EndPicture = .image

    @Flag(help: "Keep the window open after the last cycle.")
    var keepOpen = false

    @Flag(help: "Start with the clock standing.")
    var paused = false

    @Option(
        help: ArgumentHelp(
            "Whose keys: our own, or those of another player. (values: "
                + "\(KeyMap.all.map(\.name).joined(separator: ", ")); default: \(KeyMap.flipbook.name), or what "
                + "~/.config/flipbook/keys.yaml says, whose keys count before)",
            valueName: "player"
        ),
        transform: { text in
            guard let map = KeyMap(named: text) else {
                throw ValidationError(
                    "'\(text.escapingControlCharacters)' is not a key map. Write one of "
                        + "\(KeyMap.all.map(\.name).joined(separator: ", "))."
                )
            }
            return map
        }
    )
    var keys: KeyMap?

    @Flag(
        help: ArgumentHelp(
            "Play on the terminal itself, over SSH too: with kitty's graphics or sixels where it has them, "
                + "else with half blocks."
        )
    )
    var terminal = false

    @Option(help: "How the terminal is given pictures, instead of asking it; implies --terminal.")
    var terminalProtocol: TerminalGraphics?

    /// Whether frames are shown on the terminal.
    var isOnTerminal: Bool { terminal || terminalProtocol != nil }

    @Flag(
        help: ArgumentHelp(
            "Play what is written while it plays: new frames are added, changed ones shown again, once they are complete. "
                + "On the last frame, and after the last cycle, the newest is shown."
        )
    )
    var follow = false

    @Flag(help: "Mark frames that stand in for missing ones also where --missing asks for them.")
    var mark = false

    @Flag(help: "Refuse what does not fit: missing and doubled numbers, other sizes, folders of several sequences.")
    var strict = false

    @Flag(help: "Show only the frame that is named, not the sequence that it belongs to.")
    var single = false

    @Option(
        help: ArgumentHelp(
            "Where S writes frames. (default: the user's pictures folder, or the home folder without one)",
            valueName: "folder"
        )
    )
    var saveTo: String?

    @Option(help: ArgumentHelp("Write what was measured to a JSON file; - for standard output.", valueName: "file"))
    var report: String?

    /// Puts the options into a player's settings.
    /// - Throws: ``Failure`` for a mistake in the user's file of keys.
    func apply(to settings: inout PlaybackSettings) throws(Failure) {
        settings.pacing = pacing == .everyFrame ? .everyFrame : .realtime
        settings.loopMode = loop
        settings.endPicture = atEnd
        settings.staysOpen = keepOpen || follow
        settings.startsPaused = paused
        settings.keyMap = try KeyFile.map(keys)
        settings.marksSubstitutes = mark
        settings.savedFramesFolder = saveTo.map { FilePath($0) } ?? PicturesFolder.path
    }

    /// The file that the report is wanted in, if any.
    private var reportFile: TextFile? {
        report.flatMap { $0 == "-" ? nil : TextFile(path: FilePath($0), option: "--report") }
    }

    /// Checks, before anything is played, that the report can be written.
    /// - Throws: ``Failure`` where it cannot.
    func checkReport() throws(Failure) { try reportFile?.check() }

    /// Writes the report where one is wanted: of several sequences a list.
    /// - Throws: ``Failure`` where it cannot be written.
    func write(_ reports: [PlaybackReport]) throws(Failure) {
        guard let first = reports.first else { return try write(PlaybackReport().json) }
        try write(reports.count == 1 ? first.json : "[\(reports.map(\.json).joined(separator: ",\n"))]")
    }

    private func write(_ document: String) throws(Failure) {
        if report == "-" { return Terminal.print(document) }
        try reportFile?.write(document + "\n")
    }
}
