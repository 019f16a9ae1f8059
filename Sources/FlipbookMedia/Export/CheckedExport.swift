import FlipbookCore
import FlipbookImaging
import Glibc

/// An export that has been checked: the sequence, and what becomes of it in the file.
struct CheckedExport: Sendable {
    /// The sequence.
    let sequence: CheckedSequence
    /// What the encoder gets.
    let job: EncodingJob
    /// Drawings of all cycles together, a held one counted once.
    let runCount: Int
    /// What the export does that a user might not expect.
    let notes: [Explanation]

    /// Checks everything that can be checked before the first picture is decoded.
    /// - Parameters:
    ///   - known: What is known of files that are not read again.
    ///   - isShared: Whether several files are made of the frames.
    ///   - former: Another file that is made of the same frames: what it decodes is not decoded again.
    /// - Throws: ``ExportError``, about a sequence with every culprit.
    init(
        frames: FrameList,
        settings: ExportSettings,
        known: [FilePath: FrameSurvey.Entry] = [:],
        isShared: Bool = false,
        beside former: CheckedExport? = nil
    ) async throws(ExportError) {
        let (profile, flattens) = (settings.profile, [.flatten, .matte].contains(settings.alphaOutput))
        try Self.checkMatte(settings)
        var view = settings.sequence
        let loopCount = profile.format.loops ? max(0, view.animationRepeatCount) : 1
        if profile.format.loops { view.animationRepeatCount = 1 }
        guard view.animationRepeatCount > 0 else { throw ExportError.endless }
        let canvas = view.properties.canvasColors
        func layout(_ depth: Int, _ hasGaps: Bool, _ isGray: Bool) -> PictureLayout {
            profile.layout(ofDepth: depth, hasGaps: hasGaps && !flattens, isGray: isGray)
        }
        do throws(SequenceCheckError) {
            sequence = try await CheckedSequence(
                frames,
                settings: view,
                known: (former?.sequence.knownEntries ?? [:]).merging(known) { $1 },
                passes: profile.format.passes + (settings.pixelVerification == nil ? 0 : 1)
                    + (profile.bitRate == nil && profile.mostBytes == nil ? 0 : 1),
                pictures: { depth, hasGaps, isGray in
                    layout(depth, hasGaps, isGray)
                        .wish(ofDepth: depth, isFlattened: flattens, in: profile.drawnNumbers(on: canvas))
                },
                keepsDecoded: isShared,
                following: former?.sequence
            )
        } catch {
            throw ExportError(error)
        }
        let pictureLayout = layout(sequence.depth, sequence.hasGaps, sequence.isGray)
        if let depth = profile.depth, depth > pictureLayout.depth {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .depth) \(depth): \(profile.codec.id) keeps so many bits of opaque grey pictures alone, and these "
                    + "are not. Leave \(remedy: .omit(.depth)) out"
                    + settings.demand(of: sequence).otherwise(than: profile.format, with: profile.codec) + "."
            )
        }
        guard settings.alphaOutput != .keep || pictureLayout.carriesAlpha || !sequence.hasGaps else {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .alphaOutput) keep: \(profile.carrier) carries no transparency, and the pictures have "
                    + "some. Leave \(remedy: .omit(.alphaOutput)) out"
                    + (profile.alphaOffer(settings.demand(of: sequence)).map { ", or " + $0 } ?? "") + "."
            )
        }
        let depth = sequence.depth
        guard !profile.isLossless || depth <= 8 || pictureLayout.depth >= depth else {
            var demand = settings.demand(of: sequence)
            demand.depth = depth
            throw ExportError.unencodable(
                reason:
                    "\(setting: .lossless): the pictures have \(depth) bits a channel, and \(profile.codec.id) keeps "
                    + "\(pictureLayout.depth). Leave \(remedy: .omit(.lossless)) out"
                    + demand.otherwise(than: profile.format, with: profile.codec) + "."
            )
        }
        let demand = settings.demand(of: sequence)
        try Self.check(sequence, fits: settings.profile, demand)
        try settings.checkTags(at: sequence.rate, demand)
        try settings.checkVerification(demand)
        try settings.checkBurnIns(at: sequence.rate)
        guard let frameCount = sequence.playedFrameCount, let runCount = sequence.playedRunCount else {
            throw ExportError.endless
        }
        try Self.check(
            length: sequence.timing.presentationTime(ofFrame: frameCount),
            at: sequence.rate,
            fits: settings.profile,
            demand
        )
        self.runCount = runCount
        job = EncodingJob(
            profile: settings.profile,
            frameCount: frameCount,
            size: sequence.outputSize,
            timing: sequence.timing,
            rate: sequence.rate,
            pictureLayout: pictureLayout,
            keepsAlpha: pictureLayout.carriesAlpha && sequence.hasGaps && !flattens,
            mustKeepAlpha: settings.alphaOutput == .keep,
            loopCount: loopCount,
            metadata: settings.metadata,
            timeCode: settings.timeCode,
            frames: sequence.frames,
            sheet: settings.sheet,
            verification: settings.pixelVerification,
            bitRate: profile.bitRate.map { BitRate(bitsPerSecond: $0) },
            audio: settings.audio,
            startNumber: settings.startNumber,
            canvas: canvas,
            sourceDepth: sequence.depth
        )
        try settings.checkAudio(demand)
        try settings.checkStartNumber()
        try Self.checkWidth(job)
        guard job.profile.bitRate == nil || job.bitRatePasses != nil else {
            throw ExportError.unencodable(
                reason:
                    "\(setting: .bitRate): \(profile.format.noun) with transparency has two films, which cannot share one. "
                    + "Say \(remedy: .set(.mostBytes)) instead, or \(remedy: .set(.alphaOutput, to: "flatten"))."
            )
        }
        notes = ExportNotes(sequence: sequence, settings: settings, job: job).sentences
    }

    /// Refuses a width that cannot be halved where an encoder needs that.
    private static func checkWidth(_ job: EncodingJob) throws(ExportError) {
        guard job.profile.codec.encoder?.needsEvenWidth == true, job.pictureLayout.chroma == .half,
            job.size.width % 2 != 0
        else { return }
        throw .unencodable(
            reason: "The pictures are \(job.size), and \(job.profile.codec.id) in 4:2:2 has an even width. "
                + "Give one with \(remedy: .set(.size)), or \(remedy: .set(.chroma, to: "444"))."
        )
    }

    /// Refuses a matte where there can be none.
    private static func checkMatte(_ settings: ExportSettings) throws(ExportError) {
        guard settings.alphaOutput == .matte else { return }
        let reason: Explanation? =
            settings.profile.format.isStream
            ? "standard output takes one film. Write files with \(remedy: .set(.output))"
            : settings.sequence.overlays.isEmpty
                ? nil : "overlays would show in it with their colours. Leave them out"
        if let reason { throw .unencodable(reason: "\(setting: .alphaOutput) matte: " + reason + ".") }
    }

    /// Refuses pictures that the muxer would leave out of the file, or that the codec would not give back.
    private static func check(
        _ sequence: CheckedSequence,
        fits profile: EncodingProfile,
        _ demand: EncodingDemand
    ) throws(ExportError) {
        let (size, format) = (sequence.outputSize, profile.format)
        let least = format.sides(of: profile.codec).lowerBound
        guard min(size.width, size.height) >= least else {
            throw .unencodable(
                reason: "The pictures are \(sequence.canvas), and \(format.noun) carries none below "
                    + "\(least)x\(least). Enlarge them with \(remedy: .set(.size))"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
        try profile.checkLongestSide(of: size, demand)
        guard sequence.rate == nil else { return }
        guard profile.codec.encoder?.keepsLengths != false else {
            throw .unencodable(
                reason:
                    "These frames are shown for different times, which the encoder of \(profile.codec.id) forgets. Give "
                    + "\(remedy: .set(.frameRate)) to repeat frames at a constant rate"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
        try check(sequence.timing, fits: profile, demand)
    }

    /// Refuses frames of different lengths where the format cannot tell them.
    private static func check(
        _ timing: FrameTiming,
        fits profile: EncodingProfile,
        _ demand: EncodingDemand
    ) throws(ExportError) {
        guard let slots = timing.frameSlots else { return }
        let format = profile.format
        guard let limits = format.clock?.frameLengths(slots) else {
            throw .unencodable(
                reason:
                    "These frames are shown for different times, which \(format.noun) does not carry. "
                    + "Give \(remedy: .set(.frameRate)) to repeat frames at a constant rate"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
        guard slots.shortest >= limits.lowerBound, slots.longest <= limits.upperBound else {
            throw .unencodable(
                reason: "The shortest frame is shown for \(Self.shown(slots.shortest)) and the longest for "
                    + "\(Self.shown(slots.longest)); \(format.noun) can tell "
                    + "\(Self.shown(limits.lowerBound)) to \(Self.shown(limits.upperBound)) here. Change these durations"
                    + demand.otherwise(than: format, with: profile.codec) + "."
            )
        }
    }

    /// Refuses what lasts longer than the format can say.
    private static func check(
        length: Int64,
        at rate: FrameRate?,
        fits profile: EncodingProfile,
        _ demand: EncodingDemand
    ) throws(ExportError) {
        let (seconds, format) = (length / 1_000_000_000, profile.format)
        guard let clock = format.clock, let limit = rate.flatMap(clock.limit), seconds >= limit else { return }
        throw .unencodable(
            reason:
                "The frames last \(seconds) s in all, and \(format.noun) holds less than \(limit) s. "
                + "Shorten their durations, repeat them less often"
                + demand.otherwise(than: format, with: profile.codec) + "."
        )
    }

    /// Refuses an export for which the limits of the process leave no room, rather than being stopped in the middle.
    static func checkRoom(for plans: [CheckedExport]) throws(ExportError) {
        do throws(MachineShortage) {
            try checkMemory(of: plans)
            try checkRoom(forOutputs: plans.count)
        } catch {
            throw .shortage(error)
        }
    }

    /// Refuses so many outputs that GStreamer would have too few files or too few addresses for.
    static func checkRoom(forOutputs count: Int) throws(MachineShortage) {
        // GStreamer, its bus, its clock and its sinks; an element that gets none says no more than that it failed, or waits
        // for itself for ever, as the muxer of MP4 does.
        try MachineShortage.checkRoom(forFiles: 10 * count)
        try MachineShortage.checkRoom(forBytes: 80 << 20)
    }

    private static func checkMemory(of plans: [CheckedExport]) throws(MachineShortage) {
        let pictures = plans.map { plan in
            let window = plan.sequence.window
            return min(window.byteCount * window.count, max(plan.sequence.memory.byteCount, window.byteCount))
        }
        let encoders = plans.map { $0.job.profile.codec.encoder?.memory($0.job) ?? 0 }.reduce(0, +)
        let needed = encoders + (pictures.max() ?? 0)
        guard let left = FreeMemory().limitedByteCount, left < needed else { return }
        let leastPictures = plans.map(\.sequence.window.byteCount).max() ?? 0
        throw .memory(
            needed,
            left: left,
            relief: relief(of: plans, pictures: left - encoders, least: leastPictures, left)
        )
    }

    /// What would fit into the memory that is left, the end of a sentence: fewer pictures, fewer files, or a faster preset.
    private static func relief(of plans: [CheckedExport], pictures: Int, least: Int, _ left: Int) -> Explanation {
        // What is left differs by some megabytes from run to run.
        let sure = pictures - (4 << 20)
        if sure >= max(least, 1 << 20) {
            return ", or let it hold fewer pictures with \(remedy: .set(.memory, to: "\(sure >> 20)M"))"
        }
        guard plans.count == 1 else { return ", or write one file at a time" }
        guard let job = plans.first?.job, let encoder = job.profile.codec.encoder else { return "" }
        let fitting = encoder.presets.last { preset in
            var job = job
            job.profile.preset = preset
            return encoder.memory(job) + least <= left
        }
        return fitting.map { ", or let the encoder hold fewer pictures with \(remedy: .set(.preset, to: $0))" } ?? ""
    }

    /// What will be written, for a log.
    var summary: String {
        "\(job.frameCount) frames of \(job.size) at \(job.rate?.description ?? "a variable rate"), "
            + "\(runCount) drawings, \(job.profile.codec.id)\(job.keepsAlpha ? " with alpha" : "") "
            + "in \(job.profile.format.id)"
    }

    /// A time for people: in a unit in which it has no row of zeros, and exact, or to three digits.
    private static func shown(_ time: RationalTime) -> String {
        let units: [(String, factor: Int64)] = [("s", 1), ("ms", 1000), ("µs", 1_000_000), ("ns", 1_000_000_000)]
        let unit = units.first { time.seconds * Double($0.factor) >= 0.01 } ?? units[0]
        let exact = unit.factor == 1 ? time.decimal : nil
        return (exact ?? (time.seconds * Double(unit.factor)).threeDigits) + " " + unit.0
    }

    /// The receipt.
    func report(of receipt: OutputReceipt, file: FilePath, wallTime: Duration) -> ExportReport {
        ExportReport(
            input: sequence.frames.name,
            framesIn: sequence.drawingCount,
            framesEncoded: job.frameCount,
            framesReadBack: receipt.frameCount,
            framesRendered: sequence.renderCount,
            rate: sequence.rate?.description ?? ExportReport.variableRate,
            duration: Double(sequence.timing.presentationTime(ofFrame: job.frameCount)) / 1e9,
            width: job.size.width,
            height: job.size.height,
            codec: job.profile.codec,
            container: job.profile.format,
            file: file.string,
            byteCount: receipt.byteCount,
            substitutions: ExportReport.Substitution.all(in: sequence.frames.frames),
            skipped: sequence.skipped.description,
            fitted: sequence.fitted,
            notes: sequence.frames.hints.map { Explanation($0) } + notes
                + [sequence.clippingNote].compactMap(\.self) + receipt.notes,
            rendering: sequence.statistics,
            audioCodec: receipt.sound?.codec,
            fidelity: receipt.fidelity,
            wallTime: wallTime / .seconds(1)
        )
    }
}

extension Double {
    /// The number to three digits.
    fileprivate var threeDigits: String {
        guard self > 0 else { return "0" }
        let scale = pow(10, 2 - log10(self).rounded(.down))
        return ((self * scale).rounded() / scale).shortest
    }
}

extension EncodingProfile {
    /// Refuses pictures with a longer side than the codec has.
    func checkLongestSide(of size: PixelSize, _ demand: EncodingDemand) throws(ExportError) {
        let most = format.sides(of: codec).upperBound
        guard max(size.width, size.height) > most else { return }
        var demand = demand
        demand.size = size
        // An image stays an image, whose name may have no place for a number.
        let other = demand.nearest(to: format, with: codec)?.format
        let offer: Explanation? =
            format.isNumbered && other?.isNumbered == true
            ? other.map { "write \(remedy: .choose(format: $0.usualExtension))" }
            : demand.offer(insteadOf: format, with: codec)
        throw .unencodable(
            reason: "The pictures are \(size), and \(codec.name) carries none with a side of more than \(most) pixels. "
                + "Make them smaller with \(remedy: .set(.size))" + (offer.map { ", or " + $0 } ?? "") + "."
        )
    }
}
