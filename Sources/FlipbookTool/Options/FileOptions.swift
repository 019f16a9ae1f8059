import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene

struct TagOptions: ParsableArguments {
    @Option("<text> Title of the work.") var title: String?
    @Option("<text> Description of the work.") var description: String?
    @Option("<text> Author of the work.") var author: String?
    @Option("<text> Comment to store in the file.") var comment: String?

    @Option(
        "<time> Start time code of a .mov file: 01:00:00:00, or 01:00:00;00 (drop-frame).",
        transform: { text in
            guard let code = TimeCode(text)
            else { throw ValidationError(text, "is not a time code. Use 01:00:00:00, or 01:00:00;00 for drop-frame.") }
            return code
        }
    )
    var timecode: TimeCode?

    var texts: [(field: Metadata.Field, text: String?)] {
        [(.title, title), (.description, description), (.author, author), (.comment, comment)]
    }

    /// Adds the tags to the settings of a file. With several files, each gets the tags that it supports.
    /// - Parameter isShown: `true` if the pictures show the time code, in which case it is used even if no file supports it.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat], isShown: Bool) {
        for (field, text) in texts where settings.isFor(formats, { $0.metadataFields.contains(field) }) {
            settings.metadata[field] = text
        }
        if settings.encoding.format.carriesTimeCode || !isShown && !formats.contains(where: \.carriesTimeCode) {
            settings.timeCode = timecode
        }
    }

    /// Adds a manifest's title and description, unless an option sets them or the file does not support them.
    func complete(_ settings: inout ExportSettings, from manifest: SequenceManifest) {
        settings.describe(title: manifest.title, description: manifest.summary ?? manifest.spokenLabel)
    }
}

struct AudioOptions: ParsableArguments {
    @Option("<file> Audio file for .mp4, .mov, .mkv or .webm, trimmed or padded to fit.") var audio: String?

    @Option(
        "<seconds> Start time of the audio; -1.5 skips its first 1.5 seconds. (default: 0)",
        parsing: .unconditional,
        transform: RationalTime.seconds(parsing:)
    )
    var audioOffset: RationalTime?

    func validate() throws {
        guard audioOffset == nil || audio != nil
        else { throw ValidationError("--audio-offset requires --audio. Add --audio steps.wav, for example.") }
    }

    /// Adds the audio to the settings of a file. With multiple files, every file that supports audio gets it.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat]) {
        guard let audio, settings.isFor(formats, \.carriesAudio) else { return }
        settings.audio = AudioTrack(FilePath(audio), offset: audioOffset ?? .zero)
    }
}

struct VerificationOptions: ParsableArguments {
    enum Subject: String, ArgumentWord { case pixels }

    @Option("<what> Compare the decoded file with the frames; print PSNR and SSIM.") var verify: Subject?

    @Option("<decibels> Minimum PSNR of every frame; implies --verify pixels.", name: .customLong("min-psnr"))
    var minPSNR: Double?

    func validate() throws {
        if let minPSNR, !(0...200).contains(minPSNR) {
            throw ValidationError("--min-psnr \(minPSNR): use 0 to 200 decibels. At 40, differences are hard to see.")
        }
    }

    /// Adds the comparison to the settings of a file. With several files, every file that can be decoded is compared.
    func set(_ settings: inout ExportSettings, among formats: [OutputFormat]) {
        guard verify != nil || minPSNR != nil, settings.isFor(formats, \.comparesPixels) else { return }
        settings.pixelVerification = PixelVerification(leastPSNR: minPSNR)
    }
}

extension ExportSettings {
    /// Returns `true` if an option applies to this file: its format supports the option, or no format in the export does.
    fileprivate func isFor(_ formats: [OutputFormat], _ isSupported: (OutputFormat) -> Bool) -> Bool {
        isSupported(encoding.format) || !formats.contains(where: isSupported)
    }
}
