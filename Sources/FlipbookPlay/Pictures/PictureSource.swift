import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import Synchronization

/// The pictures of a sequence as they are played: drawn once and kept as far as the memory goes, with something in
/// the place of those that cannot be drawn.
final class PictureSource: Sendable {
    /// A picture, and what it stands in for.
    struct Drawn: Sendable {
        var picture: Picture
        var isSubstitute = false
        /// The picture that it is compared with, or `nil` if there is none.
        var compared: Picture?
    }

    let sequence: CheckedSequence
    private let shown: Mutex<BoundScene>
    let target: RenderTarget
    private let cache: FrameCache
    private let renderer: FrameRenderer
    private let undecodable: UndecodableFrames
    private let peak = Mutex(0)
    /// The picture that was drawn last, which is held where there is no memory for another.
    private let latest = Mutex<Picture?>(nil)
    /// A Boolean value that indicates whether the frames cover what lies behind them.
    let isOpaque: Bool
    private let stills = Remembered<Image, Image>(atMost: 64)

    /// The pictures of `sequence`.
    /// - Parameters:
    ///   - scene: The sequence's scene where its layers have other properties by now.
    ///   - isFlattened: Black lies beneath; not for a view of the alpha channel.
    ///   - renderer: The renderer of a scene whose drawings are read in another way than the sequence's.
    init(
        _ sequence: CheckedSequence,
        in scene: BoundScene? = nil,
        isFlattened: Bool = true,
        format: PixelFormat? = nil,
        renderer: FrameRenderer? = nil,
        memory: MemoryBudget,
        undecodable: UndecodableFrames
    ) {
        self.sequence = sequence
        self.undecodable = undecodable
        shown = Mutex(scene ?? sequence.scene)
        var target = sequence.target
        target.isFlattened = isFlattened
        if let format { target.format = format }
        self.target = target
        isOpaque = sequence.coversCanvas
        self.renderer = renderer ?? sequence.renderer
        cache = FrameCache(memory, renderer: self.renderer, keepsNewestAlone: sequence.keepsDecodedAlone)
        tellDamaged()
    }

    /// The pictures of a sequence of which only some files are others than those of `former`, which it was checked after.
    init(_ sequence: CheckedSequence, following former: PictureSource, changed: Set<FilePath>) {
        self.sequence = sequence
        undecodable = former.undecodable
        isOpaque = sequence.coversCanvas
        // What the viewer chose to see stays.
        var scene = sequence.scene
        scene.changeLayer(0) { $0 = former.scene.scene.layers[0] }
        scene.showsLayers = former.scene.showsLayers
        shown = Mutex(scene)
        var target = sequence.target
        target.isFlattened = former.target.isFlattened
        self.target = target
        (cache, renderer) = (former.cache, former.renderer)
        cache.removeOutdated(in: scene.drawings)
        undecodable.keep(sequence.found.frames, changed: changed)
        tellDamaged()
    }

    /// The sequence's scene, its lowest layer as the viewer wants to see it.
    var scene: BoundScene { shown.withLock { $0 } }

    /// Shows a tree of views as it is now.
    func show(_ tree: Scene) { shown.withLock { $0.show(tree.layers) } }

    /// The same pictures with their alpha and nothing behind them, straight, for a file.
    func withAlpha() -> PictureSource {
        var scene = scene
        scene.changeLayer(0) { $0.backgroundColor = nil }
        return PictureSource(
            sequence,
            in: scene,
            isFlattened: false,
            format: sequence.isDeep ? .rgba64 : .rgba,
            memory: MemoryBudget(byteCount: 0),
            undecodable: undecodable
        )
    }

    private func tellDamaged() {
        for (position, frame, error) in sequence.damaged {
            undecodable.add(frame.damage?.source ?? frame.source, at: position, error, standIn: frame.standIn)
        }
    }

    /// The counts of its cache and its renderer, which it may share with others.
    var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer) }

    var byteCount: Int { cache.byteCount }
    var peakByteCount: Int { peak.withLock { $0 } }

    /// Returns whether the picture of the frame at `position`, or of what stands in for it, takes no time to speak of.
    func isReady(_ position: Int) -> Bool {
        cache.keeps(scene.displayList(ofFrame: position), for: target)
            || undecodable.contains(sequence.frames.frames[position])
    }

    /// The pixel of a file that is seen at a place of the picture of the frame at `position`.
    func pixel(at place: Point, ofFrame position: Int) -> BoundScene.Pixel? {
        scene.pixel(at: place, of: scene.displayList(ofFrame: position), for: target)
    }

    /// The frame at `position`, small: the thumbnail that the desktop has of its file, if that is all that is seen; else drawn.
    func thumbnail(at position: Int, fitting room: PixelSize) async throws -> FrameThumbnail {
        let frame = sequence.frames.frames[position]
        if !isReady(position), let path = frame.path, path.picture == nil, frame.substitution == nil,
            let pixel = pixel(at: .zero, ofFrame: position), pixel.fills(target.size),
            let known = FrameThumbnail(ofFile: path, fitting: room)
        {
            return known
        }
        return try FrameThumbnail(of: await picture(at: position).picture, fitting: room)
    }

    func keptPicture(at position: Int) -> Drawn? {
        guard let picture = cache.keptPicture(of: scene.displayList(ofFrame: position), for: target) else { return nil }
        undecodable.remove(sequence.frames.frames[position])
        return Drawn(picture: picture)
    }

    /// The picture of a view that does not animate; without one, or where it cannot be drawn, what lies behind it.
    func picture(still frame: Frame?) async throws -> Drawn {
        guard let frame else { return Drawn(picture: try await picture(showing: nil)) }
        do throws(FrameRenderError) {
            let picture = try await picture(showing: try image(still: frame.image))
            undecodable.remove(frame)
            return Drawn(picture: picture)
        } catch {
            undecodable.add(frame.source, at: 0, error, standIn: "an empty view is shown instead")
            return Drawn(picture: try await picture(showing: nil), isSubstitute: true)
        }
    }

    /// A still picture as it is drawn, its header read once.
    private func image(still image: Image) throws(FrameRenderError) -> Image {
        do throws(ImageError) {
            return try stills.value(for: image) { () throws(ImageError) in
                sequence.settings.look(
                    of: image.pixelSize == nil ? try image.readingHeader(codecs: sequence.settings.codecs) : image
                )
            }
        } catch {
            throw FrameRenderError(path: image.source.name, cause: error)
        }
    }

    private func picture(showing image: Image?) async throws(FrameRenderError) -> Picture {
        try await cache.picture(of: scene.displayList(showing: image), for: target)
    }

    private func picture(ofFrame position: Int) async throws(FrameRenderError) -> Picture {
        try await cache.picture(of: scene.displayList(ofFrame: position), for: target)
    }

    /// The picture of the frame at `position` itself. What cannot be drawn is not reported: it may never be shown.
    func ownPicture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let picture = try await picture(ofFrame: position)
        let kept = cache.byteCount
        peak.withLock { $0 = max($0, kept) }
        latest.withLock { $0 = picture }
        undecodable.remove(sequence.frames.frames[position])
        return Drawn(picture: picture)
    }

    /// A Boolean value that indicates whether a damaged file decides more than its own picture, so that the sequence is checked
    /// again with it: where frames are left out, or the gaps have a limit, or its picture stands in for another frame's.
    func decides(_ error: FrameRenderError) -> Bool {
        let (found, settings) = (sequence.found, sequence.settings)
        guard error.cause.isDamage, settings.missing != .error, found.frames.count > 1,
            !undecodable.damaged.keys.contains(error.path),
            found.files.contains(error.path)
        else { return false }
        return settings.missing == .skip || settings.maximumGap != nil
            || sequence.frames.frames.contains { $0.substitution != nil && $0.path == error.path }
    }

    /// The picture of the frame at `position`, or, where that cannot be drawn, what the policy puts in its place.
    ///
    /// It is tried again each time that it is wanted and not kept, so a file that was mended is shown.
    /// - Throws: The error of a frame, where the sequence is to be checked again (``decides(_:)``).
    func picture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let frames = sequence.frames.frames
        do throws(FrameRenderError) {
            return try await ownPicture(at: position)
        } catch {
            if decides(error) { throw error }
            let (source, policy) = (frames[position].source, sequence.settings.missing)
            let standIn = await policy.standIn(at: position, in: frames) { [self] (other) throws(FrameRenderError) in
                undecodable.contains(frames[other]) ? nil : try await picture(ofFrame: other)
            }
            if let (other, picture) = standIn {
                let shown = frames[other].source.name
                let name = ArchivedPictures.name(of: shown) ?? shown.name.description
                undecodable.add(source, at: position, error, standIn: "\(name) is shown instead")
                return Drawn(picture: picture, isSubstitute: true)
            }
            if error.shortage != nil, let held = latest.withLock({ $0 }) {
                undecodable.add(source, at: position, error, standIn: "the picture before is shown instead")
                return Drawn(picture: held, isSubstitute: true)
            }
            undecodable.add(source, at: position, error, standIn: "black is shown instead")
            return Drawn(picture: try await picture(showing: Image(source: .black)), isSubstitute: true)
        }
    }

    /// A Boolean value that indicates whether nothing is seen of the frame at a position, as of an X bitmap on black: some of its
    /// pixels are clear, the others as dark as the black behind them.
    func isUnseen(at position: Int) async throws -> Bool {
        guard !isOpaque else { return false }
        let shown = try await picture(at: position).picture
        guard shown.format == .bgra, shown.isDark else { return false }
        let alone = try await withAlpha().picture(at: position).picture
        return alone.isPartlyClear
    }
}
