import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookFiles
import FlipbookMedia

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "diff",
        abstract: "Compares two sequences frame by frame.",
        usage: "flipbook diff <input> <input> [<options>]",
        discussion: """
            Frames are paired by number, or by position in time if the sequences share no numbers or one is a video \
            or an animation, and compared as they are drawn. Differences are 8-bit levels, 0 to 255.

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
            guard let match = text.wholeMatch(of: /html(?:=(.+))?/)
            else { throw ValidationError("html is the only format. Use html=diff.html, or html for standard output.") }
            return FilePath(match.1.map(String.init) ?? "-")
        }
    )
    var format: FilePath?

    @Option("<file> Output file for the page; - is standard output.", name: .shortAndLong) var output: String?

    @Flag(help: "Replace an existing page.") var overwrite = false
    @OptionGroup(title: "Talk") var messages: OutputOptions

    func validate() throws {
        guard (0...255).contains(tolerance) else { throw ValidationError("--tolerance: use a level from 0 to 255.") }
        guard output == nil || format == nil || format == "-"
        else { throw ValidationError("--output and --format both name the page's file. Omit one of them.") }
        guard ["", "html", "htm"].contains(page?.lastComponent.lowercasedExtension ?? "")
        else { throw ValidationError("The page is HTML. Use a name such as diff.html.") }
        guard page != "-" || !messages.json
        else { throw ValidationError("--json and --format html cannot both be printed. Use --format html=diff.html.") }
    }

    /// The page's file, or `-` for standard output, or `nil` if no page is written.
    private var page: FilePath? { output.map { FilePath($0) } ?? format }

    func run() async throws {
        guard sequence.input.count == 2
        else { throw Failure.usage("Specify two inputs to compare: folders, quoted patterns, manifests or files.") }
        messages.startLogging()
        let (isPrinted, option) = (page == "-", output == nil ? "--format" : "--output")
        let file = isPrinted ? nil : page.map { TextFile(path: $0, option: option, overwrites: overwrite) }
        try file?.check()
        let inputs = try sequence.input.map { name in try changing(sequence) { $0.input = [name] }.locate() }
        let (first, second) = (inputs[0], inputs[1])
        let (one, other) = (first.settings(repeatCount: 1, default: 1), second.settings(repeatCount: 1, default: 1))
        let comparer = SequenceComparer(first.frames, one, second.frames, other, tolerance: tolerance)
        let way = "The other frames are compared as with --mismatch fit."
        let (difference, html, refusal) = try await first.cancelling { [page] in
            var (accepting, refusal) = (comparer, ExportError?.none)
            while true {
                do throws(ExportError) {
                    if page == nil { return (try await accepting.compare(), html: "", refusal: refusal) }
                    let (difference, html) = try await accepting.page(facts: PageHead.facts, naming: \.sentence)
                    return (difference, html, refusal)
                } catch {
                    guard refusal == nil, case .sequence(.faultyFrames) = error else { throw refusal ?? error }
                    // The result includes the faulty frames along with the others.
                    (accepting, refusal) = (comparer.accepting("\(error.sentence)\n\(way)"), error)
                }
            }
        }
        messages.note((first.hints + second.hints).distinct)
        messages.note(difference.notes)
        if !isPrinted { Terminal.print(messages.json ? try difference.jsonText : difference.text()) }
        if let file {
            try file.write(html)
            messages.note(["\(file.path): \(difference.counts); written"])
        } else if isPrinted {
            Terminal.print(String(html.dropLast()))
        }
        if let failure = refusal.map(first.failure) {
            throw Failure(message: "\(failure.message)\n\(way)", status: failure.status)
        }
        if !difference.isEmpty { throw ExitStatus.incomplete }
    }
}
