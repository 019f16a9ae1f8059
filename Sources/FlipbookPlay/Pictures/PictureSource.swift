import FlipbookCore
import FlipbookFiles
import FlipbookImaging
import FlipbookMedia
import FlipbookRender
import FlipbookScene
import FlipbookSequences
import Synchronization

/// Draws and caches the pictures of a sequence, and replaces pictures that cannot be drawn.
final class PictureSource: Sendable {
    /// A picture, with a flag that indicates whether it replaces another one.
    struct Drawn: Sendable {
        var picture: Picture
        let list: DisplayList
        var isSubstitute = false
        var compared: Picture?
    }

    let sequence: CheckedSequence
    private let shown: Mutex<BoundScene>
    let target: RenderTarget
    private let cache: FrameCache
    private let renderer: FrameRenderer
    private let undecodable: UndecodableFrames
    private let peak = Mutex(0)
    /// The last picture drawn, which stays on the screen if memory runs out.
    private let latest = Mutex<Drawn?>(nil)
    /// A Boolean value that indicates whether the frames cover their background.
    let isOpaque: Bool
    private let stills = Remembered<Image, Image>(atMost: 64)

    /// - Parameter isFlattened: A Boolean value that indicates whether pictures are drawn on black.
    init(
        _ sequence: CheckedSequence,
        in scene: BoundScene? = nil,
        isFlattened: Bool = true,
        format: PixelFormat? = nil,
        renderer: FrameRenderer? = nil,
        memory: MemoryBudget,
        undecodable: UndecodableFrames
    ) {
        (self.sequence, self.undecodable) = (sequence, undecodable)
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

    /// Creates a source for a sequence in which only some files differ from those of `former`.
    init(_ sequence: CheckedSequence, following former: PictureSource, changed: Set<FilePath>) {
        (self.sequence, undecodable, isOpaque) = (sequence, former.undecodable, sequence.coversCanvas)
        // The viewer's choices are kept.
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

    /// The scene, with the viewer's choices for its lowest layer.
    var scene: BoundScene { shown.withLock { $0 } }

    func show(_ tree: Scene) { shown.withLock { $0.show(tree.layers) } }

    /// Returns the same pictures with straight alpha and no background, for saving.
    func withAlpha() -> PictureSource {
        var scene = scene
        scene.changeLayer(0) { $0.backgroundColor = nil }
        let format: PixelFormat = sequence.isDeep ? .rgba64 : .rgba
        let none = MemoryBudget(byteCount: 0)
        return .init(sequence, in: scene, isFlattened: false, format: format, memory: none, undecodable: undecodable)
    }

    private func tellDamaged() {
        for (position, frame, error) in sequence.damaged {
            undecodable.add(frame.damage?.source ?? frame.source, at: position, error, standIn: frame.standIn)
        }
    }

    /// The statistics of the cache and the renderer, which may be shared.
    var statistics: RenderStatistics { RenderStatistics(cache.statistics, renderer) }

    var byteCount: Int { cache.byteCount }
    var peakByteCount: Int { peak.withLock { $0 } }

    /// Returns whether the picture at a position, or its replacement, is immediately available.
    func isReady(_ position: Int) -> Bool {
        cache.keeps(scene.displayList(ofFrame: position), for: target)
            || undecodable.contains(sequence.frames.frames[position])
    }

    /// Returns the file's pixel at a point in a frame's picture.
    func pixel(at place: Point, ofFrame position: Int) -> BoundScene.Pixel? {
        scene.pixel(at: place, of: scene.displayList(ofFrame: position), for: target)
    }

    /// Returns the part of a drawn picture that the file's picture covers, or `nil` if there are other pictures or a transform.
    func area(of drawn: Drawn) -> PixelRect? { scene.area(of: drawn.list, for: target) }

    /// Returns a thumbnail of a frame. If the desktop's own thumbnail shows the same picture, that one is used.
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
        let list = scene.displayList(ofFrame: position)
        guard let picture = cache.keptPicture(of: list, for: target) else { return nil }
        undecodable.remove(sequence.frames.frames[position])
        return Drawn(picture: picture, list: list)
    }

    /// Returns the picture of a view that does not animate. If there is no picture or drawing fails, returns the background.
    func picture(still frame: Frame?) async throws -> Drawn {
        guard let frame else { return try await picture(showing: nil) }
        do throws(FrameRenderError) {
            let drawn = try await picture(showing: try image(still: frame.image))
            undecodable.remove(frame)
            return drawn
        } catch {
            undecodable.add(frame.source, at: 0, error, standIn: "an empty view is shown instead")
            return changing(try await picture(showing: nil)) { $0.isSubstitute = true }
        }
    }

    /// Returns a still picture, reading its header once.
    private func image(still image: Image) throws(FrameRenderError) -> Image {
        do throws(ImageError) {
            return try stills.value(for: image) { () throws(ImageError) in
                sequence.settings.look(
                    of: image.pixelSize == nil ? try image.readingHeader(codecs: sequence.settings.codecs) : image
                )
            }
        } catch { throw FrameRenderError(path: image.source.name, cause: error) }
    }

    private func picture(showing image: Image?) async throws(FrameRenderError) -> Drawn {
        try await picture(of: scene.displayList(showing: image))
    }

    private func picture(of list: DisplayList) async throws(FrameRenderError) -> Drawn {
        Drawn(picture: try await cache.picture(of: list, for: target), list: list)
    }

    /// Returns the picture at a position. An error is not reported, because the picture may never be shown.
    func ownPicture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let drawn = try await picture(of: scene.displayList(ofFrame: position))
        let kept = cache.byteCount
        peak.withLock { $0 = max($0, kept) }
        latest.withLock { $0 = drawn }
        undecodable.remove(sequence.frames.frames[position])
        return drawn
    }

    /// Returns whether a damaged file affects other frames, in which case the sequence must be checked again.
    func decides(_ error: FrameRenderError) -> Bool {
        let (found, settings) = (sequence.found, sequence.settings)
        guard error.cause.isDamage, settings.missing != .error, found.frames.count > 1,
            !undecodable.damaged.keys.contains(error.path),
            found.files.contains(error.path)
        else { return false }
        return settings.missing == .skip || settings.maximumGap != nil
            || sequence.frames.frames.contains { $0.substitution != nil && $0.path == error.path }
    }

    /// Returns the picture at a position or, if drawing fails, its replacement. A failed picture is tried again each time.
    /// - Throws: The error of a frame that requires a new check of the sequence (``decides(_:)``).
    func picture(at position: Int) async throws(FrameRenderError) -> Drawn {
        let frames = sequence.frames.frames
        do throws(FrameRenderError) {
            return try await ownPicture(at: position)
        } catch {
            if decides(error) { throw error }
            let (source, policy) = (frames[position].source, sequence.settings.missing)
            let standIn = await policy.standIn(at: position, in: frames) { [self] (other) throws(FrameRenderError) in
                undecodable.contains(frames[other]) ? nil : try await picture(of: scene.displayList(ofFrame: other))
            }
            if let (other, drawn) = standIn {
                let shown = frames[other].source.name
                let name = ArchivedPictures.name(of: shown) ?? shown.name.description
                undecodable.add(source, at: position, error, standIn: "\(name) is shown instead")
                return changing(drawn) { $0.isSubstitute = true }
            }
            if error.shortage != nil, let held = latest.withLock({ $0 }) {
                undecodable.add(source, at: position, error, standIn: "the previous picture is shown instead")
                return changing(held) { $0.isSubstitute = true }
            }
            undecodable.add(source, at: position, error, standIn: "black is shown instead")
            return changing(try await picture(showing: Image(source: .black))) { $0.isSubstitute = true }
        }
    }

    /// Returns whether a frame is invisible on black because all its opaque pixels are black, as in an X bitmap.
    func isUnseen(at position: Int) async throws -> Bool {
        guard !isOpaque else { return false }
        let shown = try await picture(at: position).picture
        guard shown.format == .bgra, shown.isDark else { return false }
        return try await withAlpha().picture(at: position).picture.isPartlyClear
    }
}
