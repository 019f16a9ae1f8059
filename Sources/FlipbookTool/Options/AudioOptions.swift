import ArgumentParser
import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookCommandLine

/// The sound that a video file gets.
struct AudioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Add a sound to .mp4, .mov, .mkv and .webm, cut or padded with silence to the length of the pictures.",
            valueName: "file"
        )
    )
    var audio: String?

    @Option(
        // A negative number is no option.
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start of the sound in the film; -1.5 leaves out its first 1.5 seconds. (default: 0)",
            valueName: "seconds"
        ),
        transform: RationalTime.seconds(parsing:)
    )
    var audioOffset: RationalTime?

    func validate() throws {
        guard audioOffset == nil || audio != nil else {
            throw ValidationError("--audio-offset: say which sound with --audio.")
        }
    }

    /// Gives the settings of a file what was asked for; of several files each gets it that has sound.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat]) {
        guard let audio else { return }
        let isKept = settings.encoding.format.carriesAudio || !formats.contains(where: \.carriesAudio)
        settings.audio = isKept ? AudioTrack(FilePath(audio), offset: audioOffset ?? .zero) : nil
    }
}
