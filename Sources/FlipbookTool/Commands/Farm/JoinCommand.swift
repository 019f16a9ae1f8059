import ArgumentParser
import FlipbookCommandLine
import FlipbookExport

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "join",
        abstract: "Joins the segments of a plan.",
        usage: "flipbook join <plan.json> [<options>]",
        discussion: """
            join counts the frames of every segment and compares its header before the file gets its name. It names \
            missing segments, and keeps the segments unless you give --remove.

            flipbook join plan.json
            """
    )

    @OptionGroup var plan: PlanOptions
    @Flag(help: "Replace the file if it exists.") var overwrite = false
    @Flag(help: "Remove the segments when the file is complete.") var remove = false
    @OptionGroup var receipt: ReceiptOption
    @OptionGroup(title: "Talk") var messages: OutputOptions

    func run() async throws {
        messages.startLogging()
        let export = try plan.read()
        try receipt.check(overwrites: overwrite)
        let display = ProgressDisplay(messages)
        let report: ExportReport
        do {
            defer { display.finish() }
            report = try await Interruption.cancelling { [overwrite] in
                try await export.join(overwrites: overwrite) { display.show($0) }
            }
        }
        try receipt.write(report, of: export.plan, messages)
        if remove { export.removeWorkFolder() }
    }
}
