import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia

/// The sound that a video file gets.
struct AudioOptions: ParsableArguments {
    @Option(
        "<file> Add a sound to .mp4, .mov, .mkv and .webm, cut or padded with silence to the length of the pictures."
    )
    var audio: String?

    @Option(
        "<seconds> Start of the sound in the film; -1.5 leaves out its first 1.5 seconds. (default: 0)",
        parsing: .unconditional,
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
