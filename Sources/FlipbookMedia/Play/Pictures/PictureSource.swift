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
    private let undecodable: UndecodableFrames
    /// Where the frames are whose headers cannot be read.
    private let unreadable: Set<Int>
    private let peak = Mutex(0)

    /// The pictures of `sequence`.
    /// - Parameters:
    ///   - canvas: What they are drawn on instead of the sequence's own canvas.
    ///   - isFlattened: Whether black lies beneath; not for who looks at the alpha channel.
    ///   - undecodable: Takes the frames that something stands in for.
    init(
        _ sequence: CheckedSequence,
        canvas: Canvas? = nil,
        isFlattened: Bool = true,
        memory: MemoryBudget,
        policy: MissingFramePolicy,
        undecodable: UndecodableFrames
    ) throws(CanvasError) {
        self.sequence = sequence
        self.policy = policy
        self.undecodable = undecodable
        unreadable = Set(sequence.unreadable.map(\.position))
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
        cache = FrameCache(memory, renderer: renderer)
        tellUnreadable()
    }

    /// The pictures of `sequence` as it was checked.
    convenience init(
        playing sequence: CheckedSequence,
        _ settings: SequenceSettings,
        _ undecodable: UndecodableFrames
    ) throws(PlaybackError) {
        do throws(CanvasError) {
            try self.init(
                sequence,
                memory: settings.memory,
                policy: settings.missing,
                undecodable: undecodable
            )
        } catch {
            throw .sequence(SequenceError(error, of: settings))
        }
    }

    /// The pictures of a sequence of which only some files are others than those of `former`.
    init(_ sequence: CheckedSequence, following former: PictureSource, changed: Set<FilePath>) throws(CanvasError) {
        self.sequence = sequence
        policy = former.policy
        undecodable = former.undecodable
        unreadable = Set(sequence.unreadable.map(\.position))
        // What the viewer chose to see stays.
        renderer = try FrameRenderer(
            canvas: former.renderer.canvas,
            format: sequence.renderer.format,
            isFlattened: former.renderer.isFlattened,
            decode: sequence.renderer.decode
        )
        cache = FrameCache(continuing: former.cache, renderer: renderer, without: changed)
        undecodable.keep(sequence.frames.frames, changed: changed)
        tellUnreadable()
    }

    /// Tells of the frames that were found when the sequence was checked.
    private func tellUnreadable() {
        for (position, frame, error) in sequence.leftOut {
            undecodable.add(frame, at: position, error, standIn: "left out")
        }
        for (position, error) in sequence.unreadable {
            let frame = sequence.frames.frames[position]
            undecodable.add(frame, at: position, error, standIn: standIn(substitutes(for: position).first))
        }
    }

    /// What rendering has cost until now.
    var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer.times) }

    /// What the cache did.
    var hits: Int { cache.statistics.hits }

    /// The bytes of kept pictures.
    var byteCount: Int { cache.byteCount }

    /// The most bytes that kept pictures took.
    var peakByteCount: Int { peak.withLock { $0 } }

    /// Whether the picture of the frame at `position`, or of what stands in for it, takes no time to speak of.
    func isReady(_ position: Int) -> Bool {
        let frame = sequence.frames.frames[position]
        return cache.keeps(frame) || undecodable.contains(frame)
    }

    /// The picture of a view that does not animate; without one, or where it cannot be drawn, what lies behind it.
    func picture(still frame: Frame?) async throws(FrameRenderError) -> Drawn {
        guard let frame else { return Drawn(picture: try emptyPicture()) }
        do throws(FrameRenderError) {
            let picture = try await cache.picture(for: frame)
            undecodable.remove(frame)
            return Drawn(picture: picture)
        } catch {
            undecodable.add(frame, at: 0, error, standIn: "an empty view is shown instead")
            return Drawn(picture: try emptyPicture(), isSubstitute: true)
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

    /// The picture of the frame at `position`, or, where that cannot be drawn, what the policy puts in its place.
    ///
    /// It is tried again each time that it is wanted and not kept, so a file that was mended is shown.
    func picture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let frames = sequence.frames.frames
        do throws(FrameRenderError) {
            let picture = try await cache.picture(for: frames[position])
            let kept = cache.byteCount
            peak.withLock { $0 = max($0, kept) }
            undecodable.remove(frames[position])
            return Drawn(picture: picture)
        } catch {
            for other in substitutes(for: position) {
                guard let picture = try? await cache.picture(for: frames[other]) else { continue }
                undecodable.add(frames[position], at: position, error, standIn: standIn(other))
                return Drawn(picture: picture, isSubstitute: true)
            }
            undecodable.add(frames[position], at: position, error, standIn: standIn(nil))
            let black = try await cache.picture(for: Frame(number: nil, source: .black))
            return Drawn(picture: black, isSubstitute: true)
        }
    }

    /// What is said of a frame that the one at a position stands in for, or black.
    private func standIn(_ position: Int?) -> String {
        let path = position.flatMap { sequence.frames.frames[$0].path }
        return "\(path?.lastComponent.escapingControlCharacters ?? "black") is shown instead"
    }

    /// Frames to try in the place of another, in this order, without those that cannot be decoded as far as is known.
    /// Only a few: where a whole folder is gone, each try costs.
    ///
    /// The frame before stands in also where nothing may, since a playback goes on: that it may not is told at its end.
    private func substitutes(for position: Int) -> [Int] {
        let frames = sequence.frames.frames
        let isHopeful = { [self] (other: Int) in !unreadable.contains(other) && !undecodable.contains(frames[other]) }
        let tries = 4
        switch policy {
        case .black: return []
        case .error, .hold, .skip:
            let before = Array((0..<position).reversed().lazy.filter(isHopeful).prefix(tries))
            return before + Array((position + 1..<frames.count).lazy.filter(isHopeful).prefix(tries))
        case .nearest:
            let others = (1..<max(2, frames.count)).lazy.flatMap { [position - $0, position + $0] }
            return Array(others.filter { frames.indices.contains($0) && isHopeful($0) }.prefix(2 * tries))
        }
    }
}
