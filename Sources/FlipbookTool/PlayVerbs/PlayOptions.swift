public import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookMedia
public import FlipbookPlay
import FlipbookRender

/// The options of `flipbook play` for the clock, the behavior at the ends, and the keys.
struct PlayOptions: ParsableArguments {
    @Flag var pacing: PlaybackSettings.Pacing = .realtime

    @Option("<mode> Action after the last frame.") var loop: LoopMode = .loop

    @Option("<picture> Picture to show after the last cycle. (default: the manifest's image, otherwise the last frame)")
    var atEnd: PlaybackSettings.EndPicture?

    @Flag(help: "Keep the window open after the last cycle.") var keepOpen = false

    @Flag(help: "Start paused.") var paused = false

    @Option(
        "<player> Key bindings to use; ~/.config/flipbook/keys.yaml can change them. (values: "
            + "\(KeyMap.names); default: flipbook)",
        transform: { text in
            guard let map = KeyMap(named: text)
            else { throw ValidationError(text, "is not a key map. Use one of \(KeyMap.names).") }
            return map
        }
    )
    var keys: KeyMap?

    @Flag(help: "Print the key bindings and exit.") var listKeys = false

    @Flag(help: ArgumentHelp("Play in the terminal with kitty graphics, sixels or half blocks."))
    var terminal = false

    @Option("<protocol> Terminal graphics protocol to use instead of detecting it; implies --terminal.")
    var terminalProtocol: TerminalGraphics?

    func validate() throws {
        guard listKeys else { return }
        let map: KeyMap
        // At this point, the parser prints only its own errors.
        do throws(Failure) { map = try KeyFile.map(keys) } catch { throw ValidationError(error.message) }
        throw CleanExit.message(HelpPages(map.sections + [KeyMap.pointer]).pages.joined().joined(separator: "\n"))
    }

    var showsOneSequence: Bool { single || strict || follow }

    var isOnTerminal: Bool { terminal || terminalProtocol != nil }

    @Flag(inversion: .prefixedNo, help: "Show a still picture until Space is pressed. (default: the desktop's setting)")
    var reducedMotion: Bool?

    @Flag(help: "Draw the edges and names of views and overlays; V toggles them.") var showLayers = false

    @Flag(help: ArgumentHelp("Follow a render: add new frames and reload changed ones.")) var follow = false

    @Flag(help: "Mark replaced frames even if --missing is specified.") var mark = false

    @Flag(help: "Reject gaps, duplicate numbers, mismatched sizes and multiple sequences.") var strict = false

    @Flag(help: "Show only the given frame, not its whole sequence.") var single = false

    @Option("<input> Sequence to compare with the input; C changes the comparison mode.") var compare: String?

    @Option("<frames> Shift the second sequence by this many frames. (default: 0)") var compareOffset: Int?

    @Option("<folder> Folder for saved frames and notes. (default: the user's pictures folder, or the home folder)")
    var saveTo: String?

    @Option("<file> Resume from this JSON file, and update it on exit.") var restore: String?

    @Option("<file> Output file for measurements (JSON); - is standard output.") var report: String?

    @Flag(help: "Replace an existing report.") var overwrite = false

    func apply(to settings: inout PlaybackSettings) throws(Failure) {
        settings.pacing = pacing
        settings.loopMode = loop
        settings.endPicture = atEnd ?? (settings.image == nil ? .last : .image)
        settings.staysOpen = keepOpen || follow
        settings.startsPaused = paused
        settings.reducesMotion = reducedMotion ?? DesktopMotion.isReduced
        settings.sequence.showsLayers = showLayers
        settings.keyMap = try KeyFile.map(keys)
        settings.marksSubstitutes = mark
        if let saveTo { try PicturesFolder.check(FilePath(saveTo)) }
        settings.savedFramesFolder = saveTo.map { FilePath($0) } ?? PicturesFolder.path
        settings.notesFolder = settings.savedFramesFolder
    }

    private var reportFile: TextFile? {
        report.flatMap { $0 == "-" ? nil : TextFile(path: FilePath($0), option: "--report", overwrites: overwrite) }
    }

    func checkReport() throws(Failure) { try reportFile?.check() }

    /// Writes the report if requested. For several sequences, it is a list.
    /// - Parameter prints: A Boolean value that indicates whether the report is the command's result.
    func write(_ reports: [PlaybackReport], prints: Bool) throws(Failure) {
        let documents = reports.isEmpty ? [PlaybackReport().json] : reports.map(\.json)
        let document = documents.count == 1 ? documents[0] : "[\(documents.joined(separator: ",\n"))]"
        if prints || report == "-" { return Terminal.print(document) }
        try reportFile?.write(document + "\n")
    }
}

extension PlaybackSettings.Pacing: EnumerableFlag {
    /// Returns the help of a value.
    public static func help(for value: Self) -> ArgumentHelp? {
        switch value {
        case .realtime: "Drop late frames to keep playback on time. (default)"
        case .everyFrame: "Show every frame; the clock waits for late frames."
        }
    }
}

struct PlayedAudioOptions: ParsableArguments {
    @Option("<file> Audio file to play with the frames.") var audio: String?

    @Option(
        "<seconds> Start time of the audio; -1.5 skips its first 1.5 seconds. (default: 0)",
        // A negative number is a value, not an option.
        parsing: .unconditional,
        transform: RationalTime.seconds(parsing:)
    )
    var audioOffset: RationalTime?

    @Option(
        "<name[,key=value…]> GStreamer audio sink and its properties. (default: autoaudiosink)",
        transform: { try MediaSink(naming: $0, example: "alsasink,device=hw:1") }
    )
    var audioSink: MediaSink?

    func validate() throws {
        guard audio == nil else { return }
        if audioOffset != nil { throw ValidationError("--audio-offset requires --audio.") }
        if audioSink != nil { throw ValidationError("--audio-sink requires --audio.") }
    }

    func apply(to settings: inout PlaybackSettings) {
        settings.audio = audio.map { AudioTrack(FilePath($0), offset: audioOffset ?? .zero) }
        if let audioSink { settings.audioSink = audioSink }
    }
}

extension MediaSink {
    init(naming text: String, example: String) throws {
        guard let sink = MediaSink(parsing: text) else {
            let fault = "is not a sink. Use its name, followed by ,key=value for each property: \(example)."
            throw ValidationError(text, fault)
        }
        self = sink
    }
}
