import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

struct SegmentOptions: ParsableArguments {
    @Flag(help: "Resume an interrupted export. Keeps segments in .NAME.flipbook until the file is complete.")
    var resume = false

    @Flag(help: "Keep segments in .NAME.flipbook, and export only those that changed.") var incremental = false
    @Option("<folder> Keep segments in this folder; implies --resume.") var work: String?
    @Option("<number> Frames in a segment. (default: 240, or ten seconds where that is more)") var segment: Int?

    @Option("<number> Threads of the encoder; the result depends on them. (default: the processors here)")
    var threads: Int?

    @Flag(help: "Hash every input again, and keep no hashes.") var noCache = false

    func validate() throws {
        if let segment, segment < 1 { throw ValidationError("--segment: \(segment) is below 1.") }
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("--threads: \(threads) is not within 1 to 256.")
        }
        if let work, work.isEmpty { throw ValidationError("--work: name a folder.") }
    }

    /// The use of the segments after the export, or `nil` if it is made in one piece.
    var keeping: SegmentKeeping? {
        if incremental { return .forNextExport }
        return resume || work != nil || segment != nil || threads != nil ? .untilDone : nil
    }

    var settings: SegmentSettings {
        var settings = SegmentSettings(programVersion: flipbookVersion, hashes: noCache ? nil : .usual)
        (settings.length, settings.threads) = (segment, threads)
        settings.work = work.map { FilePath($0) }
        return settings
    }

    /// Exports to each of the files by segments, one file after the other; also says what the receipt of the first begins with.
    func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        _ keeping: SegmentKeeping,
        _ display: ProgressDisplay,
        _ messages: OutputOptions
    ) async throws -> ([Result<ExportReport, ExportError>], ReceiptDraft?) {
        let files = outputs.flatMap(\.files)
        guard work == nil || files.count == 1 else {
            throw Failure.usage("--work: one folder is for the segments of one file. Give one -o.")
        }
        let settings = settings
        var results: [Result<ExportReport, ExportError>] = []
        var draft: ReceiptDraft?
        for output in files {
            let exporter = Exporter(frames: frames, settings: output.settings)
            do {
                let export = try await Interruption.cancelling {
                    SegmentedExport(try await exporter.segmentPlan(for: output.target, settings) { display.show($0) })
                }
                draft = draft ?? ReceiptDraft(export.plan)
                let (complete, all) = (export.count.complete, export.count.all)
                if complete > 0, !messages.quiet {
                    Terminal.report(
                        keeping == .forNextExport
                            ? "note: kept \(complete) of \(all) segments."
                            : "note: resumed: \(complete) of \(all) segments were complete."
                    )
                }
                let report = try await Interruption.cancelling {
                    try await export.export(overwrites: output.settings.overwrites, keeping: keeping) {
                        display.show($0)
                    }
                }
                results.append(.success(report))
            } catch let error as ExportError {
                display.finish()
                if case .cancelled = error {
                    Self.noteKept(messages)
                    throw error
                }
                results.append(.failure(error))
            }
        }
        return (results, draft)
    }

    static func noteKept(_ messages: OutputOptions) {
        if !messages.quiet { Terminal.report("note: segments that are complete are kept; the same command goes on.") }
    }
}
