public import FlipbookCore

/// The draft of a receipt. It contains the hashes of all inputs before the export.
public struct ReceiptDraft: Sendable {
    private let plan: SegmentPlan

    /// Creates the draft for a plan of segments.
    public init(_ plan: SegmentPlan) { self.plan = plan }

    /// The input files, each listed once with the drawings that use it. Overlays and audio do not belong to a drawing.
    private var files: [(name: String, input: SegmentPlan.Input, drawings: [Int])] {
        let drawn = zip(plan.export.drawings, plan.inputs).enumerated().compactMap { place, drawn in
            drawn.0.file.flatMap { file in drawn.1.map { (name: file, input: $0, drawing: place) } }
        }
        var files = drawn.grouped(by: \.name).map { ($0[0].name, $0[0].input, $0.map(\.drawing)) }
        files += zip(plan.overlayFiles, plan.overlayInputs).filter { $1 != .damaged }.map { ($0, $1, []) }
        if let sound = plan.sound { files.append((sound.file, sound.input, [])) }
        return files
    }

    /// Returns the receipt of the finished export, with the hashes of its files.
    /// - Throws: ``ExportError``, including ``SegmentError/changedInput(_:)`` if an input has changed in the meantime.
    public func receipt(of report: ExportReport) throws(ExportError) -> ExportReceipt {
        var shown: [Int: [ExportReceipt.Showing]] = [:]
        var frame = 0
        guard let timing = plan.export.timing.frameTiming
        else { throw .segments(.unusablePlan("its times are invalid")) }
        for run in plan.export.runs(in: 0..<plan.export.pictures.count) {
            let time = timing.nanosecond(ofFrame: frame)
            shown[run.drawing, default: []].append(.init(frame: frame + 1, count: run.count, time: time))
            frame += run.count
        }
        var outputs: [ExportReceipt.Output] = []
        let (files, treatment) = (files, plan.treatment)
        let (format, first, count) = (report.container, plan.startNumber ?? 1, report.framesEncoded)
        let names = try ExportReceipt.paths(of: FilePath(report.file), format, from: first, count: count)
        let paths = try ExportReceipt.paths(of: plan.path(report.file), format, from: first, count: count)
        try ExportError.of {
            for file in files { try file.input.check(plan.path(file.name)) }
            for (name, path) in zip(names, paths) {
                let made = try SegmentPlan.Input(reading: path, nil)
                outputs.append(.init(file: name.string, byteCount: made.byteCount, sha256: made.hash))
            }
        }
        let alpha = plan.traits.alphaOutput
        return ExportReceipt(
            version: 1,
            report: report,
            inputs: files.map { file in
                ExportReceipt.Input(
                    file: file.name,
                    byteCount: file.input.byteCount,
                    modified: file.input.modified,
                    sha256: file.input.hash,
                    shown: file.drawings.flatMap { shown[$0] ?? [] }.sorted { $0.frame < $1.frame }
                )
            },
            policies: ["missing": treatment.missing, "mismatch": treatment.mismatch, "alphaOutput": alpha],
            versions: plan.versions,
            outputs: outputs
        )
    }
}

extension Exporter {
    /// Hashes the inputs before an export to `target`.
    ///
    /// - Parameters:
    ///   - target: The output file, or a pattern for an image sequence.
    ///   - programVersion: The version of the program.
    ///   - hashes: Known hashes of files, or `nil` to read every file.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does.
    public func receiptDraft(for target: FilePath, programVersion: String, hashes: HashStore?)
        async throws(ExportError) -> ReceiptDraft
    {
        let segments = SegmentSettings(programVersion: programVersion, hashes: hashes)
        let plan = try await ExportError.awaiting { try await self.plan(for: target, segments, isDivided: false) }
        return ReceiptDraft(plan)
    }
}
