import FlipbookCore
import FlipbookImaging

/// An export that has been checked: the sequence, and what becomes of it in the file.
struct ExportPlan: Sendable {
    /// The sequence.
    let sequence: CheckedSequence
    /// Frames of all cycles together.
    let frameCount: Int
    /// Drawings of all cycles together, a held one counted once.
    let runCount: Int
    /// Whether the output has transparency.
    let keepsAlpha: Bool
    /// What the export does that someone might not expect.
    let notes: [String]

    private let profile: EncodingProfile

    /// What came of writing the plan.
    struct Written {
        /// Frames counted in what was written.
        let frameCount: Int
        /// Bytes written.
        let byteCount: Int
        /// Numbers of an earlier image sequence of the same name that still lie there.
        var leftover = FrameSet()

        /// What someone should know about the folder.
        var notes: [String] {
            leftover.isEmpty ? [] : ["frames \(leftover) of an earlier export of this name are still there."]
        }
    }

    /// Checks everything that can be checked before the first picture is decoded.
    /// - Throws: ``ExportError``, ``SequenceError`` with every culprit, or `CancellationError`.
    init(frames: FrameList, settings: ExportSettings) async throws {
        let codec = settings.profile.codec
        profile = settings.profile
        guard settings.sequence.animationRepeatCount > 0 else { throw ExportError.endless }
        sequence = try await CheckedSequence(
            frames,
            settings: settings.sequence,
            format: EncodingPipeline.pixelFormat(of: codec, isDeep: false),
            deepFormat: EncodingPipeline.pixelFormat(of: codec, isDeep: true),
            isFlattened: !codec.carriesAlpha
        )
        try Self.check(sequence, fits: settings.profile)
        guard let frameCount = sequence.playedFrameCount, let runCount = sequence.playedRunCount else {
            throw ExportError.endless
        }
        try Self.check(
            length: sequence.timing.presentationTime(ofFrame: frameCount),
            at: sequence.rate,
            fits: settings.profile.container
        )
        self.frameCount = frameCount
        self.runCount = runCount
        let canvas = sequence.canvas
        let view = settings.sequence
        let isFaded = view.alpha < 1
        let isCovered = view.background?.isOpaque ?? false
        let hasGaps =
            (view.tintColor.map { !$0.isOpaque } ?? false)
            || sequence.survey.headers.contains { $0.hasAlpha || $0.shownSize != canvas }
        keepsAlpha = codec.carriesAlpha && !view.isOpaque && (isFaded || (!isCovered && hasGaps))
        notes = ExportNotes(sequence: sequence, settings: settings).sentences
    }

    /// Refuses pictures that the muxer would leave out of the file, or that the codec would not give back.
    private static func check(_ sequence: CheckedSequence, fits profile: EncodingProfile) throws(ExportError) {
        let (size, container) = (sequence.outputSize, profile.container)
        let least = max(container.smallestSide, profile.codec.smallestSide)
        guard size.width >= least, size.height >= least else {
            throw .unencodable(
                reason: "The pictures are \(sequence.canvas), and an .\(container.rawValue) file carries none below "
                    + "\(least)x\(least). Enlarge them with \(remedy: .set(.size)), or write "
                    + (container == .mp4
                        ? "\(remedy: .choose(format: "mkv"))."
                        : "numbered images: \(remedy: .set(.output, to: "frame.####.png")).")
            )
        }
        if sequence.rate == nil { try check(sequence.timing, fits: container) }
    }

    /// Refuses frames of different lengths where the container cannot tell them.
    private static func check(_ timing: FrameTiming, fits container: Container) throws(ExportError) {
        guard let slots = timing.frameSlots else { return }
        guard let limits = container.slotLimits(slots) else {
            throw .unencodable(
                reason: "Numbered images carry no times, and these frames are shown for different ones. "
                    + "Give \(remedy: .set(.frameRate)) to repeat frames at a constant rate, or write \(remedy: .choose(format: "mkv")) or \(remedy: .choose(format: "mp4"))."
            )
        }
        guard slots.shortest >= limits.lowerBound, slots.longest <= limits.upperBound else {
            throw .unencodable(
                reason: "The shortest frame is shown for \(Self.shown(slots.shortest)) s and the longest for "
                    + "\(Self.shown(slots.longest)) s; an .\(container.rawValue) file can tell "
                    + "\(Self.shown(limits.lowerBound)) to \(Self.shown(limits.upperBound)) s here. Change these durations."
            )
        }
    }

    /// Refuses what lasts longer than the container can say.
    private static func check(length: Int64, at rate: FrameRate?, fits container: Container) throws(ExportError) {
        let seconds = length / 1_000_000_000
        guard container == .mp4, let longest = rate.map(MovieTimescale.longest), seconds >= longest else { return }
        throw .unencodable(
            reason:
                "The frames last \(seconds) s in all, and an .mp4 file holds less than \(longest) s. "
                + "Shorten their durations, repeat them less often, or write \(remedy: .choose(format: "mkv"))."
        )
    }

    /// What will be written, for a log.
    var summary: String {
        "\(frameCount) frames of \(sequence.outputSize) at \(sequence.rate?.description ?? "a variable rate"), "
            + "\(runCount) drawings, \(profile.codec.rawValue)\(keepsAlpha ? " with alpha" : "") "
            + "in \(profile.container.rawValue)"
    }

    private static func shown(_ time: RationalTime) -> String { time.decimal ?? String(time.seconds) }

    /// The receipt.
    func report(of written: Written, file: FilePath, wallTime: Duration) -> ExportReport {
        ExportReport(
            input: sequence.frames.name,
            framesIn: sequence.drawingCount,
            framesEncoded: frameCount,
            framesReadBack: written.frameCount,
            framesRendered: sequence.renderCount,
            rate: sequence.rate?.description ?? ExportReport.variableRate,
            duration: Double(sequence.timing.presentationTime(ofFrame: frameCount)) / 1e9,
            width: sequence.outputSize.width,
            height: sequence.outputSize.height,
            codec: profile.codec,
            container: profile.container,
            file: file.string,
            byteCount: written.byteCount,
            substitutions: sequence.frames.substituted.compactMap(ExportReport.Substitution.init),
            skipped: sequence.skipped.description,
            fitted: sequence.fitted,
            notes: sequence.frames.hints + notes + written.notes,
            rendering: sequence.statistics,
            wallTime: wallTime / .seconds(1)
        )
    }
}
