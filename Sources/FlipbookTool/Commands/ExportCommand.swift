import ArgumentParser
package import FlipbookCommandLine
import FlipbookCore
package import FlipbookExport
import FlipbookMedia
import FlipbookScene
import Logging

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        verb: "export",
        abstract: "Writes a video, an animated image or numbered images.",
        usage: "flipbook export <input> ... -o <file> [<options>]",
        discussion: """
            The extension of -o determines the format: .mp4 is H.264 for every browser, .webm is VP9, .mov is \
            ProRes for editors, .mkv is lossless FFV1 with transparency, and .gif, .apng, .webp, .avif and .jxl are \
            animated images. A pattern such as out/frame.####.png writes a PNG file for each frame. 'flipbook formats' lists \
            all formats and codecs. Flipbook reads the finished file back before it gives the file its final name.

            flipbook export walk/ -o walk.mp4 --fps 24
            flipbook export 'walk.1-100#.png' -o walk.mkv --missing hold
            flipbook export walk/ -o walk.mp4 --audio steps.wav
            flipbook export walk/ -o walk.mov --profile 4444
            flipbook export walk/ -o walk.mp4 -o walk.webm -o walk.gif --poster walk.png
            flipbook export walk/ -o walk.png --format sheet --trim --padding 2
            flipbook export walk/ -o walk.pdf
            flipbook export walk/ -o walk.mp4 --dry-run
            flipbook export walk/ -o walk.mp4 --resume
            flipbook export walk/ -o - --format y4m | x265 --y4m - -o walk.h265
            """
    )

    @OptionGroup(title: "Sequence") var sequence: SequenceOptions

    @Option("<file> Output file, or a pattern for numbered images. Repeatable.", name: .shortAndLong)
    var output: [String] = []

    @Option(
        "<number> Number of the first image written. (default: the first frame's number if the numbers are "
            + "consecutive, otherwise 1)",
        parsing: .unconditional
    )
    var startNumber: Int?

    @Option("<file> Also write one frame to this image file.") var poster: String?
    @Option("<number> Frame number for --poster. (default: the first frame)") var posterFrame: Int?
    @Option(\.$animationRepeatCount, hint: "(default: 1; forever for animated images)") var `repeat`: Int?
    @OptionGroup(title: "Encoding") var encoding: EncodingOptions
    @OptionGroup(title: "Sheets") var sheets: SheetOptions
    @OptionGroup(title: "Text in the pictures") var burnIns: BurnInOptions
    @OptionGroup(title: "Sound") var audio: AudioOptions
    @OptionGroup(title: "File information") var tags: TagOptions
    @OptionGroup(title: "Verification") var verification: VerificationOptions
    @OptionGroup(title: "Segments") var segments: SegmentOptions
    @OptionGroup(title: "File information") var receipt: ReceiptOption
    @Flag(help: "Replace existing files.") var overwrite = false
    @Flag(help: "Check everything and print the plan without writing files.") var dryRun = false
    @OptionGroup(title: "Talk") var messages: OutputOptions
    @OptionGroup(title: "Talk") var statistics: StatisticsOption

    mutating func validate() throws {
        // As in `lint` and `diff`, a format can include a file name: `--format html=sheet.html`.
        if let parts = encoding.format?.split(separator: "=", maxSplits: 1), parts.count == 2 {
            encoding.format = String(parts[0])
            output.append(String(parts[1]))
        }
        try sequence.requireInput()
        if posterFrame != nil, poster == nil {
            throw ValidationError("--poster-frame requires --poster. Add --poster frame.png, for example.")
        }
        // As in `lint` and `diff`, a page without a file goes to standard output.
        if output.isEmpty, encoding.format == "html" { output = ["-"] }
        guard output.isEmpty else { return }
        // Other tools accept this form: `flipbook export walk/ walk.mp4`.
        if let last = sequence.input.last, sequence.input.count > 1,
            let format = OutputFormat(extensionOf: FilePath(last)), !format.isNumbered
        {
            throw ValidationError("Specify the output with -o: -o \(last.quotedForShell).")
        }
        throw ValidationError("Specify the output: -o video.mp4, for example.")
    }

    func run() async throws {
        messages.startLogging()
        let (outputs, input) = try await request()
        let target = poster.map { FilePath($0) }
        let (settings, quality) = (posterSettings(input), target.flatMap(encoding.quality(ofImage:)))
        let exporter = FrameExporter(frames: input.frames, settings: settings, quality: quality, overwrites: overwrite)
        if let target {
            if let file = outputs.flatMap(\.files).first(where: { $0.writes(target) }) {
                throw Failure.usage("--poster \(target): it would overwrite \(file.target). Use a different name.")
            }
            try wrapping(exporter.check(frame: posterFrame, to: target)) { (error: ExportError) in
                posterFailure(error, input)
            }
        }
        if dryRun { return try await printPlans(of: outputs, input) }
        let display = ProgressDisplay(messages)
        let results: [Result<ExportReport, ExportError>]
        do {
            try receipt.check(outputs, overwrites: overwrite)
            let draft: ReceiptDraft?
            if let keeping = segments.keeping {
                (results, draft) = try await segments.export(input.frames, to: outputs, keeping, display, messages)
            } else {
                draft = try await receipt.draft(input.frames, outputs, segments.settings.hashes)
                results = try await Interruption.cancelling {
                    try await Exporter.export(input.frames, to: outputs, logger: Logger(label: "flipbook.export")) {
                        display.show($0)
                    }
                }
            }
            display.finish()
            if case .success(let report)? = results.first { try receipt.write(draft, report) }
        } catch let error as ExportError {
            display.finish()
            throw input.failure(error)
        }
        var picture: Result<FrameReport, ExportError>?
        // There is no poster unless at least one file is complete.
        if let target, results.contains(where: { (try? $0.get()) != nil }) {
            picture = await Result { () async throws(ExportError) in
                try await exporter.export(frame: posterFrame, to: target)
            }
        }
        try show(results, picture, of: outputs.flatMap(\.files), input)
        if case .failure(let error) = picture { throw posterFailure(error, input) }
    }

    /// Returns the settings for the poster: the video's settings, but with transparency even if the video does not support it.
    private func posterSettings(_ input: SequenceInput) -> SequenceSettings {
        var settings = input.settings(repeatCount: nil, default: 1)
        let isFlattened = [.flatten, .matte].contains(encoding.alphaOutput)
        if isFlattened, settings.backgroundColor == nil { settings.backgroundColor = .black }
        settings.burnIns = burnIns.lines(from: tags.timecode)
        return settings
    }

    private func posterFailure(_ error: ExportError, _ input: SequenceInput) -> Failure {
        guard case .noSuchFrame = error else { return input.failure(error) }
        return Failure.usage(error.explanation.sentence(naming: [Setting(rawValue: "frame"): "--poster-frame"]))
    }

    func request() async throws -> (outputs: [ExportOutput], input: SequenceInput) {
        var outputs = try outputs(for: output.map { FilePath($0) })
        // A contact sheet shows the frames as they are: missing, damaged, repeated, or of a different size.
        let isSheet = outputs.allSatisfy { $0.settings.encoding.format == .contactSheet }
        let found = try sequence.locate(isSheet ? .showing : .strict)
        let flagged = sheets.flagged ? try await FlaggedFrames(of: found) : nil
        let input = flagged.map { found.showing($0.frames) } ?? found
        for place in outputs.indices {
            let cycles = outputs[place].settings.encoding.format.loops ? 0 : 1
            outputs[place].settings.sequence = input.settings(repeatCount: self.repeat, default: cycles)
            outputs[place].settings.sequence.burnIns = burnIns.lines(from: tags.timecode)
            if isSheet { outputs[place].settings.sequence.gaps = input.gapsOnSheet }
            flagged?.complete(&outputs[place].settings)
            tags.complete(&outputs[place].settings, from: input.manifest)
        }
        return (outputs, input)
    }

    private func show(
        _ results: [Result<ExportReport, ExportError>],
        _ poster: Result<FrameReport, ExportError>?,
        of files: [ExportOutput],
        _ input: SequenceInput
    ) throws {
        var reports = results.compactMap { if case .success(let report) = $0 { report } else { nil } }
        messages.note(input.notes)
        if case .success(let picture) = poster, !reports.isEmpty {
            reports[0].poster = picture.file
            messages.note(picture.notes.map(\.inCommandWords))
        }
        for place in reports.indices { reports[place].notes = reports[place].notes.map(\.inCommandWords) }
        messages.note(reports.flatMap(\.notes).map(\.sentence).distinct)
        statistics.say(
            of: reports.compactMap { report in report.rendering.map { (results.count > 1 ? report.file : nil, $0) } }
        )
        if !statistics.stats { for place in reports.indices { reports[place].rendering = nil } }
        let excerpt = files.lazy.flatMap(\.settings.sheet.facts).first { $0.name == FlaggedFrames.fact }?.value
        var sentences = reports.map { $0.sentence(showing: excerpt) }
        if case .success(let picture) = poster { sentences.append(picture.posterSentence) }
        if !reports.isEmpty || messages.json && results.count > 1 {
            let json = messages.json ? try results.count > 1 ? reports.jsonText : reports[0].jsonText : nil
            let result = json ?? sentences.joined(separator: "\n")
            // Standard output is reserved for the streamed pictures.
            let isStreamed = files.contains { $0.target == "-" }
            let isSaid = !messages.quiet || messages.json && !isStreamed
            if isSaid { isStreamed ? Terminal.report(result) : Terminal.print(result) }
        }
        let failures = zip(files, results).compactMap { file, result -> (FilePath, ExportError)? in
            if case .failure(let error) = result { (file.target, error) } else { nil }
        }
        guard let first = failures.first else { return }
        if results.count == 1 { throw input.failure(first.1) }
        let sentence = failures.map { target, error in
            let message = input.failure(error).message
            return message.hasPrefix("\(target):") ? message : "\(target): \(message)"
        }.joined(separator: "\n")
        throw Failure(message: sentence, status: input.failure(first.1).status)
    }

    private func printPlans(of outputs: [ExportOutput], _ input: SequenceInput) async throws {
        messages.note(input.notes)
        var plans = try await input.cancelling { try await Exporter.plans(of: input.frames, for: outputs) }
        for place in plans.indices {
            plans[place].notes = plans[place].notes.map(\.inCommandWords)
            messages.note(plans[place].notes)
        }
        if messages.json {
            Terminal.print(try plans.count == 1 ? plans[0].jsonLine : plans.jsonLine)
        } else {
            for plan in plans { Terminal.print(plan.sentences) }
        }
    }

    private func outputs(for targets: [FilePath]) throws(Failure) -> [ExportOutput] {
        try encoding.checkScopes(among: targets + [poster].compactMap { $0.map { FilePath($0) } })
        let requests = try encoding.requests(for: targets) { request in
            request.hasSound = audio.audio != nil
            request.hasTimeCode = tags.timecode != nil && !burnIns.showsTimeCode
            request.fields = Set(tags.texts.filter { $0.text?.isEmpty == false }.map(\.field))
            request.comparesPixels = verification.verify != nil || verification.minPSNR != nil
        }
        for (target, asked) in zip(targets, requests) {
            messages.note(asked.without.map { "\(target) lacks a setting that other files have. " + $0 })
        }
        let formats = requests.map(\.request.format)
        let sheet = try sheets.settings(for: formats)
        return zip(targets, requests).map { target, asked in
            var settings = ExportSettings(asked.request)
            settings.alphaOutput = encoding.alphaOutput
            settings.overwrites = overwrite
            settings.sheet = sheet
            // In an export of videos and numbered images, the start number applies only to the images.
            let isKept = asked.request.format.isNumbered || !formats.contains(where: \.isNumbered)
            settings.startNumber = isKept ? startNumber : nil
            tags.set(&settings, among: formats, isShown: burnIns.showsTimeCode)
            audio.set(&settings, among: formats)
            verification.set(&settings, among: formats)
            return ExportOutput(target, settings: settings)
        }
    }
}

extension ExportError: EndingError { package var ending: ExitStatus { kind.ending } }
extension EncodingError: EndingError { package var ending: ExitStatus { .usage } }

extension SequenceInput {
    /// The policy for a contact sheet. The sheet marks missing frames, but has no room for thousands of them unless an option
    /// requests them.
    var gapsOnSheet: GapPolicy { holdsUnasked && frames.missing.count > 1000 ? GapPolicy() : gaps }

    func failure(_ error: ExportError) -> Failure { failure(error, error.kind, about: error.settingFault) }

    func cancelling<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        do {
            return try await Interruption.cancelling(operation)
        } catch let error as ExportError { throw failure(error) }
    }
}
