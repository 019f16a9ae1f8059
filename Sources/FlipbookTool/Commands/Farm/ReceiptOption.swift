import ArgumentParser
import FlipbookCommandLine
import FlipbookCore
import FlipbookExport

struct ReceiptOption: ParsableArguments {
    @Option("<file> Also write a JSON receipt with hashes of the inputs and the output.") var receipt: String?

    private func file(overwrites: Bool) -> TextFile? {
        receipt.map { TextFile(path: FilePath($0), option: "--receipt", overwrites: overwrites) }
    }

    func check(overwrites: Bool) throws { try file(overwrites: overwrites)?.check() }

    func check(_ outputs: [ExportOutput], overwrites: Bool) throws {
        guard receipt != nil else { return }
        guard let output = outputs.first, outputs.count == 1, output.files.count == 1,
            !output.settings.encoding.format.isStream
        else { throw Failure.usage("--receipt: a receipt describes one file. Use a single -o with a name.") }
        try check(overwrites: overwrites)
    }

    func draft(_ frames: FrameList, _ outputs: [ExportOutput], _ hashes: HashStore?) async throws -> ReceiptDraft? {
        guard receipt != nil, let output = outputs.first else { return nil }
        let exporter = Exporter(frames: frames, settings: output.settings)
        return try await Interruption.cancelling {
            try await exporter.receiptDraft(for: output.target, programVersion: flipbookVersion, hashes: hashes)
        }
    }

    func write(_ draft: ReceiptDraft?, _ report: ExportReport?) throws {
        guard let file = file(overwrites: true), let draft, let report else { return }
        try file.write(try draft.receipt(of: report).jsonText + "\n")
    }

    func write(_ report: ExportReport, of plan: SegmentPlan, _ messages: OutputOptions) throws {
        var report = report
        report.notes = report.notes.map(\.inCommandWords)
        messages.note(report.notes)
        try write(ReceiptDraft(plan), report)
        if messages.json || !messages.quiet { Terminal.print(messages.json ? try report.jsonText : report.sentence()) }
    }
}
