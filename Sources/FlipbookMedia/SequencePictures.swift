public import FlipbookCore
public import FlipbookImaging
public import FlipbookRender
import FlipbookScene

/// The pictures of a sequence in the order of their times: what a program reads that hands them on itself.
///
/// The whole sequence is checked first, as for an export. The pictures are made ahead on all processors that the process
/// may use, bounded in bytes by `SequenceSettings.memory`. One task reads at a time; ``seek(to:)`` moves it from elsewhere.
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

    /// Checks a sequence and draws nothing yet.
    /// - Throws: ``SequenceError`` with every culprit; cancelling the task throws ``SequenceError/cancelled``.
    public init(of frames: FrameList, shownAs settings: SequenceSettings) async throws(SequenceError) {
        let sequence: CheckedSequence
        do {
            sequence = try await CheckedSequence(
                frames,
                settings: settings,
                pictures: { target, depth, _, _ in target.format = depth > 8 ? .rgba64 : .rgba }
            )
        } catch {
            throw SequenceError(error)
        }
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

    /// The size of every picture, in pixels.
    public var size: PixelSize { sequence.outputSize }

    /// The layout of every picture: `rgba`, or `rgba64` where a frame has more than 8 bits a
    /// channel. Colors are sRGB's, and not multiplied by alpha.
    public var format: PixelFormat { sequence.target.format }

    /// Frames per second, or `nil` if frames are shown for different times.
    public var frameRate: FrameRate? { sequence.rate }

    /// Pictures of all cycles together, or `nil` if they go on for ever.
    public var count: Int? { sequence.playedFrameCount }

    /// The time that all cycles last, exactly, in seconds, or `nil` if they go on for ever.
    public var duration: RationalTime? { count.map { sequence.timing.presentationTime(ofFrame: $0) } }

    /// Sentences about the pictures that a user might not expect.
    package var notes: [Explanation] {
        let notes = [
            sequence.colorNote, sequence.lightNote, sequence.channelNote, sequence.overlayNote, sequence.placementNote,
            sequence.levelsNote,
        ]
        let substitutions = sequence.frames.hints.dropFirst(sequence.found.hints.count)
        return substitutions.map { Explanation("\($0).") } + notes.compactMap(\.self) + sequence.remarkNotes
            + sequence.viewNotes
    }

    /// The next picture, or `nil` after the last. A drawing that is held for several frames is the same object each time.
    /// - Throws: ``SequenceError``. After a frame that cannot be drawn, the next call gives the one after it.
    public func next() async throws(SequenceError) -> TimedPicture? {
        do {
            guard let (index, picture) = try await line.next() else { return nil }
            return TimedPicture(picture, at: index, of: sequence.timing)
        } catch {
            throw SequenceError(error)
        }
    }

    /// Goes on with the picture that is shown at `time`, in seconds since the first; what was made for other times is dropped.
    /// - Returns: The picture's place, from 0.
    @discardableResult
    public func seek(to time: RationalTime) -> Int {
        let index = sequence.timing.frame(at: max(.zero, time))
        line.restart(at: index)
        return index
    }

    /// Ends the pictures: a task that reads throws ``SequenceError/cancelled``.
    public func cancel() { line.cancel() }

    /// Ends the pictures, and waits for those that are being drawn.
    package func stop() async { await line.stop() }
}
