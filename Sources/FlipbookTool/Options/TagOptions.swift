import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene

/// The file's title and other texts, and its time code.
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
