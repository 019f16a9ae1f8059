import ArgumentParser
import FlipbookCore
import FlipbookLint

/// What `lint` and `fix` share: what is judged, how deep, and how it is told.
struct LintInputs: ParsableArguments {
    @Argument(help: ArgumentHelp("Folders, patterns, files, manifests or asset catalogs.", valueName: "input"))
    var inputs: [String] = []

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Judge the folders in a folder, too, and the manifests in them; links to folders are followed, each folder "
                + "once."
        )
    )
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "How findings are written: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")). "
                + "Several in one run each have their own.",
            valueName: "format"
        )
    )
    var format: [ReportFormat] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file for the --format before it; - for standard output.", valueName: "file")
    )
    var output: [String] = []

    @Flag(help: "The same as --format json.")
    var json = false

    @Flag(
        help: ArgumentHelp(
            "Decode every frame, too: damage inside, blank and repeated frames, unused alpha. A rule that needs it and "
                + "is selected by its id brings it about."
        )
    )
    var deep = false

    @Flag(name: .shortAndLong, help: "Print findings only, no summary and no notes.")
    var quiet = false

    @OptionGroup var policies: SequencePolicies

    @OptionGroup var device: IdiomOption

    @OptionGroup(title: "What counts") var options: LintOptions

    /// The reports that the options ask for.
    func destinations() throws(Failure) -> [ReportDestination] {
        try ReportDestination.all(
            words: CommandLine.arguments,
            formats: format + (json ? [.json] : []),
            outputs: output
        )
    }

    /// Whether nothing says how findings are written.
    var hasDefaultReport: Bool { format.isEmpty && !json }

    func note(_ text: String) {
        if !quiet { Terminal.talk("note: \(text.closingSentence)") }
    }
}
