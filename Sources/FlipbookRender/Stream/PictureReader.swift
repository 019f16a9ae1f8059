internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene
internal import Synchronization

/// Reads the pictures of drawings as they are shown, and measures what that and drawing them takes.
final class PictureReader: Sendable {
    private let drawings: DrawingTable
    private let decode: FrameRenderer.Decode
    /// A Boolean value that tells whether the drawings are read by their table's codecs, and not kept elsewhere.
    private let readsFiles: Bool
    private let spent = Mutex(RenderTimes())

    /// A reader of the drawings of a table, by `decode` or else by the table's codecs.
    init(_ drawings: DrawingTable, decode: FrameRenderer.Decode?) {
        (self.drawings, self.decode, readsFiles) = (drawings, decode ?? drawings.decode, decode == nil)
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    var times: RenderTimes { spent.withLock { $0 } }

    /// Returns whether a picture's file may give the planes of a target: it is all that the layer and the target show.
    func takesPlanes(_ picture: PaintedPicture, _ layer: PaintedLayer, for target: RenderTarget) -> Bool {
        // Planes have the numbers of a target of which nothing further is asked.
        var usual = RenderTarget(size: target.size, scale: target.scale, format: .i420, dithers: target.dithers)
        (usual.canvas, usual.output, usual.keepsScreenCurve) = (target.canvas, target.output, target.keepsScreenCurve)
        guard target == usual, !target.isDrawnDeep, layer.leavesPictures,
            picture.stencilColor == nil, let header = drawings[picture.drawing]?.knownHeader(drawings.codecs),
            header.size == target.outputSize, drawings.codecs[header.format]?.givesPlanes == true
        else { return false }
        return layer.placement(of: picture, header.size, for: target) != nil
    }

    /// Lends the rows of a picture that lies on all of the target, pixel by pixel, or `nil` if it does not, or has none.
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

    /// A picture's pixels as they are shown.
    /// - Parameters:
    ///   - place: The layer among the target's pixels.
    ///   - takesPlanes: A Boolean value that indicates whether it may come as `PixelFormat.i420`.
    ///   - shared: The pictures that other layers show, too, or `nil` for none.
    func read(
        _ picture: PaintedPicture,
        of layer: PaintedLayer,
        in place: PixelRect,
        for target: RenderTarget,
        takesPlanes: Bool = false,
        sharing shared: SharedPictures? = nil
    ) throws -> ReadPicture {
        try measuring(\.decoding) {
            guard var drawing = drawings[picture.drawing] else {
                throw ImageError.corrupt(reason: "its list is of long ago, and the scene has let go of the drawing")
            }
            var whole: PixelSize?
            if picture.resizing == nil, let header = drawing.knownHeader(drawings.codecs),
                drawings.codecs[header.format]?.isScalable == true
            {
                let size = header.size.turned(picture.orientation)
                let drawn = layer.detail(of: size, scale: picture.scale, in: place, for: target)
                drawing.detail = drawn?.turned(picture.orientation)
                whole = drawn.map { _ in size }
            }
            let key = SharedPictures.Key(picture, drawing.detail)
            if let known = shared?.pictures[key] { return known }
            drawing.takesPlanes = takesPlanes
            let stored = try decode(drawing, target.isDrawnDeep)
            if takesPlanes, stored.format == .i420 { return ReadPicture(pixels: stored, size: stored.size) }
            precondition(stored.format == .rgba || stored.format == .rgba64, "pictures are decoded as straight RGBA")
            let pixels = try stored.oriented(picture.orientation)
            let read = ReadPicture(pixels: pixels, size: whole ?? pixels.size)
            shared?.keep(read, for: key)
            return read
        }
    }

    func count(rows: Int) { spent.withLock { $0.rows += rows } }

    /// Does a step, and counts its time.
    func measuring<R, E: Error>(
        _ step: WritableKeyPath<RenderTimes, Duration>,
        _ work: () throws(E) -> R
    ) throws(E) -> R {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let end = clock.now
        spent.withLock { $0[keyPath: step] += end - start }
        return result
    }

    /// Names the file of an error, or the layer if the error is about no picture.
    func aboutFile<R>(of picture: PaintedPicture?, _ work: () throws -> R) throws(FrameRenderError) -> R {
        do {
            return try work()
        } catch let error as FrameRenderError {
            throw error
        } catch {
            let cause = error as? ImageError ?? (error as? MachineShortage).map(ImageError.shortage)
            throw FrameRenderError(
                path: picture.map { drawings[$0.drawing]?.path ?? FilePath("a drawing") } ?? FilePath("the layer"),
                cause: cause ?? .corrupt(reason: "\(error)")
            )
        }
    }
}

/// A picture's pixels as they are shown.
struct ReadPicture {
    let pixels: Picture
    /// The size that the file gives the picture. It is placed by this one, and has other pixels where it was read in another
    /// detail.
    let size: PixelSize
}

/// The pictures that several layers of a scene show, while these are drawn for the first time: each is decoded once in a detail.
final class SharedPictures {
    struct Key: Hashable {
        let drawing: Int
        let orientation: ImageOrientation
        let detail: PixelSize?

        init(_ picture: PaintedPicture, _ detail: PixelSize?) {
            (drawing, orientation, self.detail) = (picture.drawing, picture.orientation, detail)
        }
    }

    /// The numbers of layers by their drawings.
    private let uses: [Int: Int]
    private(set) var pictures: [Key: ReadPicture] = [:]

    init(of scene: BoundScene) {
        let layers = scene.scene.layers.indices.dropFirst().compactMap(scene.paintedLayer)
        uses = Dictionary(layers.compactMap(\.contents.picture).map { ($0.drawing, 1) }, uniquingKeysWith: +)
    }

    func keep(_ picture: ReadPicture, for key: Key) {
        if uses[key.drawing, default: 0] > 1 { pictures[key] = picture }
    }
}

/// The time that rendering took, all threads together.
package struct RenderTimes: Hashable, Sendable {
    /// Reading files and decoding them, with turning and mirroring.
    package var decoding: Duration = .zero
    /// Placing, scaling, compositing, and conversion to the output's format.
    package var compositing: Duration = .zero
    /// Rows of pictures that were composited: not those that are as they were in the picture before.
    package var rows = 0
}

extension PaintedLayer {
    /// The pixels that a picture is drawn on, if its file may be read in as many, or `nil` if its own are wanted. A drawing of
    /// lines, an icon, or a photograph that gets smaller may.
    fileprivate func detail(
        of size: PixelSize,
        scale pictureScale: Double,
        in place: PixelRect,
        for target: RenderTarget
    ) -> PixelSize? {
        guard properties.filter != .nearest else { return nil }
        let drawn = placement(of: size, scale: pictureScale, in: place, scale: target.scale).target.size
        // Of what is drawn much larger than the target, little is seen.
        guard !drawn.isEmpty, drawn != size, drawn.area <= max(size.area, target.size.area * 4) else { return nil }
        // A codec's means are means of numbers, as the filter's are where these are drawn.
        let isSmaller = drawn.width < size.width || drawn.height < size.height
        return isSmaller && (properties.filter != .automatic || target.canvas.areLight) ? nil : drawn
    }

    /// The place where a picture lies that is all of a target pixel by pixel, neither turned nor cut, or `nil` for any other.
    fileprivate func placement(of picture: PaintedPicture, _ size: PixelSize, for target: RenderTarget) -> Placement? {
        guard picture.resizing == nil, picture.orientation == .up else { return nil }
        let whole = PixelRect(target.size)
        let placement = placement(of: size, scale: picture.scale, in: whole, scale: target.scale)
        return placement.isUnscaled && placement.target == whole ? placement : nil
    }
}
