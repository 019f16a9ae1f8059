public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences

/// Writes one frame to an image file, composited as in an export or a player.
///
/// The name's extension determines the format, one of ``OutputFormat/stills``.
public struct FrameExporter: Sendable {
    /// The sequence that contains the frame.
    public let frames: FrameList
    /// The settings for drawing the frame.
    public let settings: SequenceSettings
    /// The quality of a lossy image, from 0 to 100 (best), or `nil` for ``EncodingRequest/usualQuality``. Lossless formats
    /// ignore it.
    public let quality: Int?
    /// A Boolean value that indicates whether an existing file is replaced.
    public let overwrites: Bool

    /// The image's title, or `nil` for none.
    public var title: String?
    /// The image's description, or `nil` for none.
    public var summary: String?

    var strokes: [FrameNotes.Stroke] = []

    /// Creates an exporter for single frames.
    public init(frames: FrameList, settings: SequenceSettings, quality: Int? = nil, overwrites: Bool = false) {
        (self.frames, self.settings) = (frames, settings)
        (self.quality, self.overwrites) = (quality, overwrites)
    }

    /// Writes one frame to `target`.
    ///
    /// Only the files of this frame and of the first frame, which determines the canvas, must be readable. The settings'
    /// `missing` property determines how a missing or damaged frame is handled.
    /// - Parameter number: The frame's number, or its 1-based position if files have no numbers. If `nil`, the first frame is
    ///   written.
    /// - Throws: ``ExportError``, or ``ExportError/cancelled`` if the task is canceled.
    public func export(frame number: Int?, to target: FilePath) async throws(ExportError) -> FrameReport {
        // A frame of a scene, or one with burned-in text, depends on the other frames.
        let isAlone = settings.scene == nil && settings.burnIns.isEmpty
        return try await export(to: target, searching: !isAlone) { request, damage in
            let (list, position): ([Frame], Int)
            do {
                (list, position) = try choose(number, damage)
            } catch {
                // If the sequence has a single frame, an error in the sequence is reported first.
                if frames.frames.count == 1 { _ = try await CheckedSequence.shownInFull(frames, settings, as: request) }
                throw error
            }
            guard isAlone else {
                // Finds the first moment at which the frame is shown.
                let sequence =
                    try await CheckedSequence.shownInFull(frames, self.settings, as: request, known: damage.known)
                let (wanted, shown) = (list[position], sequence.frames.frames)
                if let number, sequence.skipped.contains(number) {
                    throw ExportError.noSuchFrame(number, sequence: frames.name, range: Self.range(of: shown))
                }
                let place = shown.firstIndex { frame in
                    frame.number == wanted.number && [frame.source, frame.damage?.source].contains(wanted.source)
                }
                let moment = sequence.timing.nanosecond(ofFrame: number == nil ? 0 : place ?? 0)
                return (sequence, moment, place.map { shown[$0] } ?? wanted, position)
            }
            // The levels also depend on frames that are not drawn.
            var settings = try await settings.measuringLevels(of: frames)
            settings.texts = settings.texts.map { $0.timed(at: position, of: list.count, settings) }
            // If only two frames are drawn, the gap between them and their durations are meaningless.
            settings.gaps = GapPolicy()
            (settings.frameRate, settings.animationDuration, settings.animationRepeatCount) = (nil, .zero, 1)
            let pair = list.first == list[position] ? [list[position]] : [list[0], list[position]]
            let sequence: CheckedSequence
            do {
                let shown = FrameList(name: frames.name, frames: pair.map(\.withoutDuration))
                sequence = try await CheckedSequence.shownInFull(shown, settings, as: request)
            } catch ExportError.sequence(.faultyFrames(var faults)) {
                faults.hasOthers = settings.missing == .error && frames.frames.count > 1
                throw ExportError.sequence(.faultyFrames(faults))
            }
            return (sequence, sequence.timing.nanosecond(ofFrame: pair.count - 1), list[position], position)
        }
    }

    /// Writes the picture at an exact time, in seconds, to `target`.
    /// - Throws: ``ExportError``, including ``ExportError/noSuchMoment(_:length:)`` if the sequence has ended by then.
    public func export(at time: RationalTime, to target: FilePath) async throws(ExportError) -> FrameReport {
        try await export(to: target, searching: true) { request, damage in
            let sequence = try await CheckedSequence.shownInFull(frames, settings, as: request, known: damage.known)
            let moment = try sequence.moment(time)
            let position = sequence.timing.positionInCycle(ofFrame: sequence.timing.frame(atNanosecond: moment))
            return (sequence, moment, sequence.frames.frames[position], position)
        }
    }

    private typealias Drawn = (sequence: CheckedSequence, moment: Int64, frame: Frame, position: Int)
    private typealias Choice = (EncodingRequest, DecodedDamage) async throws -> Drawn

    /// - Parameter searching: A Boolean value that indicates whether to decode all frames if one is damaged.
    private func export(to target: FilePath, searching: Bool, _ draw: Choice) async throws(ExportError) -> FrameReport {
        var damage = DecodedDamage(of: frames, settings)
        return try await damage.standingIn(searching: searching) { try await export(to: target, $0, draw) }
    }

    private func export(to target: FilePath, _ damage: DecodedDamage, _ draw: Choice) async throws -> FrameReport {
        var recovered: [String] = []
        do {
            var request = try request(for: target)
            let drawn = try await draw(request, damage)
            let (sequence, frame) = (drawn.sequence, drawn.frame)
            request.pictures = EncodingRequest.Pictures(sequence)
            try request.check([.longestSide])
            recovered = UnfinishedOutput.recover(in: FilePath(target.directory))
            let output = try AtomicFile(target: target, overwrites: overwrites)
            let picture = try await sequence.picture(at: drawn.moment).under(strokes: strokes.map(\.points))
            var settings = ExportSettings(request)
            settings.describe(title: title, description: summary)
            let layout = request.layout(of: EncodingRequest.Pictures(sequence, isFlattened: false))
            let job = EncodingJob(
                settings: settings,
                frameCount: 1,
                size: picture.size,
                timing: sequence.timing,
                rate: nil,
                pictureLayout: layout,
                // The file has an alpha channel only if part of the picture is transparent.
                keepsAlpha: layout.carriesAlpha && !picture.isOpaque,
                loopCount: 1,
                frames: sequence.frames
            )
            try output.write(try job.compressed(picture))
            let byteCount = output.byteCount
            if Task.isCancelled { throw ExportError.cancelled }
            try output.commit()
            return FrameReport(
                input: frames.name,
                frame: frame.number,
                position: drawn.position + 1,
                source: frame.path?.string,
                file: target.string,
                width: picture.size.width,
                height: picture.size.height,
                hasAlpha: job.keepsAlpha,
                byteCount: byteCount,
                substitution: ExportReport.Substitution(frame),
                notes: recovered.map { Explanation($0) } + notes(on: drawn, job),
                rendering: sequence.statistics
            )
        } catch { throw ExportError(error, after: recovered) }
    }

    private func notes(on drawn: Drawn, _ job: EncodingJob) -> [Explanation] {
        let (sequence, layout, codec) = (drawn.sequence.noting(drawn.frame), job.pictureLayout, job.codec.id)
        let loss = sequence.lostDepth(keeping: layout.depth)
        let rounding: Explanation? = loss.map { "the picture has \($0); \(codec) keeps \(layout.depth)\($1)." }
        let flattening: Explanation? =
            layout.carriesAlpha || !sequence.hasGaps || settings.backgroundColor?.isOpaque == true
            ? nil
            : "the picture is partly transparent, which \(codec) does not support, so transparent parts are composited "
                + "over black. Choose a different color with \(remedy: .set(.background)), or, to keep the "
                + "transparency, end the name in \(remedy: .choose(format: "png"))."
        return [
            substitutionNote(on: drawn.frame), rounding, sequence.colorNote,
            job.request.narrowing(on: sequence.target.canvas), sequence.lightNote, sequence.channelNote,
            sequence.clippingNote, sequence.strayNote, sequence.levelsNote, sequence.overlayNote,
            sequence.placementNote, flattening,
            job.codec.multipliesAlpha ? job.alphaNote(hasBars: sequence.hasBars) : nil,
        ].compactMap { $0 } + sequence.remarkNotes + sequence.viewNotes
    }

    private func substitutionNote(on frame: Frame) -> Explanation? {
        if let note = frame.damageNote(naming: ArchivedPictures.name(of:)) { return Explanation("\(note).") }
        guard frame.substitution != nil, let number = frame.number else { return nil }
        return "frame \(number) is missing: \(frame.standIn)."
    }

    package func check(frame number: Int?, to target: FilePath) throws(ExportError) {
        try ExportError.of {
            _ = try request(for: target)
            _ = try choose(number)
            try AtomicFile.check(target, overwrites: overwrites)
        }
    }

    private func request(for target: FilePath) throws -> EncodingRequest {
        guard let format = OutputFormat.stills.first(where: { $0.matches(target) }) else {
            let endings = OutputFormat.stills.map { ".\($0.usualExtension)" }
            throw ExportError.unencodable(
                reason: "\(target): a single frame is written as an image. End the name in \(endings.listed(by: "or"))."
            )
        }
        try Exporter.checkIsOneFile(target, "a frame", isImage: true)
        if let frame = OutputCollision.frame(of: frames, and: settings.otherInputs, by: target, isPattern: false) {
            throw ExportError.outputIsInput(frame)
        }
        let hasQualities = format.defaultCodec.factors != nil
        let request = EncodingRequest(format: format, quality: hasQualities ? quality : nil)
        try request.check(EncodingRule.ofEncoding)
        return request
    }

    private func choose(_ number: Int?, _ damage: DecodedDamage? = nil) throws -> (frames: [Frame], position: Int) {
        let damaged = damage?.reasons ?? [:]
        let isNumbered = frames.frames.contains { $0.number != nil }
        var filled = FrameList.Filled(list: frames)
        if !damaged.isEmpty || isNumbered && number.map(frames.missing.contains) == true {
            do throws(MissingFramesError) {
                filled = try frames.substituting(settings.gaps, damaged: damaged, naming: ArchivedPictures.name(of:))
            } catch { throw ExportError.sequence(SequenceError(error, damage?.faults)) }
        }
        let complete = filled.list.frames
        guard let number else {
            guard !complete.isEmpty else { throw ExportError.sequence(.noFrames(name: frames.name)) }
            return (complete, 0)
        }
        let leftOut = filled.leftOut.compactMap { $0.frame.damage?.number }
        let place =
            isNumbered ? complete.firstIndex { $0.number == number } : number - 1 - leftOut.count { $0 < number }
        guard let place, complete.indices.contains(place), !leftOut.contains(number)
        else { throw ExportError.noSuchFrame(number, sequence: frames.name, range: Self.range(of: complete)) }
        return (complete, place)
    }

    private static func range(of frames: [Frame]) -> String {
        let numbers = frames.compactMap(\.number)
        guard numbers.count == frames.count, !numbers.isEmpty else { return "1-\(frames.count)" }
        return FrameSet(numbers).description
    }
}
