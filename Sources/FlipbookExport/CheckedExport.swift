import FlipbookCore
import FlipbookFiles
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

struct CheckedExport: Sendable {
    let sequence: CheckedSequence
    let job: EncodingJob
    /// The number of drawings in all cycles. A drawing held for several frames is counted once.
    let runCount: Int
    let notes: [Explanation]

    /// Checks everything that can be checked before the first picture is decoded.
    /// - Parameters:
    ///   - known: The survey entries of files that need not be read again.
    ///   - isShared: A Boolean value that indicates whether multiple files are made from the frames.
    ///   - former: Another file made from the same frames, whose decoded pictures are reused.
    /// - Throws: ``ExportError`` that lists all faulty frames of the sequence.
    init(
        frames: FrameList,
        settings given: ExportSettings,
        known: [FilePath: FrameSurvey.Entry] = [:],
        isShared: Bool = false,
        beside former: CheckedExport? = nil
    ) async throws {
        var settings = given
        try settings.encoding.check(EncodingRule.ofEncoding)
        let (encoding, flattens) = (settings.encoding, settings.isFlattened)
        try Self.checkMatte(settings)
        var view = settings.sequence
        let loopCount = encoding.format.loops ? max(0, view.animationRepeatCount) : 1
        if encoding.format.loops { view.animationRepeatCount = 1 }
        guard view.animationRepeatCount > 0 else { throw ExportError.endless }
        let canvas = view.properties.canvasColors
        sequence = try await CheckedSequence(
            frames,
            settings: view,
            known: (former?.sequence.knownEntries ?? [:]).merging(known) { $1 },
            passes: encoding.format.passes + (settings.pixelVerification == nil ? 0 : 1)
                + (encoding.bitRate == nil && encoding.mostBytes == nil ? 0 : 1),
            pictures: { target, depth, hasGaps, isGray in
                let numbers = encoding.drawnNumbers(on: canvas)
                encoding.layout(ofDepth: depth, hasGaps: hasGaps && !flattens, isGray: isGray)
                    .prepare(&target, ofDepth: depth, isFlattened: flattens, in: numbers)
            },
            keepsDecoded: isShared,
            following: former?.sequence
        )
        settings.sequence.burnIns = sequence.settings.burnIns
        let code = sequence.storedTimeCode
        if settings.timeCode == nil, settings.encoding.format.carriesTimeCode { settings.timeCode = code }
        try settings.request(of: sequence).check(EncodingRule.ofExport + encoding.format.rules)
        try settings.checkTimeCodes(at: sequence.rate)
        guard let frameCount = sequence.playedFrameCount, let runCount = sequence.playedRunCount
        else { throw ExportError.endless }
        self.runCount = runCount
        if encoding.format.kind == .sheet {
            settings.sheet.placements = sequence.survey.entries.indices.map(sequence.placement(at:))
        }
        let marksGaps = encoding.format == .contactSheet && view.missing != .skip
        let frames = marksGaps ? sequence.found.marking(sequence.frames) : sequence.frames
        let pictureLayout = encoding.layout(of: EncodingRequest.Pictures(sequence, isFlattened: flattens))
        job = EncodingJob(
            settings: settings,
            frameCount: frameCount,
            size: sequence.outputSize,
            timing: sequence.timing,
            rate: sequence.rate,
            pictureLayout: pictureLayout,
            keepsAlpha: pictureLayout.carriesAlpha && sequence.hasGaps && !flattens,
            loopCount: loopCount,
            frames: frames.adding(hints: sequence.placementNote.map { [String("\($0)".dropLast())] } ?? []),
            bitRate: encoding.bitRate.map { BitRate(bitsPerSecond: $0) },
            canvas: canvas,
            sourceDepth: sequence.depth,
            firstNumber: settings.startNumber ?? (encoding.format.isNumbered ? sequence.firstNumber : nil) ?? 1
        )
        // Audio that cannot be played is an error before any frame is rendered.
        if let audio = settings.audio { try await AudioFeed(audio, of: job).stop() }
        try settings.checkStartNumber()
        let isOwn = settings.timeCode != given.timeCode || given.sequence.burnIns != settings.sequence.burnIns
        let codeNote = (isOwn ? code : nil).map { code -> Explanation in
            "The header of the first frame has the time code \(code.description), which is used. Change it with "
                + "\(remedy: .set(.timeCode))."
        }
        notes = ExportNotes(sequence: sequence, settings: settings, job: job).sentences + [codeNote].compactMap(\.self)
    }

    func checkTarget(of output: ExportOutput) throws {
        try job.format.check(job, target: output.target, overwrites: output.settings.overwrites)
    }

    private static func checkMatte(_ settings: ExportSettings) throws {
        guard settings.alphaOutput == .matte else { return }
        let reason: Explanation? =
            settings.encoding.format.isStream
            ? "standard output can hold only one video. Write files with \(remedy: .set(.output))"
            : settings.sequence.overlays.isEmpty
                ? nil : "overlays would appear in the matte with their colors. Omit them"
        if let reason { throw ExportError.unencodable(reason: "\(setting: .alphaOutput) matte: " + reason + ".") }
    }

    /// Rejects an export that needs more memory than the process has, instead of letting it fail halfway.
    static func checkRoom(for plans: [CheckedExport]) throws {
        let pictures = plans.map { plan in
            let window = plan.sequence.window
            return min(window.byteCount * window.count, max(plan.sequence.settings.memory.byteCount, window.byteCount))
        }
        let encoders = plans.map { $0.job.codec.memory($0.job) }.reduce(0, +)
        let needed = encoders + (pictures.max() ?? 0)
        guard let left = FreeMemory().limitedByteCount, left < needed
        else { return try ExportError.require(.pipelines(plans.count)) }
        let leastPictures = plans.map(\.sequence.window.byteCount).max() ?? 0
        let relief = Self.relief(of: plans, pictures: left - encoders, least: leastPictures, left)
        throw MachineShortage.memory(needed, left: left, relief: relief)
    }

    /// Returns the end of a message, which suggests fewer pictures, fewer files, or a faster preset.
    private static func relief(of plans: [CheckedExport], pictures: Int, least: Int, _ left: Int) -> Explanation {
        // The remaining memory varies by a few megabytes between runs.
        let sure = pictures - (4 << 20)
        if sure >= max(least, 1 << 20) {
            return ", or let it hold fewer pictures with \(remedy: .set(.memory, to: "\(sure >> 20)M"))"
        }
        guard plans.count == 1 else { return ", or write one file at a time" }
        guard let job = plans.first?.job else { return "" }
        let fitting = job.codec.presets.last { preset in
            var job = job
            job.request.preset = preset
            return job.codec.memory(job) + least <= left
        }
        return fitting.map { ", or let the encoder hold fewer pictures with \(remedy: .set(.preset, to: $0))" } ?? ""
    }

    var summary: String {
        "\(job.frameCount) frames of \(job.size) at \(job.rate?.description ?? "a variable rate"), "
            + "\(runCount) drawings, \(job.codec.id)\(job.keepsAlpha ? " with alpha" : "") " + "in \(job.format.id)"
    }

    func report(of receipt: OutputReceipt, file: FilePath, wallTime: Duration) -> ExportReport {
        ExportReport(
            of: receipt,
            job,
            input: sequence.frames.name,
            file: file.string,
            framesIn: sequence.drawingCount,
            SegmentPlan.Treatment(of: sequence),
            notes: job.frames.hints.map { Explanation($0) } + notes
                + [sequence.clippingNote, sequence.strayNote, sequence.levelsNote].compactMap(\.self),
            rendering: sequence.statistics,
            wallTime: wallTime
        )
    }
}
