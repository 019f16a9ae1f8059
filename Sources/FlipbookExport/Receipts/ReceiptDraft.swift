public import FlipbookCore

/// The receipt of an export before it is made: its inputs, hashed.
public struct ReceiptDraft: Sendable {
    private let plan: SegmentPlan

    /// The draft of a plan of segments.
    public init(_ plan: SegmentPlan) { self.plan = plan }

    /// The files that are read, each once, and the drawings that it is in; overlays and a sound are in none.
    private var files: [(name: String, input: SegmentPlan.Input, drawings: [Int])] {
        var files: [(name: String, input: SegmentPlan.Input, drawings: [Int])] = []
        var places: [String: Int] = [:]
        for (place, drawing) in plan.export.drawings.enumerated() {
            guard let file = drawing.file, let input = plan.inputs[place] else { continue }
            if let known = places[file] {
                files[known].drawings.append(place)
            } else {
                places[file] = files.count
                files.append((file, input, [place]))
            }
        }
        files += zip(plan.overlayFiles, plan.overlayInputs).filter { $1 != .damaged }.map { ($0, $1, []) }
        if let sound = plan.sound { files.append((sound.file, sound.input, [])) }
        return files
    }

    /// The receipt of the export that was made meanwhile, its files hashed as they are on the disk.
    /// - Throws: ``ExportError``; ``SegmentError/changedInput(_:)`` where an input was written while it was read.
    public func receipt(of report: ExportReport) throws(ExportError) -> ExportReceipt {
        var shown: [Int: [ExportReceipt.Showing]] = [:]
        var frame = 0
        guard let timing = plan.export.timing.frameTiming else { throw .segments(.unusablePlan("its times are none")) }
        for run in plan.export.runs(in: 0..<plan.export.pictures.count) {
            let time = timing.nanosecond(ofFrame: frame)
            shown[run.drawing, default: []].append(.init(frame: frame + 1, count: run.count, time: time))
            frame += run.count
        }
        var outputs: [ExportReceipt.Output] = []
        let files = files
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
            policies: [
                "missing": plan.treatment.missing, "mismatch": plan.treatment.mismatch,
                "alphaOutput": plan.traits.alphaOutput,
            ],
            versions: plan.versions,
            outputs: outputs
        )
    }
}

extension Exporter {
    /// Hashes the inputs of an export to `target` that is about to be made.
    ///
    /// - Parameters:
    ///   - target: The file to be made; for an image sequence a pattern.
    ///   - programVersion: The version of the program.
    ///   - hashes: The hashes that are known of files, or `nil` to read every file.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does.
    public func receiptDraft(
        for target: FilePath,
        programVersion: String,
        hashes: HashStore?
    ) async throws(ExportError) -> ReceiptDraft {
        let segments = SegmentSettings(programVersion: programVersion, hashes: hashes)
        let plan = try await ExportError.awaiting { try await self.plan(for: target, segments, isDivided: false) }
        return ReceiptDraft(plan)
    }
}
