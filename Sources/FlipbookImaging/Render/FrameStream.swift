public import FlipbookCore
internal import Synchronization

/// A picture, and when it is shown.
public struct TimedPicture: Sendable {
    /// The pixels. A drawing that is held is the same object each time.
    public let picture: Picture
    /// The picture's place in the stream, from 0.
    public let index: Int
    /// When it is shown, in nanoseconds.
    public let presentationTime: Int64
    /// How long it is shown, in nanoseconds; 0 where nothing follows, since it stays then.
    public let duration: Int64
}

/// Pictures in the order of their times: what a program reads that renders without a window and without an encoder.
///
/// They are made ahead on all processors that the process may use. What is in the making or waits for its turn is
/// bounded in bytes by a ``MemoryBudget``, so a slow reader holds the makers back; one picture is always made, however
/// large. Neighbours that look the same are made once. Cancelling the task that reads ends the stream, and so does
/// letting go of it. One loop reads a stream at a time; ``seek(to:)`` moves it on from elsewhere.
///
/// ```swift
/// func paint(_ view: ImageView) async throws {
///     for try await shown in try await view.pictures(scale: 2) {
///         print(shown.presentationTime, shown.picture.size)
///     }
/// }
/// ```
public final class FrameStream: AsyncSequence, Sendable {
    /// What a loop over a stream gets.
    public typealias Element = TimedPicture
    /// What a loop over a stream throws.
    public typealias Failure = FrameStreamError

    /// What a stream shows. The functions are asked for any index, also beyond ``count``, and only look things up.
    package struct Contents: Sendable {
        /// How many pictures there are; `nil` for no end.
        package var count: Int?
        /// When a picture is shown, and for how long, in nanoseconds.
        package var time: @Sendable (Int) -> (start: Int64, duration: Int64)
        /// Which picture is shown at a time.
        package var index: @Sendable (Int64) -> Int
        /// What a picture shows: where it is equal for neighbours, they are one picture.
        package var key: @Sendable (Int) -> Image?
        /// Makes a picture.
        package var picture: @Sendable (Int) async throws(FrameRenderError) -> Picture
    }

    private typealias Line = ProductionLine<Image?, Picture, FrameRenderError>

    private let contents: Mutex<Contents>
    private let line: Line

    /// A stream of `contents` through a window.
    package init(_ contents: Contents, window: ProductionWindow) {
        self.contents = Mutex(contents)
        line = Line(contents.order, window: window)
    }

    deinit { line.cancel() }

    /// Goes on with the picture that is shown at `time`; what was made for other times is dropped.
    public func seek(to time: Int64) {
        line.restart(at: contents.withLock { $0 }.index(time))
    }

    /// Says which pictures are wanted from now on.
    /// - Parameters:
    ///   - stride: 1 for each in turn, 2 for every second one, -1 for backwards.
    ///   - loops: Whether the stream goes on after the last picture with the first, its times counting on.
    public func proceed(by stride: Int = 1, loops: Bool = false) {
        precondition(stride != 0, "a stream goes somewhere")
        line.restart(
            stride: stride,
            contents.withLock { contents in
                var order = contents.order
                if loops { order.count = nil }
                return order
            }
        )
    }

    /// Shows other contents from the next picture on. Pictures that are made already and look the same are kept.
    package func replace(with contents: Contents) {
        self.contents.withLock { $0 = contents }
        line.restart(contents.order)
    }

    /// Ends the stream and waits until no picture is in the making.
    public func stop() async { await line.stop() }

    /// Begins to read, where the stream is.
    public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }

    /// Reads a stream.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: FrameStream

        /// The next picture; `nil` after the last.
        /// - Throws: ``FrameStreamError``. After a frame that cannot be drawn, the next call gives the one after it.
        public func next() async throws(FrameStreamError) -> TimedPicture? { try await stream.next() }

        /// The same, for a loop in an actor.
        public func next(isolation actor: isolated (any Actor)?) async throws(FrameStreamError) -> TimedPicture? {
            try await stream.next()
        }
    }

    private func next() async throws(FrameStreamError) -> TimedPicture? {
        do throws(ProductionError<FrameRenderError>) {
            guard let (index, picture) = try await line.next() else { return nil }
            let (start, duration) = contents.withLock { $0 }.time(index)
            return TimedPicture(picture: picture, index: index, presentationTime: start, duration: duration)
        } catch {
            throw FrameStreamError(error)
        }
    }
}

/// Why a ``FrameStream`` gave no picture.
public enum FrameStreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is nothing to draw on.
    case canvas(CanvasError)
    /// A frame cannot be drawn.
    case frame(FrameRenderError)
    /// The process has too few threads, or too little memory.
    case shortage(MachineShortage)
    /// The reading task was cancelled, or the stream was stopped.
    case cancelled

    init(_ error: ProductionError<FrameRenderError>) {
        switch error {
        case .failed(let failure): self = failure.shortage.map(FrameStreamError.shortage) ?? .frame(failure)
        case .shortage(let shortage): self = .shortage(shortage)
        case .cancelled: self = .cancelled
        }
    }

    /// What went wrong.
    public var description: String {
        switch self {
        case .canvas(let error): error.description
        case .frame(let error): error.description
        case .shortage(let error): error.description
        case .cancelled: "The stream of pictures was cancelled."
        }
    }
}

extension FrameStream.Contents {
    /// The line's order for these contents.
    fileprivate var order: ProductionLine<Image?, Picture, FrameRenderError>.Order {
        .init(count: count, key: key, make: picture)
    }
}
