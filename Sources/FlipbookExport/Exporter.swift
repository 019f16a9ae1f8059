public import FlipbookCore
import FlipbookFiles
import FlipbookMedia
public import FlipbookScene
import FlipbookSequences
public import Logging

/// Makes a video file, or numbered images, of a sequence.
///
/// The headers of all frames are read before anything is written; what was
/// written is read back before it gets its name. If anything goes wrong, nothing
/// stands under that name which is not complete.
public struct Exporter: Sendable {
    /// The sequence as it was found.
    public let frames: FrameList
    /// The settings by which it becomes a file.
    public let settings: ExportSettings

    let logger: Logger

    /// An exporter of `frames`.
    ///
    /// - Parameters:
    ///   - frames: The sequence as it was found.
    ///   - settings: The settings by which it becomes a file.
    ///   - logger: Gets the steps on the way, at `info` and `debug`; silent unless the host installs a handler.
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
    ///   - progress: Is called after each frame, from some task.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``.
    public func export(
        to target: FilePath,
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> ExportReport {
        let outputs = [ExportOutput(target, settings: settings)]
        let results = try await Self.export(frames, to: outputs, logger: logger, progress: progress)
        let reports = try results.map { (result) throws(ExportError) in try result.get() }
        return reports[0]
    }

    /// Exports one sequence to several files at once: each frame is decoded once, and composited once for all files that want
    /// the same pixels.
    ///
    /// - Parameters:
    ///   - frames: The sequence as it was found.
    ///   - outputs: The files; one that fails leaves the others complete.
    ///   - logger: Gets the steps on the way, at `info` and `debug`; silent unless the host installs a handler.
    ///   - progress: Is called after each frame, from some task.
    /// - Returns: The result of each of their ``ExportOutput/files``, in their order.
    /// - Throws: ``ExportError`` where one of the files is refused before anything is written, or a frame cannot be drawn;
    ///   cancelling the task throws ``ExportError/cancelled``.
    public static func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> [Result<ExportReport, ExportError>] {
        guard let first = outputs.first else { return [] }
        var damage = DecodedDamage(of: frames, first.settings.sequence)
        // A stream cannot begin again.
        if outputs.contains(where: { $0.settings.encoding.format.isStream }) {
            try await ExportError.awaiting { try await damage.search() }
        }
        return try await damage.standingIn { damage in
            if let cause = damage.cause {
                logger.info("begins again, with \(damage.known.count) damaged frames: \(cause)")
            }
            return try await export(frames, to: outputs, known: damage.known, logger, progress)
        }
    }

    /// The same, once.
    /// - Parameter known: The entries of files that are not read again.
    private static func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        known: [FilePath: FrameSurvey.Entry],
        _ logger: Logger,
        _ progress: @escaping @Sendable (ExportProgress) -> Void
    ) async throws -> [Result<ExportReport, ExportError>] {
        var recovered: [String: [String]] = [:]
        do {
            let outputs = outputs.flatMap(\.files)
            let clock = ContinuousClock()
            let start = clock.now
            progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
            let plans = try await checked(outputs, of: frames, known)
            for (plan, output) in zip(plans, outputs) {
                logger.info(
                    "\(output.target): read \(plan.sequence.survey.entries.count) headers in \(start.duration(to: clock.now)); \(plan.summary)"
                )
                if let line = plan.job.launchLine(into: output.target) { logger.debug("pipeline: \(line)") }
            }
            try CheckedExport.checkRoom(for: plans)
            for output in outputs where !output.settings.encoding.format.isStream {
                let folder = output.target.directory
                if recovered[folder] == nil { recovered[folder] = UnfinishedOutput.recover(in: FilePath(folder)) }
            }
            let lanes = try lanes(zip(plans, outputs))
            try await write(lanes, progress: progress)
            if lanes.contains(where: \.isCancelled) { throw ExportError.cancelled }
            return lanes.map { lane in
                let notes = recovered.removeValue(forKey: lane.target.directory) ?? []
                switch lane.result ?? .failure(.cancelled) {
                case .failure(let error): return .failure(ExportError(error, after: notes))
                case .success(var receipt):
                    receipt.recovered = notes
                    logger.debug("read back \(receipt.frameCount) frames of \(lane.plan.job.codec.id)")
                    logger.info(
                        "rendered \(lane.plan.sequence.renderCount) pictures for \(lane.plan.job.frameCount) frames"
                    )
                    let report = lane.plan.report(
                        of: receipt,
                        file: lane.target,
                        wallTime: start.duration(to: clock.now)
                    )
                    return .success(report)
                }
            }
        } catch {
            throw ExportError(error, after: recovered.sorted { $0.key < $1.key }.flatMap(\.value))
        }
    }

    /// Checks what every file is to be, and reads the frames' headers once.
    private static func checked(
        _ outputs: [ExportOutput],
        of frames: FrameList,
        _ known: [FilePath: FrameSurvey.Entry] = [:]
    ) async throws -> [CheckedExport] {
        var plans: [CheckedExport] = []
        for (place, output) in outputs.enumerated() {
            try checkName(output, frames)
            if let other = outputs[..<place].first(where: { $0.target == output.target || $0.meets(output) }) {
                let asWell: Explanation = other.target == output.target ? "" : ", which \(other.target) writes, too"
                throw ExportError.unencodable(
                    reason: "\(setting: .output) \(output.target): two files cannot have one name" + asWell
                        + ". Leave one of them out."
                )
            }
            plans.append(
                try await CheckedExport(
                    frames: frames,
                    settings: output.settings,
                    known: known,
                    isShared: outputs.count > 1,
                    beside: plans.first
                )
            )
            // What an element of GStreamer does not take is found before any file is written.
            if outputs.count > 1, !output.settings.encoding.options.isEmpty { try plans[place].checkTarget(of: output) }
        }
        return plans
    }

    private static func lanes(_ plans: some Sequence<(CheckedExport, ExportOutput)>) throws -> [ExportLane] {
        var lanes: [ExportLane] = []
        do {
            for (plan, output) in plans {
                let (target, overwrites) = (output.target, output.settings.overwrites)
                let destination = try plan.job.format.begin(plan.job, target: target, overwrites: overwrites)
                lanes.append(ExportLane(plan, to: target, destination))
            }
        } catch {
            for lane in lanes { lane.discard() }
            throw error
        }
        return lanes
    }

    /// Checks everything that an export of one sequence to several files checks before its first picture, and writes nothing.
    ///
    /// - Returns: The plan of each of the outputs' ``ExportOutput/files``, in their order.
    /// - Throws: ``ExportError``, as ``plan(for:)`` does.
    public static func plans(
        of frames: FrameList,
        for outputs: [ExportOutput]
    ) async throws(ExportError) -> [ExportPlan] {
        let outputs = outputs.flatMap(\.files)
        return try await ExportError.awaiting {
            try zip(try await checked(outputs, of: frames), outputs).map { plan, output in
                try plan.checkTarget(of: output)
                return try ExportPlan(plan, settings: output.settings, target: output.target)
            }
        }
    }

    /// Checks everything that an export to `target` checks before its first picture, and writes nothing.
    ///
    /// - Returns: The plan of the export; the same frames and settings give the same plan.
    /// - Throws: ``ExportError``, as ``export(to:progress:)`` does; ``ExportError/drawingInMemory(position:)`` where a frame has
    ///   no file; cancelling the task throws ``ExportError/cancelled``.
    public func plan(for target: FilePath) async throws(ExportError) -> ExportPlan {
        try await Self.plans(of: frames, for: [ExportOutput(target, settings: settings)])[0]
    }

    /// Refuses a name that says another format, or that belongs to the input.
    static func checkName(_ output: ExportOutput, _ frames: FrameList) throws {
        let (target, format) = (output.target, output.settings.encoding.format)
        guard format.matches(target) else { throw ExportError.wrongExtension(target, format) }
        if format.isStream { return }
        // A place for a number as frames or `printf` have it: `####`, `%04d`.
        if !format.isNumbered, target.lastComponent.contains(/##|%0?[0-9]*d/) {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .output) \(target): \(format.noun) is one file, and its name has no place for a number. "
                    + "Leave the place out."
            )
        }
        let others = output.settings.sequence.otherInputs
        if let frame = OutputCollision.frame(of: frames, and: others, metBy: target, isPattern: format.isNumbered) {
            throw ExportError.outputIsInput(frame)
        }
    }
}

extension Exporter {
    /// An exporter of what an image view shows: the cycle of its pictures, or its picture, drawn as the view draws them.
    ///
    /// The view's bounds are the canvas; where they are empty, that is as large as the first picture. A view that repeats
    /// its cycle for ever gives one cycle. The view's `accessibilityLabel` becomes the file's description, where
    /// the settings have none and the format has a place for it.
    ///
    /// - Parameters:
    ///   - view: The view, as it is now.
    ///   - settings: The settings of the file; of ``ExportSettings/sequence`` the view decides what it has properties for.
    ///   - logger: Gets the steps on the way; silent unless the host installs a handler.
    public init(
        _ view: ImageView,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) {
        var settings = settings
        settings.sequence = settings.sequence.showing(view)
        settings.sequence.animationRepeatCount =
            settings.encoding.format.loops ? view.animationRepeatCount : max(1, view.animationRepeatCount)
        settings.describe(description: view.accessibility.spokenLabel)
        self.init(frames: FrameList(playedBy: view), settings: settings, logger: logger)
    }

    /// An exporter of a tree of views as it is now, with all that is under way.
    ///
    /// The bounds of the root are the canvas, in the scale of the settings or, without one, a pixel for each point. The
    /// root's `accessibilityLabel` becomes the file's description, as an image view's does.
    ///
    /// - Parameters:
    ///   - view: The root of the tree.
    ///   - duration: The exact time that is exported, in seconds, or `nil` for until the last of what ends has ended.
    ///   - settings: The settings of the file; without a frame rate, it has 30 frames a second.
    ///   - logger: Gets the steps on the way; silent unless the host installs a handler.
    @MainActor
    public init(
        _ view: View,
        lasting duration: RationalTime? = nil,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) {
        var settings = settings
        settings.describe(description: view.accessibility.spokenLabel)
        let scene = view.scene(scale: settings.sequence.scale?.value ?? 1)
        self.init(scene, lasting: duration, settings: settings, logger: logger)
    }

    /// An exporter of a scene.
    ///
    /// - Parameters:
    ///   - scene: The scene, whose canvas is that of the file.
    ///   - duration: The exact time that is exported, in seconds, or `nil` for until the last of what ends has ended.
    ///   - settings: The settings of the file; without a frame rate, it has 30 frames a second.
    ///   - logger: Gets the steps on the way; silent unless the host installs a handler.
    public init(
        _ scene: Scene,
        lasting duration: RationalTime? = nil,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) {
        var settings = settings
        settings.sequence = settings.sequence.showing(scene, lasting: duration)
        self.init(frames: .beneathViews, settings: settings, logger: logger)
    }
}
