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

    /// In which detail a picture is read, or `nil` for its own pixels.
    /// - Parameter drawn: On how many pixels one of some size is drawn, or `nil` if its own are wanted.
    func detail(of picture: PaintedPicture, _ drawn: (PixelSize) -> PixelSize?) -> PictureDetail? {
        guard picture.resizing == nil, let header = drawings[picture.drawing]?.knownHeader(drawings.codecs),
            drawings.codecs[header.format]?.isScalable == true
        else { return nil }
        let size = header.size.turned(picture.orientation)
        return drawn(size).map { PictureDetail(size: size, drawn: $0) }
    }

    /// Whether a picture's file may give the planes of a target: it is all that the layer and the target show.
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
        guard readsFiles, let drawing = drawings[picture.drawing],
            case .success(let header)? = drawing.header,
            let placement = layer.placement(of: picture, header.size, for: target)
        else { return nil }
        return try drawing.withRows(keepsSixteenBits: target.isDrawnDeep, codecs: drawings.codecs) {
            (rows) throws(ImageError) in try body(rows, placement)
        }
    }

    /// A picture's pixels as they are shown.
    /// - Parameters:
    ///   - isDeep: Whether up to 16 bits a channel are kept.
    ///   - detail: The way in which it is read, or `nil` for its own pixels.
    ///   - takesPlanes: A Boolean value that indicates whether it may come as `PixelFormat.i420`.
    func read(
        _ picture: PaintedPicture,
        isDeep: Bool,
        in detail: PictureDetail?,
        takesPlanes: Bool = false
    ) throws -> ReadPicture {
        try measuring(\.decoding) {
            guard var drawing = drawings[picture.drawing] else {
                throw ImageError.corrupt(reason: "its list is of long ago, and the scene has let go of the drawing")
            }
            drawing.detail = detail?.drawn.turned(picture.orientation)
            drawing.takesPlanes = takesPlanes
            let stored = try decode(drawing, isDeep)
            if takesPlanes, stored.format == .i420 { return ReadPicture(pixels: stored, size: stored.size) }
            precondition(stored.format == .rgba || stored.format == .rgba64, "pictures are decoded as straight RGBA")
            let pixels = try stored.oriented(picture.orientation)
            return ReadPicture(pixels: pixels, size: detail?.size ?? pixels.size)
        }
    }

    /// Counts rows that were composited.
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

extension PaintedLayer {
    /// The place where a picture lies that is all of a target pixel by pixel, neither turned nor cut, or `nil` for any other.
    fileprivate func placement(of picture: PaintedPicture, _ size: PixelSize, for target: RenderTarget) -> Placement? {
        guard picture.resizing == nil, picture.orientation == .up else { return nil }
        let whole = PixelRect(target.size)
        let placement = placement(of: size, scale: picture.scale, in: whole, scale: target.scale)
        return placement.isUnscaled && placement.target == whole ? placement : nil
    }
}
