import FlipbookMedia

/// The fate of the segments of an export when its file is complete.
public enum SegmentKeeping: Sendable, Hashable {
    /// They are removed: they were kept to go on after an interruption.
    case untilDone
    /// They are kept, so that the next export makes only those that changed.
    case forNextExport
}

extension SegmentedExport {
    /// The number of segments, and of those that are made.
    public var count: SegmentCount {
        SegmentCount(complete: plan.segmentCount - missing.count, all: plan.segmentCount)
    }

    /// Makes the segments that are not there from an export before, one after another, and joins all of them.
    ///
    /// An export that is interrupted, at any moment, goes on with the next call: what it had made is on the disk. The
    /// result is the same, byte for byte, as that of an export that was not interrupted.
    /// - Parameters:
    ///   - overwrites: `true` to replace an existing file.
    ///   - keeping: The fate of the segments.
    ///   - progress: Is called after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``, and what is complete is kept.
    public func export(
        overwrites: Bool,
        keeping: SegmentKeeping,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        let clock = ContinuousClock()
        let (start, count, missing) = (clock.now, count, missing)
        let frameCount = plan.export.pictures.count
        var done = frameCount - missing.reduce(0) { $0 + plan.frames(ofSegment: $1).count }
        var rendering = RenderStatistics()
        for index in missing {
            guard !Task.isCancelled else { throw .cancelled }
            let before = done
            let made = try await make(index) { step in
                guard step.stage == .encoding else { return }
                progress(ExportProgress(stage: .encoding, frame: before + step.frame, frameCount: frameCount))
            }
            if let made { rendering += made.sequence.statistics }
            done += plan.frames(ofSegment: index).count
        }
        var report = try await join(overwrites: overwrites, progress: progress)
        (report.segments, report.rendering, report.framesRendered) = (count, rendering, rendering.renders)
        report.wallTime = start.duration(to: clock.now) / .seconds(1)
        switch keeping {
        case .untilDone: removeWorkFolder()
        case .forNextExport: removeFormerSegments()
        }
        return report
    }
}

/// The number of segments of an export, and of those that were there when it began.
public struct SegmentCount: Sendable, Codable, Hashable {
    /// Those that were there.
    public let complete: Int
    /// All of them.
    public let all: Int
}
