public import FlipbookCore
public import FlipbookImaging
public import FlipbookRender
import FlipbookScene

/// The pictures of a sequence in chronological order, for programs that process them.
///
/// The whole sequence is checked first, as in an export. Pictures are produced in advance on all available processors.
/// `SequenceSettings.memory` limits the bytes that the pictures use. Only one task may read at a time, but any task may call
/// ``seek(to:)``.
///
/// ```swift
/// func pictureTimes(_ frames: FrameList) async throws -> [RationalTime] {
///     let pictures = try await SequencePictures(of: frames, shownAs: SequenceSettings())
///     var times: [RationalTime] = []
///     while let shown = try await pictures.next() { times.append(shown.presentationTime) }
///     return times
/// }
/// ```
public final class SequencePictures: Sendable {
    private let sequence: CheckedSequence
    private let line: ProductionLine<Int, Picture>

    /// Checks a sequence without drawing it.
    /// - Throws: ``SequenceError`` with all faulty frames, or ``SequenceError/cancelled``.
    public init(of frames: FrameList, shownAs settings: SequenceSettings) async throws(SequenceError) {
        let sequence: CheckedSequence
        do {
            sequence = try await CheckedSequence(
                frames,
                settings: settings,
                pictures: { target, depth, _, _ in target.format = depth > 8 ? .rgba64 : .rgba }
            )
        } catch { throw SequenceError(error) }
        let (runs, policy) = (sequence.runs, settings.missing)
        self.sequence = sequence
        line = ProductionLine(
            .init(
                count: sequence.playedFrameCount,
                key: { runs.run(ofFrame: $0) },
                make: { frame throws(FrameRenderError) in
                    func picture(_ frame: Int) async throws(FrameRenderError) -> Picture {
                        try await sequence.picture(ofRun: runs.run(ofFrame: frame))
                    }
                    do throws(FrameRenderError) {
                        return try await picture(frame)
                    } catch {
                        guard policy != .error, error.cause.isDamage else { throw error }
                        let place = sequence.timing.positionInCycle(ofFrame: frame)
                        if let other = await policy.standIn(at: place, in: sequence.frames.frames, picture) {
                            return other.drawn
                        }
                        return try await sequence.picture(
                            of: sequence.scene.displayList(showing: Image(source: .black))
                        )
                    }
                }
            ),
            window: sequence.window
        )
    }

    deinit { line.cancel() }

    /// The size of all pictures, in pixels.
    public var size: PixelSize { sequence.outputSize }

    /// The layout of all pictures: `rgba`, or `rgba64` if a frame has more than 8 bits per channel. Colors are sRGB, with
    /// straight alpha.
    public var format: PixelFormat { sequence.target.format }

    /// Frames per second, or `nil` if the frames' durations differ.
    public var frameRate: FrameRate? { sequence.rate }

    /// The number of pictures in all cycles, or `nil` if they repeat forever.
    public var count: Int? { sequence.playedFrameCount }

    /// The exact duration of all cycles in seconds, or `nil` if they repeat forever.
    public var duration: RationalTime? { count.map { sequence.timing.presentationTime(ofFrame: $0) } }

    package var notes: [Explanation] {
        let notes = [
            sequence.colorNote, sequence.lightNote, sequence.channelNote, sequence.overlayNote, sequence.placementNote,
            sequence.levelsNote,
        ]
        let substitutions = sequence.frames.hints.dropFirst(sequence.found.hints.count)
        return substitutions.map { Explanation("\($0).") } + notes.compactMap(\.self) + sequence.remarkNotes
            + sequence.viewNotes
    }

    /// Returns the next picture, or `nil` after the last. A drawing held for several frames is the same object each time.
    /// - Throws: ``SequenceError``. After a frame that cannot be drawn, the next call returns the following one.
    public func next() async throws(SequenceError) -> TimedPicture? {
        do {
            guard let (index, picture) = try await line.next() else { return nil }
            return TimedPicture(picture, at: index, of: sequence.timing)
        } catch { throw SequenceError(error) }
    }

    /// Continues with the picture at `time`, in seconds from the first picture, and discards pictures that were produced in
    /// advance.
    /// - Returns: The picture's 0-based index.
    @discardableResult
    public func seek(to time: RationalTime) -> Int {
        let index = sequence.timing.frame(at: max(.zero, time))
        line.restart(at: index)
        return index
    }

    /// Cancels production. A task that is reading throws ``SequenceError/cancelled``.
    public func cancel() { line.cancel() }

    package func stop() async { await line.stop() }
}
