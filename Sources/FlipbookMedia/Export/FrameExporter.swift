public import FlipbookCore
import FlipbookImaging
import Glibc

/// Makes a PNG file of one frame, composited as an export or a player shows it.
public struct FrameExporter: Sendable {
    /// The sequence as it was found.
    public let frames: FrameList
    /// How it is shown.
    public let settings: SequenceSettings
    /// Whether an existing file is replaced.
    public let overwrites: Bool

    /// What is drawn over the frame, in pixels of the canvas.
    var strokes: [FrameNotes.Stroke] = []

    /// An exporter of single frames of a sequence.
    public init(frames: FrameList, settings: SequenceSettings, overwrites: Bool = false) {
        self.frames = frames
        self.settings = settings
        self.overwrites = overwrites
    }

    /// Writes one frame to `target` and says what it did.
    ///
    /// Only this frame's file and the first one's, which gives the canvas its size, have to be readable. A frame that
    /// is missing is dealt with as the property `missing` says.
    /// - Parameter number: The frame's number; where files have none, its place from 1; `nil` for the first frame.
    /// - Throws: ``ExportError``; cancelling the task throws ``ExportError/cancelled``.
    public func export(frame number: Int?, to target: FilePath) async throws(ExportError) -> FrameReport {
        try await export(to: target) { () async throws(ExportError) in
            let (list, position) = try choose(number)
            guard self.settings.scene == nil else {
                // The first moment at which the scene shows the frame.
                let sequence = try await CheckedSequence.shownInFull(frames, self.settings)
                let shown = sequence.frames.frames.firstIndex { $0.source == list[position].source }
                let moment = sequence.timing.presentationTime(ofFrame: number == nil ? 0 : shown ?? 0)
                return Drawn(sequence, at: moment, list[position], position)
            }
            var settings = settings
            settings.texts = settings.texts.map { $0.timed(at: position, of: list.count, settings) }
            // Two frames of a sequence have gaps between them, and times of their own no meaning.
            settings.missing = .skip
            settings.maximumGap = nil
            settings.frameRate = nil
            settings.animationDuration = .zero
            settings.animationRepeatCount = 1
            let pair = list.first == list[position] ? [list[position]] : [list[0], list[position]]
            let sequence = try await CheckedSequence.shownInFull(
                FrameList(name: frames.name, frames: pair.map(\.withoutDuration)),
                settings
            )
            let moment = sequence.timing.presentationTime(ofFrame: pair.count - 1)
            return Drawn(sequence, at: moment, list[position], position)
        }
    }

    /// Writes what is shown at a time in seconds to `target` and says what it did.
    /// - Throws: ``ExportError``; ``ExportError/noSuchMoment(_:length:)`` where the sequence has ended by then.
    public func export(at time: RationalTime, to target: FilePath) async throws(ExportError) -> FrameReport {
        try await export(to: target) { () async throws(ExportError) in
            let sequence = try await CheckedSequence.shownInFull(frames, settings)
            let moment = try sequence.moment(time)
            let position = sequence.timing.positionInCycle(ofFrame: sequence.timing.frame(at: moment))
            return Drawn(sequence, at: moment, sequence.frames.frames[position], position)
        }
    }

    /// A moment of a sequence, and the frame that is shown then.
    private struct Drawn {
        let sequence: CheckedSequence
        let moment: Int64
        let frame: Frame
        let position: Int

        init(_ sequence: CheckedSequence, at moment: Int64, _ frame: Frame, _ position: Int) {
            (self.sequence, self.moment, self.frame, self.position) = (sequence, moment, frame, position)
        }

        func picture(under strokes: [FrameNotes.Stroke]) async throws(ExportError) -> Picture {
            let picture: Picture
            do throws(FrameRenderError) {
                picture = try await sequence.picture(at: moment)
            } catch {
                throw ExportError(error)
            }
            do throws(MachineShortage) {
                return try StrokePainter.picture(picture, under: strokes)
            } catch {
                throw .shortage(error)
            }
        }
    }

    private func export(
        to target: FilePath,
        _ choose: () async throws(ExportError) -> Drawn
    ) async throws(ExportError) -> FrameReport {
        var recovered: [String] = []
        do throws(ExportError) {
            try checkName(target)
            let drawn = try await choose()
            let (sequence, frame, position) = (drawn.sequence, drawn.frame, drawn.position)
            recovered = UnfinishedOutput.recover(in: FilePath(target.directory))
            let output = try OutputFile(target: target, overwrites: overwrites)
            let picture = try await drawn.picture(under: strokes)
            let isOpaque = picture.isOpaque
            let bytes: [UInt8]
            do throws(PNGEncodingError) {
                bytes = try PNGEncoder.encode(picture, opaque: isOpaque)
            } catch {
                throw ExportError.unencodable(reason: "\(target): \(error)")
            }
            try output.write(bytes)
            let byteCount = output.byteCount
            if Task.isCancelled { throw .cancelled }
            try output.commit()
            return FrameReport(
                input: frames.name,
                frame: frame.number,
                position: position + 1,
                source: frame.path?.string,
                file: target.string,
                width: picture.size.width,
                height: picture.size.height,
                hasAlpha: !isOpaque,
                byteCount: byteCount,
                substitution: ExportReport.Substitution(frame),
                notes: recovered.map { Explanation($0) }
                    + [
                        frame.substitutionNote.map { Explanation($0) }, sequence.colorNote, sequence.lightNote,
                        sequence.overlayNote,
                        sequence.placementNote,
                    ].compactMap { $0 } + sequence.viewNotes,
                rendering: sequence.statistics
            )
        } catch {
            throw ExportError(error, after: recovered)
        }
    }

    /// Refuses a frame that is not there, and a target that none can be written to, and writes nothing.
    package func check(frame number: Int?, to target: FilePath) throws(ExportError) {
        try checkName(target)
        _ = try choose(number)
        try OutputFile.check(target, overwrites: overwrites)
    }

    private func checkName(_ target: FilePath) throws(ExportError) {
        guard OutputFormat.numberedPNG.matches(target) else { throw .wrongExtension(target, .numberedPNG) }
        let others = settings.otherInputs
        if let frame = OutputCollision.frame(of: frames, and: others, metBy: target, isPattern: false) {
            throw .outputIsInput(frame)
        }
    }

    /// All frames, and which of them is wanted.
    private func choose(_ number: Int?) throws(ExportError) -> (frames: [Frame], position: Int) {
        guard let number else {
            guard !frames.frames.isEmpty else { throw .sequence(.noFrames(name: frames.name)) }
            return (frames.frames, 0)
        }
        if frames.frames.contains(where: { $0.number != nil }) {
            if let position = frames.frames.firstIndex(where: { $0.number == number }) {
                return (frames.frames, position)
            }
            if frames.missing.contains(number) {
                let complete: FrameList
                do throws(MissingFramesError) {
                    complete = try frames.substituting(settings.missing, maximumGap: settings.maximumGap)
                } catch {
                    throw .sequence(.missingFrames(error))
                }
                if let position = complete.frames.firstIndex(where: { $0.number == number }) {
                    return (complete.frames, position)
                }
            }
        } else if frames.frames.indices.contains(number - 1) {
            return (frames.frames, number - 1)
        }
        throw ExportError.noSuchFrame(number, sequence: frames.name, range: range)
    }

    /// Which frames there are, for a message.
    private var range: String {
        let numbers = frames.frames.compactMap(\.number)
        guard numbers.count == frames.frames.count, !numbers.isEmpty else { return "1-\(frames.frames.count)" }
        return FrameSet(numbers).description
    }
}

extension Frame {
    /// The frame for an equal part of the cycle.
    var withoutDuration: Frame {
        Frame(image, number: number, substitution: substitution)
    }
}

extension Picture {
    /// Whether nothing shows through any pixel of a straight picture.
    fileprivate var isOpaque: Bool {
        withUnsafeBytes { bytes in
            guard format == .rgba64 else {
                return stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
            }
            let channels = bytes.bindMemory(to: UInt16.self)
            return stride(from: 3, to: channels.count, by: 4).allSatisfy { channels[$0] == .max }
        }
    }
}

extension Frame {
    /// What stands in for a missing number, a sentence; `nil` for a frame that is there.
    fileprivate var substitutionNote: String? {
        guard substitution != nil, let number else { return nil }
        let shown = path.map { $0.name.description } ?? "black"
        return "frame \(number) is missing: \(shown) stands in for it."
    }
}
