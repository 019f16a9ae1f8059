import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia

struct SegmentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "segment",
        abstract: "Exports one segment of a plan.",
        usage: "flipbook segment <plan.json> --index <number> [<options>]",
        discussion: """
            A complete segment is not exported again. A segment gets its final name only when it is complete, read \
            back and stored on disk, so multiple machines can work in the same folder.

            flipbook segment plan.json --index 7
            seq 0 12 | parallel flipbook segment plan.json --index
            """
    )

    @OptionGroup var plan: PlanOptions
    @Option("<number> Segment number, starting at 0.") var index: Int
    @OptionGroup(title: "Talk") var messages: OutputOptions

    private struct Result: Encodable {
        let index, first, frameCount: Int
        let isNew: Bool
        let file: String
    }

    func run() async throws {
        messages.startLogging()
        let export = try plan.read()
        let display = ProgressDisplay(messages)
        let isMade: Bool
        do {
            defer { display.finish() }
            isMade = try await Interruption.cancelling { [index] in
                try await export.makeSegment(index) { display.show($0) }
            }
        } catch let error as ExportError {
            guard case .sequence(.faultyFrames) = error else { throw error }
            throw Failure.incomplete(
                "\(error.sentence)\nPass the option to 'flipbook plan' instead; it applies to all segments."
            )
        }
        let frames = export.plan.frames(ofSegment: index)
        let path = export.path(ofSegment: index)
        let (first, count) = (frames.lowerBound + 1, frames.count)
        let result = Result(index: index, first: first, frameCount: count, isNew: isMade, file: path.string)
        Terminal.print(
            messages.json
                ? try result.jsonLine
                : "\(path): segment \(index), frames \(first) to \(frames.upperBound)"
                    + (isMade ? "." : "; already complete.")
        )
    }
}

struct JoinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "join",
        abstract: "Joins the segments of a plan.",
        usage: "flipbook join <plan.json> [<options>]",
        discussion: """
            The frames and headers of all segments are checked before the file gets its final name. Missing segments \
            are listed. The segments are kept unless you specify --remove.

            flipbook join plan.json
            """
    )

    @OptionGroup var plan: PlanOptions
    @Flag(help: "Replace an existing file.") var overwrite = false
    @Flag(help: "Remove the segments once the file is complete.") var remove = false
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
