import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport
import FlipbookMedia
import FlipbookScene

struct RenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "render",
        abstract: "Writes one frame as an image file.",
        usage: "flipbook render <input> ... [--frame <n>|--at <s>] -o <file> [<options>]",
        discussion: """
            The image shows the frame as export draws it, before any video compression. The extension of -o determines \
            the format: .png, .jpg, .tif, .bmp, .tga, .exr, .webp, .avif or .jxl. Transparency is kept if supported.

            flipbook render walk/ --frame 12 -o frame.png
            flipbook render walk/ -o frame.png --size 640x360 --background white
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option("<number> Frame number, or 1-based position if the files are not numbered. (default: the first frame)")
    var frame: Int?

    @Option(
        "<seconds> Time of the frame to render, such as 1.5 or 250ms. Replaces --frame.",
        parsing: .unconditional,
        transform: RationalTime.moment(parsing:)
    )
    var at: RationalTime?

    @Flag(help: "Draw the edges and names of views and overlays.") var showLayers = false
    @Option("<file> Output image file.", name: .shortAndLong) var output: String = ""
    @Flag(help: "Replace an existing file.") var overwrite = false
    @OptionGroup(title: "Talk") var messages: OutputOptions
    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    func validate() throws {
        try sequence.requireInput()
        guard !output.isEmpty else { throw ValidationError("Specify the output: -o frame.png, for example.") }
        guard frame == nil || at == nil
        else { throw ValidationError("--frame and --at both choose the picture. Use only one of them.") }
    }

    func run() async throws {
        messages.startLogging()
        let input = try sequence.locate()
        let files = input.frames.frames.filter { $0.number != nil && $0.number == frame }.compactMap(\.path)
        if let frame, let first = files.first, let second = files.first(where: { $0 != first }) {
            throw ResolutionError.repeatedNumber(frame, first, second)
        }
        var settings = input.settings(repeatCount: nil, default: 1)
        settings.showsLayers = showLayers
        var exporter = FrameExporter(frames: input.frames, settings: settings, overwrites: overwrite)
        exporter.title = input.manifest.title
        exporter.summary = input.manifest.summary ?? input.manifest.spokenLabel
        var report = try await input.cancelling { [exporter, frame, at, output] in
            if let at { return try await exporter.export(at: at, to: FilePath(output)) }
            return try await exporter.export(frame: frame, to: FilePath(output))
        }
        report.notes = report.notes.map(\.inCommandWords)
        // The hints for a single picture would only explain how to add more pictures.
        messages.note(input.notes + input.hints)
        messages.note(report.notes)
        if let rendering = report.rendering { statistics.say(rendering) }
        if !statistics.stats { report.rendering = nil }
        let sentence =
            "\(FilePath(report.file)): frame \(report.frame ?? report.position), \(report.width)x\(report.height)"
            + "\(report.hasAlpha ? " with alpha" : ""), \(report.byteCount) bytes."
        if messages.json || !messages.quiet { Terminal.print(messages.json ? try report.jsonText : sentence) }
    }
}
