import ArgumentParser
import FlipbookCore
import FlipbookMedia

/// What the file says about itself.
struct TagOptions: ParsableArguments {
    @Option(help: ArgumentHelp("What the work is called.", valueName: "text"))
    var title: String?

    @Option(help: ArgumentHelp("What is seen in it.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("Who made it.", valueName: "text"))
    var author: String?

    @Option(help: ArgumentHelp("Anything else.", valueName: "text"))
    var comment: String?

    @Option(
        help: ArgumentHelp(
            "The first frame's time in a .mov, such as 01:00:00:00; 01:00:00;00 drops frame numbers.",
            valueName: "time"
        ),
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

    /// Gives the settings what was asked for.
    func set(_ settings: inout ExportSettings) {
        settings.metadata[.title] = title
        settings.metadata[.description] = description
        settings.metadata[.author] = author
        settings.metadata[.comment] = comment
        settings.timeCode = timecode
    }
}
