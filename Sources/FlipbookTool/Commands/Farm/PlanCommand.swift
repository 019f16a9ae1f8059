import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles

struct PlanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "plan",
        abstract: "Plans an export in segments.",
        usage: "flipbook plan <input> ... -o <file> [<options>] > plan.json",
        discussion: """
            The plan contains the size, modification time and SHA-256 of every input. Machines with the same files at \
            the same paths can share the work: 'flipbook segment' exports one segment, and 'flipbook join' joins them. \
            The options are those of 'flipbook export'.

            flipbook plan walk/ -o walk.mp4 --segment 240 > plan.json
            flipbook segment plan.json --index 0
            flipbook join plan.json
            """
    )

    @OptionGroup var export: ExportCommand

    func run() async throws {
        export.messages.startLogging()
        let (outputs, input) = try await export.request()
        guard let output = outputs.first, outputs.count == 1, output.files.count == 1, export.poster == nil
        else { throw Failure.usage("A plan has one output file. Use a single -o, without --poster or a matte.") }
        var settings = output.settings
        // Nothing is written now, and the join checks whether the file exists.
        settings.overwrites = true
        let exporter = Exporter(frames: input.frames, settings: settings)
        let segments = export.segments.settings
        var plan = try await input.cancelling { try await exporter.segmentPlan(for: output.target, segments) }
        let count = plan.segmentCount
        export.messages.note(input.notes)
        plan.export.notes = plan.export.notes.map(\.inCommandWords)
        export.messages.note(plan.export.notes)
        export.messages.note([
            "\(plan.export.pictures.count) frames in \(count.of("segment"))"
                + (count == 1 ? "" : " of up to \(plan.segmentLength.of("frame"))")
        ])
        Terminal.print(try plan.jsonLine)
    }
}

struct PlanOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Plan printed by 'flipbook plan'.", valueName: "plan.json")) var plan: String

    @Option("<folder> Folder for segments, instead of the one in the plan.") var work: String?

    func read() throws(Failure) -> SegmentedExport {
        var plan = try SegmentPlan(readingJSON: FilePath(plan)) { "not a plan from 'flipbook plan'\($0)" }
        if let work { plan.division.work = FilePath(work).absolute.string }
        return SegmentedExport(plan)
    }
}
