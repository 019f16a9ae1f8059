import ArgumentParser
import FlipbookCore
import FlipbookExport
import FlipbookCommandLine

/// Where an export writes what it was made of.
struct ReceiptOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Also write a receipt as JSON: the hash and the frames of each input, and the hash of the result.",
            valueName: "file"
        )
    )
    var receipt: String?

    private func file(overwrites: Bool) -> TextFile? {
        receipt.map { TextFile(path: FilePath($0), option: "--receipt", overwrites: overwrites) }
    }

    /// Checks that the receipt can be written.
    /// - Parameter overwrites: whether one that is there may be replaced.
    func check(overwrites: Bool) throws { try file(overwrites: overwrites)?.check() }

    /// Checks that the receipt can be written, and is of one file.
    func check(_ outputs: [ExportOutput], overwrites: Bool) throws {
        guard receipt != nil else { return }
        guard let output = outputs.first, outputs.count == 1, output.files.count == 1,
            !output.settings.encoding.format.isStream
        else {
            throw Failure.usage("--receipt: a receipt is of one file. Give one -o with a name.")
        }
        try check(overwrites: overwrites)
    }

    /// Hashes the inputs of an export in one piece; `nil` where no receipt is asked for.
    func draft(_ frames: FrameList, _ outputs: [ExportOutput], _ hashes: HashStore?) async throws -> ReceiptDraft? {
        guard receipt != nil, let output = outputs.first else { return nil }
        let exporter = Exporter(frames: frames, settings: output.settings)
        return try await SegmentOptions.cancelling {
            try await exporter.receiptDraft(for: output.target, programVersion: flipbookVersion, hashes: hashes)
        }
    }

    /// Writes the receipt of a file that was made.
    func write(_ draft: ReceiptDraft?, _ report: ExportReport?) throws {
        // It was checked before the export whether one may be replaced.
        guard let file = file(overwrites: true), let draft, let report else { return }
        try file.write(try draft.receipt(of: report).jsonText + "\n")
    }
}
