public import FlipbookCore
import FlipbookFiles
import FlipbookImaging
public import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import Glibc

/// Makes an image file of one frame, composited as an export or a player shows it.
///
/// The name's extension chooses the format, one of ``OutputFormat/stills``.
public struct FrameExporter: Sendable {
    /// The sequence as it was found.
    public let frames: FrameList
    /// The settings of its drawing.
    public let settings: SequenceSettings
    /// The quality of a lossy image, 0 to 100, the higher the better, or `nil` for ``EncodingRequest/usualQuality``. Formats
    /// that keep every pixel have no use for it.
    public let quality: Int?
    /// A Boolean value that replaces an existing file.
    public let overwrites: Bool

    /// The title that the image carries, or `nil` for none.
    public var title: String?
    /// The description that the image carries, or `nil` for none.
    public var summary: String?

    /// The strokes over the frame, in pixels of the canvas.
    var strokes: [FrameNotes.Stroke] = []

    /// An exporter of single frames of a sequence.
    public init(frames: FrameList, settings: SequenceSettings, quality: Int? = nil, overwrites: Bool = false) {
        (self.frames, self.settings) = (frames, settings)
        (self.quality, self.overwrites) = (quality, overwrites)
    }

    /// Writes one frame to `target` and says what it did.
    ///
    /// Only this frame's file and the first one's, which gives the canvas its size, have to be readable. A frame that
    /// is missing or damaged is dealt with as the property `missing` says.
    /// - Parameter number: The frame's number; where files have none, its place from 1, or `nil` for the first frame.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``.
    public func export(frame number: Int?, to target: FilePath) async throws(ExportError) -> FrameReport {
        // What a scene or a burnt-in line shows with a frame depends on the others.
        let isAlone = settings.scene == nil && settings.burnIns.isEmpty
        return try await export(to: target, searching: !isAlone) { request, damage in
            let (list, position): ([Frame], Int)
            do {
                (list, position) = try choose(number, damage)
            } catch {
                // Why a file has no more than one frame comes first.
                if frames.frames.count == 1 { _ = try await CheckedSequence.shownInFull(frames, settings, as: request) }
                throw error
            }
            guard isAlone else {
                // The first moment at which the frame is shown.
                let sequence = try await CheckedSequence.shownInFull(
                    frames,
                    self.settings,
                    as: request,
                    known: damage.known
                )
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
            // The frames that are not drawn count, too.
            var settings = try await settings.measuringLevels(of: frames)
            settings.texts = settings.texts.map { $0.timed(at: position, of: list.count, settings) }
            // Two frames of a sequence have gaps between them that are dealt with, and times of their own no meaning.
            settings.gaps = GapPolicy()
            settings.frameRate = nil
            settings.animationDuration = .zero
            settings.animationRepeatCount = 1
            let pair = list.first == list[position] ? [list[position]] : [list[0], list[position]]
            let sequence: CheckedSequence
            do {
                sequence = try await CheckedSequence.shownInFull(
                    FrameList(name: frames.name, frames: pair.map(\.withoutDuration)),
                    settings,
                    as: request
                )
            } catch ExportError.sequence(.faultyFrames(var faults)) {
                faults.hasOthers = settings.missing == .error && frames.frames.count > 1
                throw ExportError.sequence(.faultyFrames(faults))
            }
            let moment = sequence.timing.nanosecond(ofFrame: pair.count - 1)
            return (sequence, moment, list[position], position)
        }
    }

    /// Writes what is shown at an exact time in seconds to `target` and says what it did.
    /// - Throws: ``ExportError``; ``ExportError/noSuchMoment(_:length:)`` where the sequence has ended by then.
    public func export(at time: RationalTime, to target: FilePath) async throws(ExportError) -> FrameReport {
        try await export(to: target, searching: true) { request, damage in
            let sequence = try await CheckedSequence.shownInFull(frames, settings, as: request, known: damage.known)
            let moment = try sequence.moment(time)
            let position = sequence.timing.positionInCycle(ofFrame: sequence.timing.frame(atNanosecond: moment))
            return (sequence, moment, sequence.frames.frames[position], position)
        }
    }

    /// A moment of a sequence, and the frame that is shown then.
    private typealias Drawn = (sequence: CheckedSequence, moment: Int64, frame: Frame, position: Int)

    /// - Parameter searching: `true` to decode all frames if one is damaged.
    private func export(
        to target: FilePath,
        searching: Bool,
        _ choose: (EncodingRequest, DecodedDamage) async throws -> Drawn
    ) async throws(ExportError) -> FrameReport {
        var damage = DecodedDamage(of: frames, settings)
        return try await damage.standingIn(searching: searching) { try await export(to: target, $0, choose) }
    }

    private func export(
        to target: FilePath,
        _ damage: DecodedDamage,
        _ choose: (EncodingRequest, DecodedDamage) async throws -> Drawn
    ) async throws -> FrameReport {
        var recovered: [String] = []
        do {
            var request = try request(for: target)
            let drawn = try await choose(request, damage)
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
                // An alpha channel where something shows through the picture.
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
        } catch {
            throw ExportError(error, after: recovered)
        }
    }

    /// Sentences about the picture that a user might not expect.
    private func notes(on drawn: Drawn, _ job: EncodingJob) -> [Explanation] {
        let (sequence, layout, codec) = (drawn.sequence.noting(drawn.frame), job.pictureLayout, job.codec.id)
        let rounding: Explanation? =
            sequence.depth <= layout.depth
            ? nil
            : "the picture has \(sequence.depth) bits a channel; \(codec) carries \(layout.depth), and the rest is dithered."
        let isFlattened = !layout.carriesAlpha && sequence.hasGaps && settings.backgroundColor == nil
        let flattening: Explanation? =
            !isFlattened
            ? nil
            : "the picture is transparent in parts, which \(codec) does not carry: composited over black. Choose another "
                + "color with \(remedy: .set(.background)), or to keep it, end the name in \(remedy: .choose(format: "png"))."
        return [
            substitutionNote(on: drawn.frame), rounding, sequence.colorNote,
            job.request.narrowing(on: sequence.target.canvas), sequence.lightNote,
            sequence.channelNote,
            sequence.clippingNote, sequence.strayNote, sequence.levelsNote, sequence.overlayNote,
            sequence.placementNote, flattening, job.codec.multipliesAlpha ? job.alphaNote : nil,
        ].compactMap { $0 } + sequence.remarkNotes + sequence.viewNotes
    }

    /// The note on what stands in for a missing or damaged frame, or `nil` if it is shown itself.
    private func substitutionNote(on frame: Frame) -> Explanation? {
        if let note = frame.damageNote(naming: ArchivedPictures.name(of:)) { return Explanation("\(note).") }
        guard frame.substitution != nil, let number = frame.number else { return nil }
        return "frame \(number) is missing: \(frame.standIn)."
    }

    /// Refuses a frame that is not there, and a target that none can be written to, and writes nothing.
    package func check(frame number: Int?, to target: FilePath) throws(ExportError) {
        try ExportError.of {
            _ = try request(for: target)
            _ = try choose(number)
            try AtomicFile.check(target, overwrites: overwrites)
        }
    }

    /// The request for a frame in a file of this name, which is none of the input's.
    private func request(for target: FilePath) throws -> EncodingRequest {
        guard let format = OutputFormat.stills.first(where: { $0.matches(target) }) else {
            let endings = OutputFormat.stills.map { ".\($0.usualExtension)" }
            throw ExportError.unencodable(
                reason: "\(target): one frame is written as an image. End the name in " + "\(endings.listed(by: "or"))."
            )
        }
        let others = settings.otherInputs
        if let frame = OutputCollision.frame(of: frames, and: others, metBy: target, isPattern: false) {
            throw ExportError.outputIsInput(frame)
        }
        let hasQualities = format.defaultCodec.factors != nil
        let request = EncodingRequest(format: format, quality: hasQualities ? quality : nil)
        try request.check(EncodingRule.ofEncoding)
        return request
    }

    /// All frames, with what stands in for some, and which of them is wanted.
    private func choose(_ number: Int?, _ damage: DecodedDamage? = nil) throws -> (frames: [Frame], position: Int) {
        let damaged = damage?.reasons ?? [:]
        let isNumbered = frames.frames.contains { $0.number != nil }
        var filled = FrameList.Filled(list: frames)
        if !damaged.isEmpty || isNumbered && number.map(frames.missing.contains) == true {
            do throws(MissingFramesError) {
                filled = try frames.substituting(settings.gaps, damaged: damaged, naming: ArchivedPictures.name(of:))
            } catch {
                throw ExportError.sequence(SequenceError(error, damage?.faults))
            }
        }
        let complete = filled.list.frames
        guard let number else {
            guard !complete.isEmpty else { throw ExportError.sequence(.noFrames(name: frames.name)) }
            return (complete, 0)
        }
        let leftOut = filled.leftOut.compactMap { $0.frame.damage?.number }
        let place =
            isNumbered ? complete.firstIndex { $0.number == number } : number - 1 - leftOut.count { $0 < number }
        guard let place, complete.indices.contains(place), !leftOut.contains(number) else {
            throw ExportError.noSuchFrame(number, sequence: frames.name, range: Self.range(of: complete))
        }
        return (complete, place)
    }

    private static func range(of frames: [Frame]) -> String {
        let numbers = frames.compactMap(\.number)
        guard numbers.count == frames.count, !numbers.isEmpty else { return "1-\(frames.count)" }
        return FrameSet(numbers).description
    }
}
