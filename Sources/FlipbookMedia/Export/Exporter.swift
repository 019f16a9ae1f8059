public import FlipbookCore
import FlipbookImaging
public import Logging

/// Makes a video file, or numbered images, of a sequence.
///
/// The headers of all frames are read before anything is written; what was
/// written is read back before it gets its name. Whatever goes wrong, nothing
/// stands under that name which is not complete.
public struct Exporter: Sendable {
    /// The sequence as it was found.
    public let frames: FrameList
    /// How it becomes a file.
    public let settings: ExportSettings

    private let logger: Logger

    /// An exporter of `frames`.
    ///
    /// - Parameters:
    ///   - frames: The sequence as it was found.
    ///   - settings: How it becomes a file.
    ///   - logger: Is told what is done on the way, at `info` and `debug`; silent unless the host installs a handler.
    public init(
        frames: FrameList,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) {
        self.frames = frames
        self.settings = settings
        self.logger = logger
    }

    /// Exports to `target` and says what it did.
    ///
    /// - Parameters:
    ///   - target: The file to be made; for an image sequence a pattern such as `out/frame.####.png`; `-` is standard
    ///     output, for the formats ``OutputFormat/streams``.
    ///   - progress: Is told after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``.
    public func export(
        to target: FilePath,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        do {
            let clock = ContinuousClock()
            let start = clock.now
            try checkName(target)
            progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
            let plan = try await CheckedExport(frames: frames, settings: settings)
            logger.info(
                "read \(plan.sequence.survey.entries.count) headers in \(start.duration(to: clock.now)); \(plan.summary)"
            )
            try plan.checkMemory()
            // GStreamer, its bus, its clock and its sinks; an element that gets none says no more than that it failed.
            try MachineShortage.checkRoom(forFiles: 10)
            let isStream = settings.profile.format.isStream
            let recovered = isStream ? [] : UnfinishedOutput.recover(in: FilePath(target.directory))
            let writer = settings.profile.format.writer(of: plan.job)
            if let line = plan.job.launchLine(into: target) { logger.debug("pipeline: \(line)") }
            let destination = try writer.init(job: plan.job, target: target, overwrites: settings.overwrites)
            var receipt = try await write(plan, to: destination, progress: progress)
            logger.debug("read back \(receipt.frameCount) frames of \(plan.job.profile.codec.id)")
            logger.info("rendered \(plan.sequence.renderCount) pictures for \(plan.job.frameCount) frames")
            receipt.recovered = recovered
            return plan.report(of: receipt, file: target, wallTime: start.duration(to: clock.now))
        } catch {
            throw ExportError(error)
        }
    }

    /// Checks everything that an export to `target` checks before its first picture, and writes nothing.
    ///
    /// - Returns: What the export will do; the same frames and settings give the same plan.
    /// - Throws: ``ExportError``, as ``export(to:progress:)`` does; ``ExportError/drawingInMemory(position:)`` where a frame has
    ///   no file; cancelling the task throws ``ExportError/cancelled``.
    public func plan(for target: FilePath) async throws(ExportError) -> ExportPlan {
        do {
            try checkName(target)
            let checked = try await CheckedExport(frames: frames, settings: settings)
            let writer = settings.profile.format.writer(of: checked.job)
            try writer.check(checked.job, target: target, overwrites: settings.overwrites)
            return try ExportPlan(checked, settings: settings, target: target)
        } catch {
            throw ExportError(error)
        }
    }

    /// Refuses a name that says another format, or that belongs to the input.
    private func checkName(_ target: FilePath) throws(ExportError) {
        let format = settings.profile.format
        guard format.matches(target) else { throw .wrongExtension(target, format) }
        if format.isStream { return }
        let others = settings.sequence.otherInputs
        if let frame = OutputCollision.frame(of: frames, and: others, metBy: target, isPattern: format.isNumbered) {
            throw .outputIsInput(frame)
        }
    }

    /// Delivers every picture, each as often as the destination asks.
    private func write(
        _ plan: CheckedExport,
        to destination: some FrameDestination,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> OutputReceipt {
        let (sequence, count) = (plan.sequence, plan.job.frameCount)
        defer {
            destination.abandon()
            destination.discard()
        }
        return try await withTaskCancellationHandler {
            for pass in 0..<destination.passes {
                try await destination.begin(pass: pass)
                let line = ProductionLine(
                    .init(count: plan.runCount) { index in
                        let picture = try await sequence.picture(ofRun: index)
                        let frames = sequence.runs.frames(ofRun: index)
                        return try destination.prepare(OutputPicture(color: picture, frames: frames))
                    },
                    window: sequence.window
                )
                try await line.deliver { index, prepared in
                    for frame in sequence.runs.frames(ofRun: index) {
                        try await destination.accept(prepared, as: frame)
                        progress(ExportProgress(stage: .encoding, frame: frame + 1, frameCount: count))
                    }
                }
                try await destination.end(pass: pass)
            }
            progress(ExportProgress(stage: .verifying, frame: 0, frameCount: count))
            return try await destination.finish()
        } onCancel: {
            destination.abandon()
        }
    }
}
