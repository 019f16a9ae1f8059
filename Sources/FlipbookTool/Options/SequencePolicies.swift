import ArgumentParser
import FlipbookCore

/// How patterns are read and what is done about gaps: the same words in every verb that looks for frames.
struct SequencePolicies: ParsableArguments {
    @Option(help: "Whose patterns and ranges are read. (default: fileseq's without what tools read in different ways)")
    var dialect: Dialect?

    @Option(help: "What to do about a frame number that should be there and is not. (default: error)")
    var missing: MissingFramePolicy?

    @Option(
        name: .customLong("max-gap"),
        help: ArgumentHelp(
            "Refuse more missing numbers in a row than this, whatever --missing says.",
            valueName: "count"
        )
    )
    var maximumGap: Int?

    func validate() throws {
        if let maximumGap, maximumGap < 0 { throw ValidationError("--max-gap: \(maximumGap) is below 0.") }
    }

    /// What is done about gaps: what an option says counts before what a manifest says.
    func gaps(_ manifestMissing: MissingFramePolicy? = nil, _ manifestGap: Int? = nil) -> GapPolicy {
        GapPolicy(missing: missing ?? manifestMissing ?? .error, maximumGap: maximumGap ?? manifestGap)
    }
}
