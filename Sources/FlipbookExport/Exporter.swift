public import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookRender
public import FlipbookScene
import FlipbookSequences
public import Logging

/// Writes a sequence to a video file or to numbered images.
///
/// The headers of all frames are read before anything is written. The output is read back before it gets its name, so a file
/// with that name is always complete.
public struct Exporter: Sendable {
    /// The sequence to export.
    public let frames: FrameList
    /// The settings of the output.
    public let settings: ExportSettings

    let logger: Logger

    /// Creates an exporter.
    ///
    /// - Parameters:
    ///   - frames: The sequence to export.
    ///   - settings: The settings of the output.
    ///   - logger: Receives messages about the steps at the levels `info` and `debug`. Silent by default.
    public init(
        frames: FrameList,
        settings: ExportSettings,
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() }
    ) { (self.frames, self.settings, self.logger) = (frames, settings, logger) }

    /// Exports the sequence to `target`.
    ///
    /// - Parameters:
    ///   - target: A file, a pattern such as `out/frame.####.png` for an image sequence, or `-` for standard output with the
    ///     formats in ``OutputFormat/streams``.
    ///   - progress: Called after each frame, from any task.
    /// - Throws: ``ExportError``, or ``ExportError/cancelled`` if the task is canceled.
    public func export(to target: FilePath, progress: @escaping @Sendable (ExportProgress) -> Void = { _ in })
        async throws(ExportError) -> ExportReport
    {
        let outputs = [ExportOutput(target, settings: settings)]
        let results = try await Self.export(frames, to: outputs, logger: logger, progress: progress)
        let reports = try results.map { (result) throws(ExportError) in try result.get() }
        return reports[0]
    }

    /// Exports one sequence to multiple files. Each frame is decoded once, and composited once for all files that need the same
    /// pixels.
    ///
    /// - Parameters:
    ///   - frames: The sequence to export.
    ///   - outputs: The files. If one fails, the others are still completed.
    ///   - logger: Receives messages about the steps at the levels `info` and `debug`. Silent by default.
    ///   - progress: Called after each frame, from any task.
    /// - Returns: The results of the outputs' ``ExportOutput/files``, in order.
    /// - Throws: ``ExportError`` if a file is rejected before anything is written, or a frame cannot be drawn;
    ///   ``ExportError/cancelled`` if the task is canceled.
    public static func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        logger: Logger = Logger(label: "flipbook.export") { _ in SwiftLogNoOpLogHandler() },
        progress: @escaping @Sendable (ExportProgress) -> Void = { _ in }
    ) async throws(ExportError) -> [Result<ExportReport, ExportError>] {
        guard let first = outputs.first else { return [] }
        var damage = DecodedDamage(of: frames, first.settings.sequence)
        // A stream cannot start over.
        if outputs.contains(where: { $0.settings.encoding.format.isStream }) {
            try await ExportError.awaiting { try await damage.search() }
        }
        return try await damage.standingIn { damage in
            if let cause = damage.cause {
                logger.info("starting over with \(damage.known.count) damaged frames: \(cause)")
            }
            return try await export(frames, to: outputs, known: damage.known, logger, progress)
        }
    }

    /// Makes one attempt at an export.
    /// - Parameter known: The survey entries of files that need not be read again.
    private static func export(
        _ frames: FrameList,
        to outputs: [ExportOutput],
        known: [FilePath: FrameSurvey.Entry],
        _ logger: Logger,
        _ progress: @escaping ExportProgress.Handler
    ) async throws -> [Result<ExportReport, ExportError>] {
        var recovered: [String: [String]] = [:]
        do {
            let outputs = outputs.flatMap(\.files)
            let start = ContinuousClock.now
            progress(ExportProgress(stage: .checking, frame: 0, frameCount: frames.frames.count))
            let plans = try await checked(outputs, of: frames, known)
            for (plan, output) in zip(plans, outputs) {
                let (count, time) = (plan.sequence.survey.entries.count, start.duration(to: .now))
                logger.info("\(output.target): read \(count) headers in \(time); \(plan.summary)")
                if let line = plan.job.launchLine(into: output.target) { logger.debug("pipeline: \(line)") }
            }
            try CheckedExport.checkRoom(for: plans)
            for output in outputs where !output.settings.encoding.format.isStream && output.target != "-" {
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
                    let time = start.duration(to: .now)
                    return .success(lane.plan.report(of: receipt, file: lane.target, wallTime: time))
                }
            }
        } catch { throw ExportError(error, after: recovered.sorted { $0.key < $1.key }.flatMap(\.value)) }
    }

    private static func checked(
        _ outputs: [ExportOutput],
        of frames: FrameList,
        _ known: [FilePath: FrameSurvey.Entry] = [:]
    ) async throws -> [CheckedExport] {
        var plans: [CheckedExport] = []
        for (place, output) in outputs.enumerated() {
            try checkName(output, frames)
            if let other = outputs[..<place].first(where: { $0.target == output.target || $0.meets(output) }) {
                let isSame = other.target == output.target
                let alsoWritten: Explanation = isSame ? "" : "; \(other.target) also writes this file"
                throw ExportError.unencodable(
                    reason: "\(setting: .output) \(output.target): two files cannot have the same name" + alsoWritten
                        + ". Use only one of them."
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
            // Options that a GStreamer element does not accept are rejected before any file is written.
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

    /// Checks an export of one sequence to multiple files, without writing anything.
    ///
    /// - Returns: The plans of the outputs' ``ExportOutput/files``, in order.
    /// - Throws: The same errors as ``plan(for:)``.
    public static func plans(of frames: FrameList, for outputs: [ExportOutput])
        async throws(ExportError) -> [ExportPlan]
    {
        let outputs = outputs.flatMap(\.files)
        return try await ExportError.awaiting {
            try zip(try await checked(outputs, of: frames), outputs).map { plan, output in
                try plan.checkTarget(of: output)
                return try ExportPlan(plan, settings: output.settings, target: output.target)
            }
        }
    }

    /// Checks an export to `target`, without writing anything.
    ///
    /// - Returns: The plan of the export. Equal frames and settings result in equal plans.
    /// - Throws: The same errors as ``export(to:progress:)``, and ``ExportError/drawingInMemory(position:)`` if a frame has no
    ///   file.
    public func plan(for target: FilePath) async throws(ExportError) -> ExportPlan {
        try await Self.plans(of: frames, for: [ExportOutput(target, settings: settings)])[0]
    }

    static func checkIsOneFile(_ target: FilePath, _ noun: String, isImage: Bool = false) throws {
        // A video's name can contain a single # or @, and the %d in 100%done does not stand for a number.
        let name = target.lastComponent
        let mark = name.firstMatch(of: isImage ? /[#@]+|%0?[0-9]*d/ : /##+|%0?[0-9]*d/).map { String($0.0) }
        guard isImage ? hasPlaceForNumber(target) : mark != nil, !name.contains(/%d[A-Za-z]/) else { return }
        let start: Explanation = "\(setting: .output) \(target): \(noun) is a single file. "
        throw ExportError.unencodable(reason: start + "Remove \(mark ?? "the number") from its name.")
    }

    static func checkName(_ output: ExportOutput, _ frames: FrameList) throws {
        let (target, format) = (output.target, output.settings.encoding.format)
        guard format.matches(target) else { throw ExportError.wrongExtension(target, format) }
        if format.isStream { return }
        if !format.isNumbered { try checkIsOneFile(target, format.noun) }
        let others = output.settings.sequence.otherInputs + (output.settings.audio.map { [$0.file] } ?? [])
        if let frame = OutputCollision.frame(of: frames, and: others, by: target, isPattern: format.isNumbered) {
            throw ExportError.outputIsInput(frame)
        }
    }

    static func write(_ lanes: [ExportLane], progress: @escaping ExportProgress.Handler) async throws {
        defer {
            for lane in lanes {
                lane.abandon()
                lane.discard()
            }
        }
        try await withTaskCancellationHandler {
            try await deliver(to: lanes.filter { $0.takesPictures(inPass: 0) }, 0, progress)
            try await goOn(lanes, progress)
            let count = lanes.map(\.plan.job.frameCount).max() ?? 0
            progress(ExportProgress(stage: .verifying, frame: 0, frameCount: count))
            for lane in lanes {
                if Task.isCancelled { throw ExportError.cancelled }
                await lane.finish()
            }
        } onCancel: {
            for lane in lanes { lane.abandon() }
        }
    }

    /// Runs additional passes for files that need them. Each file proceeds when it is ready.
    private static func goOn(_ lanes: [ExportLane], _ progress: @escaping ExportProgress.Handler) async throws {
        // Only one of the parallel passes reports progress.
        let shown = lanes.first { $0.takesPictures(inPass: 1) } ?? lanes.first
        try await withThrowingTaskGroup(of: Void.self) { group in
            for lane in lanes {
                let progress = lane === shown ? progress : { @Sendable _ in }
                group.addTask { try await finishPasses(of: lane, progress) }
            }
            do {
                for try await _ in group {}
            } catch {
                // If a drawing fails, no file can be completed.
                for lane in lanes { lane.abandon() }
                throw error
            }
        }
    }

    private static func finishPasses(of lane: ExportLane, _ progress: @escaping ExportProgress.Handler) async throws {
        await lane.end(pass: 0)
        var pass = 1
        while lane.takesPictures(inPass: pass) {
            try await deliver(to: [lane], pass, progress)
            await lane.end(pass: pass)
            pass += 1
        }
    }

    private static func deliver(to lanes: [ExportLane], _ pass: Int, _ progress: @escaping ExportProgress.Handler)
        async throws
    {
        guard let longest = lanes.max(by: { $0.runCount < $1.runCount }) else { return }
        let memory = longest.plan.sequence.settings.memory
        let held = memory.lease(lanes.map { $0.heldByteCount(inPass: pass) }.reduce(0, +), inAnyCase: true)
        defer { withExtendedLifetime(held) {} }
        let line = ProductionLine<Int, [FrameDestination.Delivery?]>(
            .init(count: longest.runCount) { index in
                var deliveries: [FrameDestination.Delivery?] = []
                var drawn: [ExportLane.Drawn] = []
                for lane in lanes { deliveries.append(try await lane.delivery(ofRun: index, inPass: pass, &drawn)) }
                return deliveries
            },
            window: longest.window(inPass: pass)
        )
        // The first pictures are drawn while encoders load, which can take a tenth of a second.
        if pass == 0 { line.start() }
        for lane in lanes { await lane.begin(pass: pass) }
        do {
            try await line.deliver { index, deliveries in
                for (lane, delivery) in zip(lanes, deliveries) {
                    guard let delivery else { continue }
                    await lane.take(delivery, ofRun: index) { frame in
                        guard lane === longest else { return }
                        progress(.init(stage: .encoding, frame: frame + 1, frameCount: lane.plan.job.frameCount))
                    }
                }
                if lanes.allSatisfy({ $0.result != nil }) { throw Unwanted() }
            }
        } catch is Unwanted {
            // Drawing stops when all files have failed.
        }
    }

    private struct Unwanted: Error {}

    /// Creates an exporter for an image view, which is drawn as it appears on the screen. It exports one cycle of the view's
    /// animation, or the picture if there is no animation.
    ///
    /// The canvas is the same size as the view's bounds or, if these are empty, as the first picture. A view that repeats
    /// forever is exported for one cycle. The view's `accessibilityLabel` becomes the file's description, unless the settings
    /// contain one or the format does not support it.
    /// - Parameters:
    ///   - view: The view in its current state.
    ///   - settings: The settings of the file. The view's properties replace those in ``ExportSettings/sequence``.
    ///   - logger: Receives messages about the steps. Silent by default.
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

    /// Creates an exporter for a view tree in its current state, with all running animations.
    ///
    /// The canvas is the same size as the root's bounds. The settings determine its scale, which is one pixel per point by
    /// default. The root's `accessibilityLabel` becomes the file's description, as for an image view.
    /// - Parameters:
    ///   - view: The root of the tree.
    ///   - duration: The exact duration in seconds. If `nil`, the export ends with the last animation.
    ///   - settings: The settings of the file. If they do not specify a frame rate, it is 30 frames per second.
    ///   - logger: Receives messages about the steps. Silent by default.
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

    /// Creates an exporter for a scene.
    ///
    /// - Parameters:
    ///   - scene: The scene. Its canvas is also the file's.
    ///   - duration: The exact duration in seconds. If `nil`, the export ends with the last animation.
    ///   - settings: The settings of the file. If they do not specify a frame rate, it is 30 frames per second.
    ///   - logger: Receives messages about the steps. Silent by default.
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
