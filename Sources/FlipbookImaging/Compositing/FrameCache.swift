public import FlipbookCore
internal import Synchronization

/// Drawn frames, kept for when they are shown again: held drawings, and the next cycles of a sequence.
///
/// Its budget is in bytes. Sequences are shown in order and over again, and there
/// a cache that throws out what was used longest ago is useless once the sequence
/// is larger than the budget: each frame is thrown out just before it comes
/// round again. So the first frames that fit are kept for good, and the room of
/// one frame is left for the newest, which serves a drawing that is held. With
/// room for m of n frames, m - 1 of them are drawn once and the others once a
/// cycle; with room for all, each once.
///
/// A cache belongs to one renderer: frames are told apart by their file and scale.
public final class FrameCache: Sendable {
    /// What a cache has done so far.
    public struct Statistics: Hashable, Sendable {
        /// Frames that were drawn.
        public var renders = 0
        /// Frames that were there already, or were being drawn for another task.
        public var hits = 0

        /// Nothing done yet.
        public init() {}
    }

    /// What a frame's picture depends on, apart from the renderer.
    private struct Key: Hashable {
        let source: Frame.Source
        let scale: Int
    }

    private typealias Outcome = Result<Picture, FrameRenderError>

    private struct State {
        var statistics = Statistics()
        /// What is kept, the newest included.
        var pictures: [Key: Picture] = [:]
        /// The bytes of `pictures`.
        var byteCount = 0
        /// The frame that makes room for the next one, where that does not fit.
        var newest: Key?
        /// Those who wait for a frame that is being drawn.
        var waiting: [Key: [CheckedContinuation<Outcome?, Never>]] = [:]

        /// Keeps `picture`, in place of the newest one if there is no other room.
        mutating func keep(_ picture: Picture, for key: Key, byteBudget: Int) {
            if let newest, let old = pictures[newest], byteCount + picture.byteCount > byteBudget {
                pictures[newest] = nil
                byteCount -= old.byteCount
            }
            newest = nil
            guard byteCount + picture.byteCount <= byteBudget else { return }
            pictures[key] = picture
            byteCount += picture.byteCount
            newest = key
        }
    }

    /// The most bytes of pictures that are kept.
    public let byteBudget: Int
    private let render: @Sendable (Frame) throws(FrameRenderError) -> Picture
    private let state = Mutex(State())

    /// A cache that keeps at most `byteBudget` bytes of what `render` draws.
    ///
    /// A picture larger than the budget is not kept.
    public init(byteBudget: Int, render: @escaping @Sendable (Frame) throws(FrameRenderError) -> Picture) {
        self.byteBudget = byteBudget
        self.render = render
    }

    /// A cache of what `renderer` draws.
    public convenience init(byteBudget: Int, renderer: FrameRenderer) {
        self.init(byteBudget: byteBudget) { frame throws(FrameRenderError) in try renderer.render(frame) }
    }

    /// What it has done so far.
    public var statistics: Statistics { state.withLock { $0.statistics } }

    /// The bytes of the pictures that it keeps.
    public var byteCount: Int { state.withLock { $0.byteCount } }

    /// Whether the picture of `frame` is kept at this moment.
    public func keeps(_ frame: Frame) -> Bool {
        state.withLock { $0.pictures[Key(source: frame.source, scale: frame.scale)] != nil }
    }

    /// The picture of `frame`: kept, or drawn now.
    ///
    /// When another task is drawing it, this one waits for that picture. An error
    /// is not kept: the next call draws again.
    public func picture(for frame: Frame) async throws(FrameRenderError) -> Picture {
        let key = Key(source: frame.source, scale: frame.scale)
        while true {
            switch claim(key) {
            case .kept(let picture): return picture
            case .ours: return try draw(frame, key).get()
            case .elsewhere:
                // Without an outcome it was done before we could wait, and perhaps not kept: claim it again.
                if let outcome = await outcome(of: key) { return try outcome.get() }
            }
        }
    }

    /// Forgets all pictures, for another sequence; the statistics stay.
    public func removeAll() {
        state.withLock { state in
            state.pictures = [:]
            state.byteCount = 0
            state.newest = nil
        }
    }

    /// Who is to draw a frame.
    private enum Claim {
        case kept(Picture)
        case ours
        case elsewhere
    }

    private func claim(_ key: Key) -> Claim {
        state.withLock { state in
            if let picture = state.pictures[key] {
                state.statistics.hits += 1
                return .kept(picture)
            }
            guard state.waiting[key] == nil else { return .elsewhere }
            state.waiting[key] = []
            state.statistics.renders += 1
            return .ours
        }
    }

    private func draw(_ frame: Frame, _ key: Key) -> Outcome {
        let outcome: Outcome
        do {
            outcome = .success(try render(frame))
        } catch {
            outcome = .failure(error)
        }
        let waiting = state.withLock { state in
            if case .success(let picture) = outcome { state.keep(picture, for: key, byteBudget: byteBudget) }
            return state.waiting.removeValue(forKey: key) ?? []
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
        return outcome
    }

    /// Waits for the frame that another task is drawing; `nil` when none is.
    private func outcome(of key: Key) async -> Outcome? {
        await withCheckedContinuation { continuation in
            let isWaiting = state.withLock { state in
                guard state.waiting[key] != nil else { return false }
                state.waiting[key]?.append(continuation)
                state.statistics.hits += 1
                return true
            }
            if !isWaiting { continuation.resume(returning: nil) }
        }
    }
}
