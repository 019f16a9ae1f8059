public import FlipbookCore
import FlipbookImaging
import Glibc
import GStreamer
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
    ///   - target: The file to be made; for an image sequence a pattern such as `out/frame.####.png`.
    ///   - progress: Is told after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``.
    public func export(
        to target: FilePath,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        do {
            let clock = ContinuousClock()
            let start = clock.now
            if let frame = OutputCollision.frame(
                of: frames,
                and: settings.sequence.otherInputs,
                metBy: target,
                container: settings.profile.container
            ) {
                throw ExportError.outputIsInput(frame)
            }
            progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
            let plan = try await ExportPlan(frames: frames, settings: settings)
            logger.info(
                "read \(plan.sequence.survey.entries.count) headers in \(start.duration(to: clock.now)); \(plan.summary)"
            )
            let written =
                settings.profile.container == .imageSequence
                ? try await writeImages(plan, to: target, progress: progress)
                : try await writeVideo(plan, to: target, progress: progress)
            logger.info("rendered \(plan.sequence.renderCount) pictures for \(plan.frameCount) frames")
            return plan.report(of: written, file: target, wallTime: start.duration(to: clock.now))
        } catch let error as ExportError {
            throw error
        } catch let error as SequenceError {
            throw .sequence(error)
        } catch let error as FrameRenderError {
            throw .frame(error)
        } catch let error as PNGEncodingError {
            throw .unencodable(reason: "\(target): \(error)")
        } catch let error as GStreamerError {
            throw ExportError(error, profile: settings.profile)
        } catch {
            // Everything else that the steps throw is a cancellation.
            throw .cancelled
        }
    }

    private func writeVideo(
        _ plan: ExportPlan,
        to target: FilePath,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> ExportPlan.Written {
        let output = try OutputFile(target: target, overwrites: settings.overwrites)
        let scratch = try OutputFile(target: FilePath(OutputFile.hiddenName(beside: target)), overwrites: false)
        let pipeline = try EncodingPipeline(
            profile: settings.profile,
            size: plan.sequence.outputSize,
            timing: plan.sequence.timing,
            rate: plan.sequence.rate,
            layout: plan.sequence.pixelFormat,
            hasAlpha: plan.keepsAlpha,
            descriptor: output.descriptor,
            scratchPath: scratch.readablePath
        )
        logger.debug("pipeline: \(pipeline.description)")
        do {
            try await pipeline.run { pipeline in
                let sequence = plan.sequence
                try await FrameFeeder(window: sequence.window).run(
                    count: plan.runCount,
                    make: { index in try await sequence.picture(ofRun: index) },
                    deliver: { index, picture in
                        for frame in sequence.runs.frames(ofRun: index) {
                            try await pipeline.push(
                                picture,
                                presentationTime: sequence.timing.presentationTime(ofFrame: frame),
                                duration: sequence.timing.duration(ofFrame: frame)
                            )
                            progress(ExportProgress(stage: .encoding, frame: frame + 1, frameCount: plan.frameCount))
                        }
                    }
                )
            }
        } catch let error as PipelineError {
            throw Self.explain(error, target: target)
        }
        progress(ExportProgress(stage: .verifying, frame: 0, frameCount: plan.frameCount))
        let found = try await ReadBack.reading(output.readablePath, container: settings.profile.container)
        try found.check(
            frameCount: plan.frameCount,
            timing: plan.sequence.timing,
            rate: plan.sequence.rate,
            size: plan.sequence.outputSize,
            profile: settings.profile
        )
        logger.debug("read back \(found.frameCount) frames of \(found.mediaType)")
        let byteCount = output.byteCount
        try Task.checkCancellation()
        try output.commit()
        return ExportPlan.Written(frameCount: found.frameCount, byteCount: byteCount)
    }

    private func writeImages(
        _ plan: ExportPlan,
        to target: FilePath,
        progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> ExportPlan.Written {
        let output = try OutputImages(target: target, count: plan.frameCount, overwrites: settings.overwrites)
        let sequence = plan.sequence
        try await FrameFeeder(window: sequence.window).run(
            count: plan.runCount,
            make: { index in
                let picture = try await sequence.picture(ofRun: index)
                try output.write(picture, to: sequence.runs.frames(ofRun: index), isOpaque: !plan.keepsAlpha)
            },
            deliver: { index, _ in
                let done = sequence.runs.frames(ofRun: index).upperBound
                progress(ExportProgress(stage: .encoding, frame: done, frameCount: plan.frameCount))
            }
        )
        progress(ExportProgress(stage: .verifying, frame: 0, frameCount: plan.frameCount))
        let byteCount = try await output.check(size: plan.sequence.outputSize)
        try Task.checkCancellation()
        try output.commit()
        return ExportPlan.Written(frameCount: plan.frameCount, byteCount: byteCount, leftover: output.leftover)
    }

    /// Turns what an element reported into what it means for the file.
    private static func explain(_ error: PipelineError, target: FilePath) -> ExportError {
        switch error.kind {
        case .noSpaceLeft: .cannotWrite(target, errno: ENOSPC)
        case .cannotWrite where DiskSpace.isExhausted(at: target.directory): .cannotWrite(target, errno: ENOSPC)
        case .cannotWrite: .cannotWrite(target, errno: EIO)
        case .cannotRead, .cannotOpen, .other: ExportError(error)
        }
    }
}

/// How full a disk is.
enum DiskSpace {
    /// Whether less than a mebibyte is left where `folder` lies.
    static func isExhausted(at folder: String) -> Bool {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 1 << 20
    }
}
