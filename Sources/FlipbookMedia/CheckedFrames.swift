package import FlipbookCore
import FlipbookImaging
package import FlipbookRender
import FlipbookScene
package import FlipbookSequences

/// The checked frames of a sequence: each exists, is readable, and has a time and a position on the canvas.
package struct CheckedFrames: Sendable {
    /// The treatment of unreadable frames that the policy for missing frames does not replace or leave out.
    package enum Unreadable: Sendable {
        /// The sequence is rejected, because a file with substituted frames would be incomplete.
        case refused
        /// Playback continues with the previous frame. Only a sequence without any readable frame is rejected.
        case played
    }

    package let found: FrameList
    package private(set) var frames: FrameList
    let gapNotes: [Explanation]
    /// The numbers of missing and damaged frames that `MissingFramePolicy.skip` leaves out.
    package let skipped: FrameSet
    /// The rates in the files' headers, or an empty set if a setting specifies a rate. If the headers agree on one rate, it is
    /// used.
    package let storedRates: Set<FrameRate>
    let damagedFiles: [FilePath: FrameSurvey.Entry]
    package let damaged: [(position: Int, frame: Frame, error: FrameRenderError)]
    package let drawingCount: Int
    package internal(set) var timing: FrameTiming
    /// Frames per second, or `nil` if the frames' durations differ.
    package internal(set) var rate: FrameRate?
    package private(set) var playedFrameCount: Int?
    package internal(set) var survey: FrameSurvey
    package let canvas: PixelSize
    package let scale: DisplayScale

    /// Checks headers and times.
    /// - Parameter known: The entries of files that have already been read.
    /// - Throws: ``SequenceError`` with all faulty frames, or an error if the task is canceled.
    init(_ list: FrameList, _ settings: SequenceSettings, known: [FilePath: FrameSurvey.Entry], unreadable: Unreadable)
        async throws
    {
        let read = try await settings.survey(list.frames, known).changingImages(settings.look)
        let failures = read.failures.filter { $1.shortage == nil && (unreadable == .played || $1.isDamage) }
        var policy = settings.gaps
        if policy.missing == .error, unreadable == .played, list.isComplete { policy.missing = .hold }
        // Rejected frames are reported together with all other faulty frames.
        var damages: [Frame.Source: String] = [:]
        if policy.missing != .error {
            for (source, error) in failures { damages[source] = error.fault(at: source.name) }
        }
        let filled = try wrapping(
            list.substituting(policy, damaged: damages, naming: ArchivedPictures.name(of:)),
            in: { SequenceError($0, FrameFaults(in: read, mismatch: settings.mismatch)) }
        )
        found = list
        gapNotes = filled.notes.map { Explanation($0) }
        var complete = filled.list
        if let rate = settings.frameRate {
            complete = try wrapping(complete.converted(to: rate), in: SequenceError.constantRate)
        }
        guard !complete.frames.isEmpty else { throw SequenceError.noFrames(name: list.name) }
        let isTimed = settings.frameRate != nil || settings.animationDuration > .zero || complete.hasDurations
        storedRates = isTimed ? [] : Set(read.headers.lazy.compactMap(\.frameRate))
        if storedRates.count == 1, let rate = storedRates.first {
            complete = complete.showing(eachFor: rate.frameDuration)
        }
        var times = try complete.times(at: settings.frameRate, lasting: settings.animationDuration)
        if let transition = settings.transition { times = try complete.go(over: transition, times, settings.frameRate) }
        damagedFiles = Dictionary(
            uniqueKeysWithValues: failures.compactMap { source, error in
                guard case .file(let path) = source else { return nil }
                return (path, FrameSurvey.Entry(frame: Frame(file: path), header: .failure(error)))
            }
        )
        let places =
            failures.isEmpty
            ? [] : complete.frames.enumerated().map { ($0, $1) } + filled.leftOut.map { ($0.place, $0.frame) }
        damaged = places.compactMap { position, frame in
            guard let source = frame.damage?.source, let error = failures[source] else { return nil }
            return (position, frame, FrameRenderError(path: source.name, cause: error))
        }
        let leftOut = filled.leftOut.compactMap { $0.frame.damage?.number }
        let isLong = list.missing.count > FrameSet.maximumCount
        skipped =
            policy.missing != .skip
            ? FrameSet()
            : leftOut.isEmpty || isLong ? list.missing : FrameSet((leftOut + Array(list.missing)).sorted())
        // A manifest may list a held drawing more than once.
        drawingCount = Set(complete.frames.lazy.map(\.source)).subtracting([.black, .nothing]).count
        (timing, rate) = times
        playedFrameCount =
            Sequencer(animationImages: complete.frames, animationRepeatCount: settings.animationRepeatCount)
            .playedFrameCount
        survey =
            complete.frames == list.frames
            ? read
            : try await settings.survey(complete.frames, known.merging(read.readFiles) { $1 })
                .changingImages(settings.look)
        frames = complete
        let found = FrameFaults(in: survey, mismatch: settings.mismatch)
        if let shortage = found?.shortage { throw SequenceError.shortage(shortage) }
        if let faults = found,
            // A player shows the first picture of a file with multiple pictures.
            unreadable == .refused || settings.mismatch == .error || survey.entries.allSatisfy({ $0.size == nil })
        {
            throw SequenceError.faultyFrames(faults)
        }
        // The first frames may be empty.
        let first = (survey.entries.first { $0.size != nil } ?? survey.entries[0]).frame
        guard let firstSize = survey.entries.lazy.compactMap(\.size).first ?? settings.size
        else { throw SequenceError.noFrames(name: list.name) }
        let view = settings.layer(on: .zero, showing: .nothing)
        if let fault = survey.capsFault(in: view) { throw SequenceError.setting(fault) }
        let firstScale = DisplayScale(ofImage: first.scale)
        let canvasScale = settings.scale ?? (settings.size == nil ? firstScale : 1)
        canvas = settings.size ?? canvasScale.pixels(of: first.image.naturalSize(of: firstSize), scale: firstScale)
        scale = canvasScale
    }

    /// Returns whether a frame's picture has no alpha channel and covers the canvas.
    func isOpaque(_ entry: FrameSurvey.Entry, in view: ViewProperties) -> Bool {
        guard entry.header?.header?.hasAlpha == false, let size = entry.size.map(entry.frame.image.naturalSize)
        else { return false }
        let (mode, policy, room) = (view.contentMode, view.pixelPolicy, Rect(origin: .zero, size: Size(canvas)))
        return Placement(of: size, scale: entry.frame.scale, in: canvas, scale: scale.value, mode, policy)
            .edges.intersection(room) == room
    }

    /// The time code in the first frame's header, or `nil` if there is none or it is invalid at this rate.
    package var storedTimeCode: TimeCode? {
        guard let rate, let first = survey.entries.first, first.frame.substitution == nil else { return nil }
        return first.header?.header?.timeCode.flatMap { $0.fault(at: rate) == nil ? $0 : nil }
    }

    func showing(_ stage: SceneStage, cycles: Int) -> CheckedFrames {
        var copy = self
        let known = Dictionary(stage.survey.entries.map { ($0.frame.source, $0.header) }) { $0 ?? $1 }
        let nothing = Frame(number: nil, source: .nothing)
        let shown = stage.frames.map { ($0 ?? nothing).withoutDuration }
        copy.frames = frames.replacing(shown, expected: nil, missing: FrameSet())
        copy.survey = stage.survey.showing(
            zip(stage.frames, shown).map { frame, shown in
                FrameSurvey.Entry(frame: shown, header: frame.flatMap { known[$0.source] ?? nil })
            }
        )
        (copy.timing, copy.rate) = (stage.clock.timing, stage.rate)
        copy.playedFrameCount = Sequencer(animationImages: shown, animationRepeatCount: cycles).playedFrameCount
        return copy
    }

}

extension FrameList {
    /// Returns the presentation times, and the rate if it is constant.
    /// - Parameters:
    ///   - rate: Frames per second. If `nil`, the rate follows from `duration`.
    ///   - duration: The length of a cycle. If 0, the frames' own durations are used, or 1/30 s for each frame.
    package func times(at rate: FrameRate?, lasting duration: RationalTime)
        throws(SequenceError) -> (FrameTiming, FrameRate?)
    {
        var sequencer = Sequencer(animationImages: frames)
        sequencer.animationDuration = rate?.duration(ofFrames: frames.count) ?? duration
        let unusable = SequenceError.unusableRate(
            frameCount: frames.count,
            duration: sequencer.effectiveAnimationDuration
        )
        guard var timing = sequencer.timing else { throw hasDurations ? .noCommonFraction(name: name) : unusable }
        let constant = FrameRate(frameCount: timing.frameCount, near: timing.cycleDuration)
        let rate = rate ?? (timing.isConstant ? constant : nil)
        if let rate, timing.isConstant, rate.duration(ofFrames: timing.frameCount) != timing.cycleDuration,
            let near = FrameTiming(frameCount: timing.frameCount, rate: rate)
        {
            timing = near
        }
        guard rate.map({ $0.framesPerSecond <= FrameRate.fastest }) ?? !timing.isConstant else { throw unusable }
        return (timing, rate)
    }

    /// Inserts transitions between the frames. A constant rate stays constant, but is raised if a transition would otherwise
    /// have fewer than two pictures.
    fileprivate mutating func go(
        over transition: TimedTransition,
        _ times: (timing: FrameTiming, rate: FrameRate?),
        _ asked: FrameRate?
    ) throws -> (FrameTiming, FrameRate?) {
        let rate = asked.flatMap { $0.slots(in: transition.duration) > 1 ? $0 : nil } ?? times.rate?.smooth
        guard let longer = going(over: transition, times.timing, at: rate ?? .imageViewDefault) else {
            let reason: Explanation = "There are more than \(FrameSet.maximumCount) frames. Shorten the transitions."
            throw SequenceError.setting(SettingFault(.transition, reason))
        }
        self = try rate.map { try wrapping(longer.converted(to: $0), in: SequenceError.constantRate) } ?? longer
        return try self.times(at: rate, lasting: .zero)
    }
}

extension Image {
    func naturalSize(of size: PixelSize) -> PixelSize {
        resizing?.naturalSize(of: size, scale: scale) ?? size
    }
}

extension FrameRate {
    /// The smallest multiple of the rate that makes motion smooth.
    var smooth: FrameRate {
        let factor = max(1, (24 * Int64(denominator) + Int64(numerator) - 1) / Int64(numerator))
        return FrameRate(Int64(numerator) * factor, Int64(denominator)) ?? self
    }
}
