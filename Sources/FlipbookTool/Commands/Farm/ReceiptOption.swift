import ArgumentParser
import FlipbookCore
import FlipbookMedia
import FoundationEssentials

/// Where an export writes what it was made of.
struct ReceiptOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A JSON file to write: each input with its hash and where it is shown, and the result's hash.",
            valueName: "file"
        )
    )
    var receipt: String?

    private var file: TextFile? { receipt.map { TextFile(path: FilePath($0), option: "--receipt") } }

    /// Hashes the inputs, and checks that the receipt can be written; `nil` where none is asked for.
    func begin(
        _ frames: FrameList,
        _ outputs: [ExportOutput],
        _ hashes: HashStore?
    ) async throws -> ReceiptDraft? {
        guard let file else { return nil }
        guard let output = outputs.first, outputs.count == 1, output.files.count == 1,
            !output.settings.profile.format.isStream
        else {
            throw Failure(message: "--receipt: a receipt is of one file. Give one -o with a name.", status: .usage)
        }
        try file.check()
        let exporter = Exporter(frames: frames, settings: output.settings)
        return try await SegmentOptions.cancelling {
            try await exporter.receiptDraft(for: output.target, programVersion: flipbookVersion, hashes: hashes)
        }
    }

    /// Writes the receipt.
    func write(_ draft: ReceiptDraft?, _ results: [Result<ExportReport, ExportError>]) throws {
        guard let file, let draft, case .success(let report)? = results.first else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let receipt = try draft.receipt(of: report)
        try file.write(String(decoding: try encoder.encode(receipt), as: UTF8.self) + "\n")
    }
}
