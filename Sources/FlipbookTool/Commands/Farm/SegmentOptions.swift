import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

struct SegmentOptions: ParsableArguments {
    @Flag(help: "Resume an interrupted export from the segments in .NAME.flipbook.") var resume = false

    @Flag(help: "Keep segments in .NAME.flipbook and export only changed ones.") var incremental = false
    @Option("<folder> Folder for segments; implies --resume.") var work: String?
    @Option("<number> Frames per segment. (default: 240 or ten seconds, whichever is more)") var segment: Int?

    @Option(
        "<number> Number of encoder threads; a different number produces a different file. (default: one per processor)"
    )
    var threads: Int?

    @Flag(help: "Hash every input again, without reading or saving the cache.") var noCache = false

    func validate() throws {
        if let segment, segment < 1 { throw ValidationError("--segment: \(segment) is below 1.") }
        if let threads, !(1...256).contains(threads) {
            throw ValidationError("--threads: \(threads) is not between 1 and 256.")
        }
        if let work, work.isEmpty { throw ValidationError("--work: specify a folder.") }
    }

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

    /// Exports the files in segments, one file after the other. Also returns the beginning of the first file's receipt.
    func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        _ keeping: SegmentKeeping,
        _ display: ProgressDisplay,
        _ messages: OutputOptions
    ) async throws -> ([Result<ExportReport, ExportError>], ReceiptDraft?) {
        let files = outputs.flatMap(\.files)
        guard work == nil || files.count == 1
        else { throw Failure.usage("--work: a folder can hold the segments of only one file. Use a single -o.") }
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
                            ? "note: Reused \(complete) of \(all) segments."
                            : "note: Resumed; \(complete) of \(all) segments were complete."
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
        if !messages.quiet {
            Terminal.report("note: Complete segments are kept. To continue, run the same command again.")
        }
    }
}
