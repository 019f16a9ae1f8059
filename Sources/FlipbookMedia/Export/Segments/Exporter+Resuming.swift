public import FlipbookCore
import FlipbookImaging
import Synchronization

/// What becomes of the segments of an export when its file is complete.
public enum SegmentKeeping: Sendable, Hashable {
    /// They are removed: they were kept to go on after an interruption.
    case untilDone
    /// They are kept, so that the next export makes only those that changed.
    case forNextExport
}

extension Exporter {
    /// Exports to `target` by segments: makes those that are not there from an export before, and joins all of them.
    ///
    /// An export that is interrupted, at whatever moment, goes on with the next call: what it had made is on the disk. The
    /// result is the same, byte for byte, as that of an export that was not interrupted.
    /// - Parameters:
    ///   - target: The file to be made; for an image sequence a pattern.
    ///   - segments: How the export is cut, and where its segments are kept.
    ///   - keeping: What becomes of the segments.
    ///   - begun: Is told once, before the first segment is made, how many were there.
    ///   - progress: Is told after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``, and what is complete is kept.
    public func exportInSegments(
        to target: FilePath,
        _ segments: SegmentSettings,
        keeping: SegmentKeeping,
        begun: @Sendable (SegmentCount) -> Void = { _ in },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
        let plan = try await segmentPlan(for: target, segments)
        let export = SegmentedExport(plan)
        let missing = export.missing
        let count = SegmentCount(complete: plan.segmentCount - missing.count, all: plan.segmentCount)
        begun(count)
        let frameCount = plan.export.pictures.count
        var done = frameCount - missing.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
        for index in missing {
            guard !Task.isCancelled else { throw .cancelled }
            let before = done
            try await export.makeSegment(index) { step in
                guard step.stage == .encoding else { return }
                progress(ExportProgress(stage: .encoding, frame: before + step.frame, frameCount: frameCount))
            }
            done += plan.frames(ofSegment: index).count
        }
        var report = try await export.join(overwrites: settings.overwrites, progress: progress)
        report.segments = count
        switch keeping {
        case .untilDone: export.removeWorkFolder()
        case .forNextExport: export.removeFormerSegments()
        }
        return report
    }
}

/// How many segments an export has, and how many were there when it began.
public struct SegmentCount: Sendable, Codable, Hashable {
    /// Those that were there.
    public let complete: Int
    /// All of them.
    public let all: Int
}
