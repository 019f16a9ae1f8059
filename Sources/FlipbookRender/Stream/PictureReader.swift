internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene
internal import Synchronization

final class PictureReader: Sendable {
    private let drawings: DrawingTable
    private let decode: FrameRenderer.Decode
    /// A Boolean value that indicates whether the codecs of the table read the drawings directly, without a cache.
    private let readsFiles: Bool
    private let spent = Mutex(RenderTimes())

    init(_ drawings: DrawingTable, decode: FrameRenderer.Decode?) {
        (self.drawings, self.decode, readsFiles) = (drawings, decode ?? drawings.decode, decode == nil)
    }

    var times: RenderTimes { spent.withLock { $0 } }

    /// Returns `true` if a picture fills the target by itself, so that its codec may return planes in the target's format.
    func takesPlanes(_ picture: PaintedPicture, _ layer: PaintedLayer, for target: RenderTarget) -> Bool {
        // Planes can be used only for a target that requires no other conversions.
        var usual = RenderTarget(size: target.size, scale: target.scale, format: .i420, dithers: target.dithers)
        (usual.canvas, usual.output, usual.keepsScreenCurve) = (target.canvas, target.output, target.keepsScreenCurve)
        guard target == usual, !target.isDrawnDeep, layer.leavesPictures,
            picture.stencilColor == nil, let header = drawings[picture.drawing]?.knownHeader(drawings.codecs),
            header.size == target.outputSize, drawings.codecs[header.format]?.givesPlanes == true
        else { return false }
        return layer.placement(of: picture, header.size, for: target) != nil
    }

    /// Calls a closure with the rows of a picture that fills the target pixel by pixel. Returns `nil` if the picture cannot be
    /// read this way.
    func withRows(
        of picture: PaintedPicture,
        _ layer: PaintedLayer,
        for target: RenderTarget,
        _ body: (any PictureRows, Placement) throws(ImageError) -> Picture?
    ) throws(ImageError) -> Picture? {
        guard readsFiles, let drawing = drawings[picture.drawing], case .success(let header)? = drawing.header,
            let placement = layer.placement(of: picture, header.size, for: target)
        else { return nil }
        let codecs = drawings.codecs(of: drawing)
        return try drawing.withRows(keepsSixteenBits: target.isDrawnDeep, codecs: codecs) { (rows) throws(ImageError) in
            let picture = try body(rows, placement)
            drawings.note(rows.values, rows.lightLoss, of: drawing, rows.size)
            return picture
        }
    }

    /// Reads the pixels of a picture for display. They are `PixelFormat.i420` if `takesPlanes` and the codec allow it.
    /// - Parameter place: The layer's bounds in the target.
    func read(
        _ picture: PaintedPicture,
        of layer: PaintedLayer,
        in place: PixelRect,
        for target: RenderTarget,
        takesPlanes: Bool = false,
        sharing shared: SharedPictures? = nil
    ) throws -> ReadPicture {
        try measuring(\.decoding) {
            guard var drawing = drawings[picture.drawing]
            else { throw ImageError.corrupt(reason: "its display list is outdated; the drawing is gone") }
            var whole: PixelSize?
            if picture.resizing == nil, let header = drawing.knownHeader(drawings.codecs),
                drawings.codecs[header.format]?.isScalable == true
            {
                let size = picture.orientation.shownSize(of: header.size)
                let drawn = layer.detail(of: size, scale: picture.scale, in: place, for: target)
                drawing.detail = drawn.map(picture.orientation.shownSize)
                whole = drawn.map { _ in size }
            }
            let key = SharedPictures.Key(picture, drawing.detail)
            if let known = shared?.pictures[key] { return known }
            drawing.takesPlanes = takesPlanes
            let stored = try decode(drawing, target.isDrawnDeep)
            if takesPlanes, stored.format == .i420 { return ReadPicture(pixels: stored, size: stored.size) }
            precondition(stored.format == .rgba || stored.format == .rgba64, "a decoded picture must be straight RGBA")
            let pixels = try stored.oriented(picture.orientation)
            let read = ReadPicture(pixels: pixels, size: whole ?? pixels.size)
            shared?.keep(read, for: key)
            return read
        }
    }

    func count(rows: Int) { spent.withLock { $0.rows += rows } }

    func measuring<R, E: Error>(_ step: WritableKeyPath<RenderTimes, Duration>, _ work: () throws(E) -> R)
        throws(E) -> R
    {
        let start = ContinuousClock.now
        let result = try work()
        let end = ContinuousClock.now
        spent.withLock { $0[keyPath: step] += end - start }
        return result
    }

    /// Adds the file of the picture to an error. If there is no picture, adds the layer.
    func aboutFile<R>(of picture: PaintedPicture?, _ work: () throws -> R) throws(FrameRenderError) -> R {
        do {
            return try work()
        } catch let error as FrameRenderError {
            throw error
        } catch {
            let cause = error as? ImageError ?? (error as? MachineShortage).map(ImageError.shortage)
            let path = picture.map { drawings[$0.drawing]?.path ?? FilePath("a drawing") } ?? FilePath("the layer")
            throw FrameRenderError(path: path, cause: cause ?? .corrupt(reason: "\(error)"))
        }
    }
}

struct ReadPicture {
    let pixels: Picture
    /// The size in the file, which determines the placement. If the pixels were read at a lower level of detail, their size
    /// differs.
    let size: PixelSize
}

/// Pictures that are shared by several layers of a scene when the layers are first drawn. Each picture is decoded once per
/// level of detail.
final class SharedPictures {
    struct Key: Hashable {
        let drawing: Int
        let orientation: ImageOrientation
        let detail: PixelSize?

        init(_ picture: PaintedPicture, _ detail: PixelSize?) {
            (drawing, orientation, self.detail) = (picture.drawing, picture.orientation, detail)
        }
    }

    private let uses: [Int: Int]
    private(set) var pictures: [Key: ReadPicture] = [:]

    init(of scene: BoundScene) {
        let layers = scene.scene.layers.indices.dropFirst().compactMap(scene.paintedLayer)
        uses = Dictionary(layers.compactMap(\.contents.picture).map { ($0.drawing, 1) }, uniquingKeysWith: +)
    }

    func keep(_ picture: ReadPicture, for key: Key) { if uses[key.drawing, default: 0] > 1 { pictures[key] = picture } }
}

package struct RenderTimes: Hashable, Sendable {
    /// The time spent reading and decoding files, including orientation.
    package var decoding: Duration = .zero
    /// The time spent placing, scaling, and compositing, and converting to the output format.
    package var compositing: Duration = .zero
    /// The number of composited rows, not counting rows reused from the previous picture.
    package var rows = 0
}

extension PaintedLayer {
    /// Returns the size in pixels at which a picture's file should be read, or `nil` to read it at full size. The size is used
    /// for vector drawings, icons, and photographs that are drawn smaller.
    fileprivate func detail(
        of size: PixelSize,
        scale pictureScale: Double,
        in place: PixelRect,
        for target: RenderTarget
    ) -> PixelSize? {
        guard properties.filter != .nearest else { return nil }
        let drawn = placement(of: size, scale: pictureScale, in: place, scale: target.scale).target.size
        // Only a small part of a picture is visible if the picture is drawn much larger than the target.
        guard !drawn.isEmpty, drawn != size, drawn.area <= max(size.area, target.size.area * 4) else { return nil }
        // Codecs average stored values. The filter gets the same result only if the canvas also uses stored values.
        let isSmaller = drawn.width < size.width || drawn.height < size.height
        return isSmaller && (properties.filter != .automatic || target.canvas.areLight) ? nil : drawn
    }

    /// Returns the placement of an unrotated, unsliced picture if it fills a target pixel by pixel.
    fileprivate func placement(of picture: PaintedPicture, _ size: PixelSize, for target: RenderTarget) -> Placement? {
        guard picture.resizing == nil, picture.orientation == .up else { return nil }
        let whole = PixelRect(target.size)
        let placement = placement(of: size, scale: picture.scale, in: whole, scale: target.scale)
        return placement.isUnscaled && placement.target == whole ? placement : nil
    }
}
