public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
import FlipbookScene
internal import Synchronization

/// At which moments a stream gives pictures.
public enum OutputTiming: Hashable, Sendable {
    /// So many a second, each as long as the others.
    case constant(FrameRate)
    /// One for each moment at which a layer shows its next frame; 30 a second of a scene in which something else moves, too.
    case changes
}

/// A picture, and when it is shown.
public struct TimedPicture: Sendable {
    /// The pixels. A drawing that is held is the same object each time.
    public let picture: Picture
    /// The picture's place in the stream, from 0.
    public let index: Int
    /// The exact time at which it is shown, in seconds since the first.
    public let presentationTime: RationalTime
    /// The time for which it is shown, exactly, in seconds, or 0 if nothing follows, since the picture stays then.
    public let duration: RationalTime

    /// A picture at its place of a timing, or of none.
    package init(_ picture: Picture, at index: Int, of timing: FrameTiming?) {
        (self.picture, self.index) = (picture, index)
        presentationTime = timing?.presentationTime(ofFrame: index) ?? .zero
        duration = timing?.duration(ofFrame: index) ?? .zero
    }
}

/// Pictures in the order of their times: what a program reads that renders without a window and without an encoder.
///
/// They are made ahead on all processors that the process may use. What is in the making or waits for its turn is
/// bounded in bytes by a `MemoryBudget`, so a slow reader holds the makers back; one picture is always made, however
/// large. Neighbors that look the same are made once. Cancelling the task that reads ends the stream, and so does
/// letting go of it. One loop reads a stream at a time; ``seek(to:)`` moves it on from elsewhere.
///
/// A tree of views, an image view and a scene are streamed alike.
///
/// ```swift
/// func paint(_ view: View) async throws {
///     for try await shown in try await FrameStream(view, scale: 2, timing: .constant(FrameRate(60))) {
///         print(shown.presentationTime, shown.picture.size)
///     }
/// }
/// ```
public final class FrameStream: AsyncSequence, Sendable {
    /// The element of a loop over a stream.
    public typealias Element = TimedPicture
    /// The error of a loop over a stream.
    public typealias Failure = RenderError

    private typealias Line = ProductionLine<DisplayList, Picture>

    private let target: RenderTarget
    private let timing: OutputTiming
    private let cycles: Int
    private let duration: RationalTime?
    private let cache: FrameCache
    private let state: Mutex<SceneCourse>
    private let line: Line

    /// A stream of what a scene shows.
    /// - Parameters:
    ///   - scene: What is shown.
    ///   - target: The target of the pictures; by default all of the scene's canvas, as `PixelFormat.rgba`.
    ///   - timing: At which moments pictures are given.
    ///   - cycles: The number of times that the frames of the lowest layer with frames are shown, if they repeat; 0 for ever.
    ///   - duration: The exact time that is shown, in seconds, or `nil` for until the last of what ends has ended: without
    ///     an end if all that moves goes on for ever. A scene in which nothing moves gives one picture.
    ///   - memory: What the pictures take their memory from, those in the making and those that are shown again. Several
    ///     streams may share one.
    /// - Throws: ``RenderError/canvas(_:)`` where the target has no pixels or too many, and
    ///   ``RenderError/noCommonCycle``.
    public init(
        _ scene: BoundScene,
        for target: RenderTarget? = nil,
        timing: OutputTiming = .changes,
        cycles: Int = 1,
        lasting duration: RationalTime? = nil,
        memory: MemoryBudget = MemoryBudget()
    ) throws(RenderError) {
        let target = target ?? RenderTarget(scene.scene)
        try wrapping(target.validate(), in: RenderError.canvas)
        let course = try SceneCourse(scene, at: timing, cycles: cycles, lasting: duration)
        let kept = cycles != 1 || scene.repeatsPictures ? memory : MemoryBudget(byteCount: 0)
        // What is shown again may have another color, or another size, by then.
        let decoded = DecodeCache(kept, of: scene.drawings)
        cache = FrameCache(kept, renderer: FrameRenderer(scene.drawings, decode: decoded.picture, memory: memory))
        (self.target, self.timing, self.cycles, self.duration) = (target, timing, cycles, duration)
        state = Mutex(course)
        line = Line(course.order(target, cache), window: ProductionWindow(of: scene, for: target, memory: memory))
    }

    deinit { line.cancel() }

    /// Goes on with the picture that is shown at `time`, in seconds since the first; what was made for other times is dropped.
    public func seek(to time: RationalTime) {
        line.restart(at: state.withLock { $0.timing?.frame(at: time) ?? 0 })
    }

    /// Says which pictures are wanted from now on.
    /// - Parameters:
    ///   - stride: 1 for each in turn, 2 for every second one, -1 for backwards.
    ///   - loops: Whether the stream goes on after the last picture with the first, its times counting on.
    public func proceed(by stride: Int = 1, loops: Bool = false) {
        precondition(stride != 0, "a stream goes somewhere")
        line.restart(stride: stride, order { $0.loops = loops })
    }

    /// Shows another scene from the next picture on. Pictures that are made already and look the same are kept.
    /// - Precondition: The scene was bound with the drawings of the one before, ``BoundScene/drawings``.
    /// - Throws: ``RenderError/noCommonCycle``; the former scene is shown on then.
    public func replace(with scene: BoundScene) throws(RenderError) {
        let course = try SceneCourse(scene, at: timing, cycles: cycles, lasting: duration)
        let order = order { state in
            precondition(scene.drawings === state.scene.drawings, "a stream's scenes have one table of drawings")
            let loops = state.loops
            state = course
            state.loops = loops
        }
        cache.removeOutdated(in: scene.drawings)
        line.restart(order)
    }

    private func order(_ change: (inout SceneCourse) -> Void) -> Line.Order {
        state.withLock { state in
            change(&state)
            return state.order(target, cache)
        }
    }

    /// Ends the stream and waits until no picture is in the making.
    public func stop() async { await line.stop() }

    /// Begins to read, where the stream is.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads a stream.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: FrameStream

        /// The next picture; `nil` after the last.
        /// - Throws: ``RenderError``. After a frame that cannot be drawn, the next call gives the one after it.
        public func next() async throws(RenderError) -> TimedPicture? { try await stream.next() }

        /// The same, for a loop in an actor.
        public func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> TimedPicture? {
            try await stream.next()
        }
    }

    private func next() async throws(RenderError) -> TimedPicture? {
        do {
            guard let (index, picture) = try await line.next() else { return nil }
            return TimedPicture(picture, at: index, of: state.withLock { $0.timing })
        } catch {
            throw RenderError(error)
        }
    }
}

private struct SceneCourse: Sendable {
    let scene: BoundScene
    /// The moments, or `nil` if nothing changes.
    let timing: FrameTiming?
    /// The number of moments, or `nil` for no end.
    let count: Int?
    /// A Boolean value that tells whether the stream goes on after the last picture with the first.
    var loops = false

    init(
        _ scene: BoundScene,
        at output: OutputTiming,
        cycles: Int,
        lasting duration: RationalTime?
    ) throws(RenderError) {
        self.scene = scene
        let end = duration?.nanoseconds ?? scene.end(cycles: cycles)
        if let end, end <= 0 {
            (timing, count) = (nil, 1)
            return
        }
        let moments =
            switch output {
            case .constant(let rate): FrameTiming(frameCount: 1, rate: rate)
            case .changes: scene.moments
            }
        guard let moments else { throw .noCommonCycle }
        timing = moments
        // The last one begins before the end.
        count = end.map { moments.frame(atNanosecond: $0 - 1) + 1 }
    }

    func order(_ target: RenderTarget, _ cache: FrameCache) -> ProductionLine<DisplayList, Picture>.Order {
        // An animation that has ended by then begins again.
        let cycle = loops ? count : nil
        let list: @Sendable (Int) -> DisplayList = { [scene, timing] index in
            let place = cycle.map { (index % $0 + $0) % $0 } ?? index
            return scene.displayList(atNanosecond: timing?.nanosecond(ofFrame: place) ?? 0)
        }
        return .init(
            count: loops ? nil : count,
            key: list,
            ready: { cache.keptPicture(of: $1, for: target) },
            make: { try await cache.picture(of: list($0), for: target) }
        )
    }
}

/// Why nothing could be drawn.
public enum RenderError: ExplainedError, Hashable {
    /// The canvas has no pixels, or too many.
    case canvas(CanvasError)
    /// The layers' frames change at more than a million different moments before all begin together again, or at
    /// moments that have no common fraction. ``OutputTiming/constant(_:)`` needs none.
    case noCommonCycle
    /// A file that is drawn cannot be read, or does not fit its caps.
    case frame(FrameRenderError)
    /// The process has too few threads, or too little memory.
    case shortage(MachineShortage)
    /// The reading task was cancelled, or the stream was stopped.
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let error as FrameRenderError: self = error.shortage.map(RenderError.shortage) ?? .frame(error)
        case let error as MachineShortage: self = .shortage(error)
        case is CancellationError: self = .cancelled
        default: self = .frame(FrameRenderError(path: FilePath("the scene"), cause: .corrupt(reason: "\(error)")))
        }
    }

    /// The error's code, by its case.
    public var code: ErrorCode {
        switch self {
        case .canvas(let error): error.code
        case .noCommonCycle: "rate.fraction"
        case .frame(let error): error.code
        case .shortage(let error): error.code
        case .cancelled: "cancelled"
        }
    }

    /// The fault and its remedy.
    public var explanation: Explanation {
        switch self {
        case .canvas(let error): error.explanation
        case .noCommonCycle:
            "The scene: its layers change at too many different moments to list them. Give the stream a constant rate."
        case .frame(let error): error.explanation
        case .shortage(let error): error.explanation
        case .cancelled: "The stream of pictures was cancelled."
        }
    }
}
