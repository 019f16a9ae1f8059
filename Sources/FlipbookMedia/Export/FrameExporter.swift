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
        var recovered: [String] = []
        do throws(ExportError) {
            try checkName(target)
            let (list, position) = try choose(number)
            var settings = settings
            settings.texts = settings.texts.map { $0.timed(at: position, of: list.count, settings) }
            // Two frames of a sequence have gaps between them, and times of their own no meaning.
            settings.missing = .skip
            settings.maximumGap = nil
            settings.frameRate = nil
            settings.animationDuration = .zero
            settings.animationRepeatCount = 1
            let pair = list.first == list[position] ? [list[position]] : [list[0], list[position]]
            let sequence = try await checked(
                FrameList(name: frames.name, frames: pair.map(\.withoutDuration)),
                settings
            )
            recovered = UnfinishedOutput.recover(in: FilePath(target.directory))
            let output = try OutputFile(target: target, overwrites: overwrites)
            let picture: Picture
            do throws(FrameRenderError) {
                picture = try await sequence.picture(ofRun: sequence.runs.run(ofFrame: pair.count - 1))
            } catch {
                throw ExportError(error)
            }
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
            let frame = list[position]
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

    private func checked(
        _ list: FrameList,
        _ settings: SequenceSettings
    ) async throws(ExportError) -> CheckedSequence {
        do throws(SequenceCheckError) {
            return try await CheckedSequence(
                list,
                settings: settings,
                pictures: { isDeep, _ in (isDeep ? .rgba64 : .rgba, isFlattened: false) }
            )
        } catch {
            throw ExportError(error)
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
