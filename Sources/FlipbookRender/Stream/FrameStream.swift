public import FlipbookCore
public import FlipbookFiles
public import FlipbookImaging
public import FlipbookScene
internal import Synchronization

/// The times of a stream's pictures.
public enum OutputTiming: Hashable, Sendable {
    /// A constant frame rate.
    case constant(FrameRate)
    /// One picture for each time at which a layer shows its next frame, or 30 pictures per second if anything else is animated.
    case changes
}

/// A picture and its time.
public struct TimedPicture: Sendable {
    /// The pixels. For a held drawing, this is the same object each time.
    public let picture: Picture
    /// The 0-based index in the stream.
    public let index: Int
    /// The exact time, in seconds since the first picture.
    public let presentationTime: RationalTime
    /// The exact duration in seconds. If the last picture remains visible, its duration is 0.
    public let duration: RationalTime

    package init(_ picture: Picture, at index: Int, of timing: FrameTiming?) {
        (self.picture, self.index) = (picture, index)
        presentationTime = timing?.presentationTime(ofFrame: index) ?? .zero
        duration = timing?.duration(ofFrame: index) ?? .zero
    }
}

/// Pictures in chronological order, for programs that render without a window and without an encoder.
///
/// The pictures are produced in advance on all available processors. A `MemoryBudget` limits the memory for pictures in
/// production and in the queue, so that producers wait for a slow reader. At least one picture is always produced, regardless
/// of its size. Equal neighboring pictures are produced once. The stream ends when the reading task is canceled or the stream
/// is released. Only one loop may read a stream at a time. ``seek(to:)`` continues at a different time.
///
/// View trees, image views, and scenes can all be streamed.
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

    /// Creates a stream of a bound scene.
    /// - Parameters:
    ///   - scene: The scene.
    ///   - target: The target of the pictures. If `nil`, the scene's whole canvas is drawn as `PixelFormat.rgba`.
    ///   - timing: The times of the pictures.
    ///   - cycles: The number of cycles of the lowest layer that has frames. If 0, the layer repeats forever.
    ///   - duration: The exact duration in seconds. If `nil`, the stream ends with the last finite change, or never if all
    ///     changes repeat forever. A scene without changes produces one picture.
    ///   - memory: The budget for pictures in production and for repeated pictures. Multiple streams may share a budget.
    /// - Throws: ``RenderError/canvas(_:)`` if the target has no pixels or too many, and ``RenderError/noCommonCycle``.
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
        // A repeated picture may be drawn differently, since colors or sizes can change in the meantime.
        let decoded = DecodeCache(kept, of: scene.drawings)
        cache = FrameCache(kept, renderer: FrameRenderer(scene.drawings, decode: decoded.picture, memory: memory))
        (self.target, self.timing, self.cycles, self.duration) = (target, timing, cycles, duration)
        state = Mutex(course)
        line = Line(course.order(target, cache), window: ProductionWindow(of: scene, for: target, memory: memory))
    }

    deinit { line.cancel() }

    /// Continues with the picture shown at `time`, in seconds since the first one. Pictures for other times are dropped.
    public func seek(to time: RationalTime) { line.restart(at: state.withLock { $0.timing?.frame(at: time) ?? 0 }) }

    /// Changes the order of the next pictures.
    /// - Parameters:
    ///   - stride: 1 for each picture, 2 for every other one, -1 for reverse order.
    ///   - loops: A Boolean value that indicates whether the first picture follows the last one. The times of the pictures
    ///     still increase.
    public func proceed(by stride: Int = 1, loops: Bool = false) {
        precondition(stride != 0, "the stride must not be 0")
        line.restart(stride: stride, order { $0.loops = loops })
    }

    /// Replaces the scene, beginning with the next picture. Finished pictures that look the same are kept.
    /// - Precondition: The scene was bound with the previous scene's ``BoundScene/drawings``.
    /// - Throws: ``RenderError/noCommonCycle``. In that case, the previous scene is kept.
    public func replace(with scene: BoundScene) throws(RenderError) {
        let course = try SceneCourse(scene, at: timing, cycles: cycles, lasting: duration)
        let order = order { state in
            precondition(
                scene.drawings === state.scene.drawings,
                "the scenes of a stream must share one table of drawings"
            )
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

    /// Ends the stream, and waits until no picture is in production.
    public func stop() async { await line.stop() }

    /// Creates an iterator at the stream's current position.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// A stream's iterator.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: FrameStream

        /// Returns the next picture, or `nil` after the last one.
        /// - Throws: ``RenderError``. After an error, the next call returns the picture that follows.
        public func next() async throws(RenderError) -> TimedPicture? { try await stream.next() }

        /// Returns the next picture, for a loop in an actor.
        public func next(isolation actor: isolated (any Actor)?) async throws(RenderError) -> TimedPicture? {
            try await stream.next()
        }
    }

    private func next() async throws(RenderError) -> TimedPicture? {
        do {
            guard let (index, picture) = try await line.next() else { return nil }
            return TimedPicture(picture, at: index, of: state.withLock { $0.timing })
        } catch { throw RenderError(error) }
    }

    /// Creates a stream of a scene, and reads the headers of its pictures.
    /// - Parameters:
    ///   - scene: The scene. If it has no size, it gets the size of the first picture in its lowest layer.
    ///   - timing: The times of the pictures.
    ///   - duration: The exact duration in seconds. If `nil`, the stream ends with the last finite change, if any.
    ///   - format: The layout of the pixels.
    ///   - memory: The budget for pictures in production and for repeated pictures. Multiple streams may share a budget.
    ///   - codecs: The formats to read.
    /// - Throws: ``RenderError`` if the scene has no pixels or too many, or if the task is canceled.
    public convenience init(
        _ scene: Scene,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        let bound: BoundScene
        do throws(CancellationError) {
            bound = try await BoundScene(reading: scene, codecs: codecs)
        } catch { throw .cancelled }
        let target = RenderTarget(bound.scene, format: format)
        try self.init(bound, for: target, timing: timing, lasting: duration, memory: memory)
    }

    /// Creates a stream of a view tree. The stream begins now, and includes running animations. It shows the scene of
    /// `View.scene(scale:)`.
    /// - Parameter scale: Pixels per point.
    @MainActor
    public convenience init(
        _ view: View,
        scale: Double = 1,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        let scene = view.scene(scale: scale)
        try await self.init(scene, timing: timing, lasting: duration, format: format, memory: memory, codecs: codecs)
    }

    /// Creates a stream of an image view. It begins when the animation starts (`startAnimating()`), and ends with the
    /// animation.
    /// - Parameter scale: Pixels per point.
    public convenience init(
        _ view: ImageView,
        scale: Double = 1,
        timing: OutputTiming = .changes,
        lasting duration: RationalTime? = nil,
        format: PixelFormat = .rgba,
        memory: MemoryBudget = MemoryBudget(),
        codecs: ImageCodecs = .standard
    ) async throws(RenderError) {
        var view = view
        view.startAnimating()
        let scene = Scene(view, scale: scale)
        try await self.init(scene, timing: timing, lasting: duration, format: format, memory: memory, codecs: codecs)
    }
}

private struct SceneCourse: Sendable {
    let scene: BoundScene
    let timing: FrameTiming?
    let count: Int?
    var loops = false

    init(_ scene: BoundScene, at output: OutputTiming, cycles: Int, lasting duration: RationalTime?) throws(RenderError)
    {
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
        count = end.map { moments.frame(atNanosecond: $0 - 1) + 1 }
    }

    func order(_ target: RenderTarget, _ cache: FrameCache) -> ProductionLine<DisplayList, Picture>.Order {
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

/// An error in rendering.
public enum RenderError: ExplainedError, Hashable {
    /// The canvas has no pixels or too many.
    case canvas(CanvasError)
    /// The layers' cycles begin together again only after more than a million different frame times, or their frame times have
    /// no common fraction. ``OutputTiming/constant(_:)`` avoids this.
    case noCommonCycle
    /// A file cannot be read, or its caps are larger than its picture.
    case frame(FrameRenderError)
    /// The process has too few threads, or too little memory.
    case shortage(MachineShortage)
    /// The reading task was canceled, or the stream was stopped.
    case cancelled

    init(_ error: any Error) {
        switch error {
        case let error as FrameRenderError: self = error.shortage.map(RenderError.shortage) ?? .frame(error)
        case let error as MachineShortage: self = .shortage(error)
        case is CancellationError: self = .cancelled
        default: self = .frame(FrameRenderError(path: FilePath("the scene"), cause: .corrupt(reason: "\(error)")))
        }
    }

    private var cause: (any ExplainedError)? {
        switch self {
        case .canvas(let error): error
        case .frame(let error): error
        case .shortage(let error): error
        case .noCommonCycle, .cancelled: nil
        }
    }

    /// The code of the case.
    public var code: ErrorCode { cause?.code ?? (self == .cancelled ? "cancelled" : "rate.fraction") }

    /// The fault and the remedy.
    public var explanation: Explanation {
        if let cause { return cause.explanation }
        if self == .cancelled { return "The stream of pictures was canceled." }
        return "The scene's layers change at too many different times. Use a constant rate for the stream."
    }
}
