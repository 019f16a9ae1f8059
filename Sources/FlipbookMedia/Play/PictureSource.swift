import FlipbookCore
import FlipbookImaging
import Synchronization

/// The pictures of a sequence as they are played: drawn once and kept as far as the memory goes, with something in
/// the place of those that cannot be drawn.
final class PictureSource: Sendable {
    /// A picture, and what it stands in for.
    struct Drawn: Sendable {
        let picture: Picture
        /// Whether the picture stands in for a frame that could not be drawn.
        var isSubstitute = false
    }

    let sequence: CheckedSequence
    /// What draws the pictures.
    let renderer: FrameRenderer
    private let cache: FrameCache
    private let policy: MissingFramePolicy
    private let note: @Sendable (PlayerEvent) -> Void
    private let state = Mutex((faulty: Set<Int>(), peak: 0))

    /// The pictures of `sequence`.
    /// - Parameters:
    ///   - canvas: What they are drawn on instead of the sequence's own canvas.
    ///   - isFlattened: Whether black lies beneath; not for who looks at the alpha channel.
    ///   - note: Is told of frames that something stands in for, once for each.
    init(
        _ sequence: CheckedSequence,
        canvas: Canvas? = nil,
        isFlattened: Bool = true,
        memoryBudget: Int,
        policy: MissingFramePolicy,
        note: @escaping @Sendable (PlayerEvent) -> Void
    ) throws(CanvasError) {
        self.sequence = sequence
        self.policy = policy
        self.note = note
        let own = sequence.renderer
        if let canvas, canvas != own.canvas || isFlattened != own.isFlattened {
            renderer = try FrameRenderer(
                canvas: canvas,
                format: own.format,
                isFlattened: isFlattened,
                decode: own.decode
            )
        } else {
            renderer = own
        }
        cache = FrameCache(byteBudget: memoryBudget, renderer: renderer)
    }

    /// The pictures of a sequence of which only some files are others than those of `former`.
    init(_ sequence: CheckedSequence, following former: PictureSource, changed: Set<FilePath>) throws(CanvasError) {
        self.sequence = sequence
        policy = former.policy
        note = former.note
        // What the viewer chose to see stays.
        renderer = try FrameRenderer(
            canvas: former.renderer.canvas,
            format: sequence.renderer.format,
            isFlattened: former.renderer.isFlattened,
            decode: sequence.renderer.decode
        )
        cache = FrameCache(continuing: former.cache, renderer: renderer, without: changed)
    }

    /// What rendering has cost until now.
    var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer.times) }

    /// What the cache did.
    var hits: Int { cache.statistics.hits }

    /// The bytes of kept pictures.
    var byteCount: Int { cache.byteCount }

    /// The most bytes that kept pictures took.
    var peakByteCount: Int { state.withLock { $0.peak } }

    /// Whether the picture of the frame at `position` is kept.
    func isReady(_ position: Int) -> Bool { cache.keeps(sequence.frames.frames[position]) }

    /// The picture of a view that does not animate; without one, what lies behind it.
    /// - Throws: ``FrameRenderError`` where the picture cannot be drawn and the policy puts nothing in its place.
    func picture(still frame: Frame?) async throws(FrameRenderError) -> Picture {
        guard let frame else { return try emptyPicture() }
        do throws(FrameRenderError) {
            return try await cache.picture(for: frame)
        } catch {
            guard policy != .error else { throw error }
            note(.note(error.description))
            return try emptyPicture()
        }
    }

    /// The canvas without a picture.
    private func emptyPicture() throws(FrameRenderError) -> Picture {
        let clear = Picture(size: PixelSize(width: 1, height: 1), format: .rgba) {
            $0.initializeMemory(as: UInt8.self, repeating: 0)
        }
        var canvas = renderer.canvas
        canvas.resizing = nil
        do {
            let renderer = try FrameRenderer(
                canvas: canvas,
                format: renderer.format,
                isFlattened: renderer.isFlattened,
                decode: renderer.decode
            )
            return try renderer.draw(clear, scale: 1)
        } catch let error as ImageError {
            throw FrameRenderError(path: FilePath("the view"), cause: error)
        } catch {
            // The canvas without caps is one that pictures were drawn on already.
            throw FrameRenderError(path: FilePath("the view"), cause: .corrupt(reason: "\(error)"))
        }
    }

    /// The picture of the frame at `position`, or what the policy puts in its place.
    /// - Throws: ``FrameRenderError`` where the policy puts nothing there.
    func picture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let frames = sequence.frames.frames
        do throws(FrameRenderError) {
            let picture = try await cache.picture(for: frames[position])
            let kept = cache.byteCount
            state.withLock { $0.peak = max($0.peak, kept) }
            return Drawn(picture: picture)
        } catch {
            guard policy != .error else { throw error }
            if state.withLock({ $0.faulty.insert(position).inserted }) {
                note(.substituted(frame: position, reason: error.description))
            }
            for other in Self.substitutes(for: position, count: frames.count, policy: policy) {
                if let picture = try? await cache.picture(for: frames[other]) {
                    return Drawn(picture: picture, isSubstitute: true)
                }
            }
            let black = try await cache.picture(for: Frame(number: nil, source: .black))
            return Drawn(picture: black, isSubstitute: true)
        }
    }

    /// Frames to try in the place of another, in this order. Only a few: where a whole folder is gone, each try costs.
    static func substitutes(for position: Int, count: Int, policy: MissingFramePolicy) -> [Int] {
        let reach = 1...8
        let candidates: [Int] =
            switch policy {
            case .error, .black: []
            case .hold, .skip: reach.map { position - $0 }
            case .nearest: reach.flatMap { [position - $0, position + $0] }
            }
        return candidates.filter { (0..<count).contains($0) }
    }
}
