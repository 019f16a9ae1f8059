import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "diff",
        abstract: "Compares two sequences frame by frame.",
        usage: "flipbook diff <input> <input> [<options>]",
        discussion: """
            Frames are paired by number, or by position if the sequences share no numbers, and compared as they are \
            drawn, regardless of their times. Differences are 8-bit levels, 0 to 255.

            flipbook diff golden/ fresh/ --tolerance 2
            flipbook diff walk/ walk.gif --format html=walk.html

            Exit status: 0 no frame differs by more than --tolerance; 1 frames or sizes differ, or one sequence lacks \
            frames that the other has.
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option("<levels> Largest accepted difference per channel, 0 to 255. (default: 0)") var tolerance: Double = 0

    @Option(
        "<html[=file]> Also write an HTML page of all frames, with the worst pairs of frames side by side.",
        transform: { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts[0] == "html", parts.last != "" else {
                throw ValidationError(
                    "html is the only supported format. Use html=diff.html, or html for standard output."
                )
            }
            return FilePath(parts.count == 2 ? String(parts[1]) : "-")
        }
    )
    var format: FilePath?

    @Option("<file> Output file for the page; - is standard output.", name: .shortAndLong) var output: String?

    @Flag(help: "Replace an existing page.") var overwrite = false
    @OptionGroup(title: "Talk") var messages: OutputOptions

    func validate() throws {
        guard sequence.input.count == 2
        else { throw ValidationError("Specify two inputs to compare: folders, quoted patterns, manifests or files.") }
        guard (0...255).contains(tolerance) else { throw ValidationError("--tolerance: use a level from 0 to 255.") }
        guard output == nil || format == nil || format == "-"
        else { throw ValidationError("--output and --format both name the page's file. Omit one of them.") }
        if page == "-", messages.json {
            let way = "Use --format html=diff.html."
            throw ValidationError("--json and --format html cannot both write to standard output. \(way)")
        }
    }

    /// The page's file, or `-` for standard output, or `nil` if no page is written.
    private var page: FilePath? { output.map { FilePath($0) } ?? format }

    func run() async throws {
        messages.startLogging()
        let (isPrinted, option) = (page == "-", output == nil ? "--format" : "--output")
        let file = isPrinted ? nil : page.map { TextFile(path: $0, option: option, overwrites: overwrite) }
        try file?.check()
        let (first, second) = (try input(0), try input(1))
        let (one, other) = (first.settings(repeatCount: 1, default: 1), second.settings(repeatCount: 1, default: 1))
        let comparer = SequenceComparer(first.frames, one, second.frames, other, tolerance: tolerance)
        let wantsPage = page != nil
        let (difference, html) = try await first.cancelling { [self] in
            do throws(ExportError) {
                guard wantsPage else { return (try await comparer.compare(), html: "") }
                return try await comparer.page(facts: PageHead.facts)
            } catch {
                // The page shows the faulty frames among the others.
                guard wantsPage, case .sequence(.faultyFrames) = error else { throw error }
                let facts = PageHead.facts + [("Error", error.sentence.replacing("\n", with: " "))]
                let page = try? await comparer.acceptingFaults.page(facts: facts)
                try page.map { try write($0.html, to: file) }
                throw error
            }
        }
        messages.note((first.hints + second.hints).distinct)
        messages.note(difference.notes)
        if !isPrinted { Terminal.print(messages.json ? try difference.jsonText : difference.text()) }
        if wantsPage { try write(html, to: file) }
        if !difference.isEmpty { throw ExitStatus.incomplete }
    }

    private func write(_ page: String, to file: TextFile?) throws {
        guard let file else { return Terminal.print(String(page.dropLast())) }
        try file.write(page)
        messages.note(["\(file.path) written"])
    }

    private func input(_ index: Int) throws -> SequenceInput {
        try changing(sequence) { $0.input = [sequence.input[index]] }.locate()
    }
}
