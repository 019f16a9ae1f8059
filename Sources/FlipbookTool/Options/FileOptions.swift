import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene

struct TagOptions: ParsableArguments {
    @Option("<text> The title of the work.") var title: String?
    @Option("<text> What the work shows.") var description: String?
    @Option("<text> The author of the work.") var author: String?
    @Option("<text> A comment.") var comment: String?

    @Option(
        "<time> The time code of the first frame in a .mov: 01:00:00:00, or 01:00:00;00 for drop-frame.",
        transform: { text in
            guard let code = TimeCode(text) else {
                throw ValidationError(
                    "'\(text.escapingControlCharacters)' is no time code. Write hours, minutes, seconds and frames, as in "
                        + "01:00:00:00, or 01:00:00;00 to drop frame numbers."
                )
            }
            return code
        }
    )
    var timecode: TimeCode?

    var texts: [(field: Metadata.Field, text: String?)] {
        [(.title, title), (.description, description), (.author, author), (.comment, comment)]
    }

    /// Gives the settings of a file what was asked for; of several files each gets what it has a place for.
    /// - Parameter isShown: Whether the pictures show the time code, so that it has a use where the file has no place for it.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat], isShown: Bool) {
        let format = settings.encoding.format
        for (field, text) in texts {
            let isKept =
                format.metadataFields.contains(field) || !formats.contains { $0.metadataFields.contains(field) }
            settings.metadata[field] = isKept ? text : nil
        }
        let isKept = format.carriesTimeCode || !isShown && !formats.contains(where: \.carriesTimeCode)
        settings.timeCode = isKept ? timecode : nil
    }

    /// Gives the settings of a file what a manifest says about the sequence, where no option says it, and where the file has
    /// a place for it.
    func complete(_ settings: inout ExportSettings, from manifest: SequenceManifest) {
        settings.describe(title: manifest.title, description: manifest.summary ?? manifest.spokenLabel)
    }
}

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

struct VerificationOptions: ParsableArguments {
    /// The part of a file that is compared with the frames, beside their number, times and sizes.
    enum Subject: String, ArgumentWord {
        case pixels
    }

    @Option("<what> Decode the file, compare its pixels with the frames, and print mean and worst PSNR and SSIM.")
    var verify: Subject?

    @Option(
        "<decibels> Compare the pixels, and refuse a file with a frame below this PSNR.",
        name: .customLong("min-psnr")
    )
    var minPSNR: Double?

    func validate() throws {
        if let minPSNR, !(0...200).contains(minPSNR) {
            throw ValidationError("--min-psnr \(minPSNR): give 0 to 200 decibels; 40 is hard to tell from the frames.")
        }
    }

    /// Gives the settings of a file what was asked for; of several files each that can be decoded is compared.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat]) {
        guard verify != nil || minPSNR != nil else { return }
        let isKept = settings.encoding.format.comparesPixels || !formats.contains(where: \.comparesPixels)
        settings.pixelVerification = isKept ? PixelVerification(leastPSNR: minPSNR) : nil
    }
}
