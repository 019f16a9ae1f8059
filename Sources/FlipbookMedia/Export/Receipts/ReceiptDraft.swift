public import FlipbookCore
import FlipbookImaging

/// What a receipt says of an export before it is made: its inputs, hashed.
public struct ReceiptDraft: Sendable {
    private let plan: ExportPlan
    private let job: EncodingJob
    private let files: [(path: FilePath, input: SegmentPlan.Input, drawings: Set<Int>)]
    private let policies: [String: String]
    private let versions: [String: String]

    init(
        _ plan: ExportPlan,
        _ checked: CheckedExport,
        _ settings: ExportSettings,
        _ inputs: [SegmentPlan.Input?],
        overlays: [SegmentPlan.Input],
        program: String
    ) throws(ExportError) {
        (self.plan, job) = (plan, checked.job)
        var files: [(path: FilePath, input: SegmentPlan.Input, drawings: Set<Int>)] = []
        var places: [FilePath: Int] = [:]
        for (place, drawing) in plan.drawings.enumerated() {
            guard let file = drawing.file, let input = inputs[place] else { continue }
            let path = FilePath(file)
            if let known = places[path] {
                files[known].drawings.insert(place)
            } else {
                places[path] = files.count
                files.append((path, input, [place]))
            }
        }
        for (overlay, input) in zip(settings.sequence.overlays, overlays) { files.append((overlay.image, input, [])) }
        self.files = files
        policies = [
            "missing": settings.sequence.missing.rawValue,
            "mismatch": "\(settings.sequence.mismatch)",
            "alphaOutput": settings.alphaOutput.rawValue,
        ]
        versions = try SegmentPlan.versions(of: checked.job, program: program)
    }

    /// The receipt of the export that was made meanwhile, its files hashed as they are on the disk.
    /// - Throws: ``ExportError``; ``SegmentError/changedInput(_:)`` where an input was written while it was read.
    public func receipt(of report: ExportReport) throws(ExportError) -> ExportReceipt {
        var shown: [Int: [ExportReceipt.Showing]] = [:]
        var frame = 0
        for run in plan.runs(in: 0..<plan.pictures.count) {
            let time = job.timing.presentationTime(ofFrame: frame)
            shown[run.drawing, default: []].append(.init(frame: frame + 1, count: run.count, time: time))
            frame += run.count
        }
        var outputs: [ExportReceipt.Output] = []
        let target = FilePath(report.file)
        do throws(SegmentError) {
            for file in files { try file.input.check(file.path) }
        } catch {
            throw .segments(error)
        }
        for path in try ExportReceipt.paths(of: target, report, isNumbered: report.container.isNumbered) {
            do throws(SegmentError) {
                let made = try SegmentPlan.Input(reading: path, size: PixelSize(width: 0, height: 0), nil)
                outputs.append(.init(file: path.string, byteCount: made.byteCount, sha256: made.hash))
            } catch {
                throw .segments(error)
            }
        }
        return ExportReceipt(
            version: 1,
            report: report,
            inputs: files.map { file in
                ExportReceipt.Input(
                    file: file.path.string,
                    byteCount: file.input.byteCount,
                    modified: file.input.modified,
                    sha256: file.input.hash,
                    shown: file.drawings.flatMap { shown[$0] ?? [] }.sorted { $0.frame < $1.frame }
                )
            },
            policies: policies,
            versions: versions,
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
    ///   - hashes: The hashes that are known of files; `nil` to read every file.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does.
    public func receiptDraft(
        for target: FilePath,
        programVersion: String,
        hashes: HashStore?
    ) async throws(ExportError) -> ReceiptDraft {
        let checked = try await CheckedExport(frames: frames, settings: settings)
        let plan = try ExportPlan(checked, settings: settings, target: target)
        defer { hashes?.save() }
        return try ReceiptDraft(
            plan,
            checked,
            settings,
            try await checked.inputs(of: plan, hashes),
            overlays: try await checked.overlayInputs(settings, hashes),
            program: programVersion
        )
    }
}
