internal import FlipbookCore
internal import Synchronization

/// Reads the pictures of drawings as they are shown, and measures what that and drawing them takes.
final class PictureReader: Sendable {
    /// What drawing a picture consists of.
    enum Step {
        case decoding
        case compositing
    }

    private let drawings: DrawingTable
    private let decode: FrameRenderer.Decode
    private let spent = Mutex(RenderTimes())

    /// A reader of the drawings of a table, by `decode`.
    init(_ drawings: DrawingTable, decode: @escaping FrameRenderer.Decode) {
        (self.drawings, self.decode) = (drawings, decode)
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    var times: RenderTimes { spent.withLock { $0 } }

    /// In which detail a picture is read; `nil` for its own pixels.
    /// - Parameter drawn: On how many pixels one of some size is drawn; `nil` where its own are wanted.
    func detail(of picture: PaintedPicture, _ drawn: (PixelSize) -> PixelSize?) -> PictureDetail? {
        guard picture.resizing == nil, let header = drawings[picture.drawing]?.knownHeader(drawings.codecs),
            drawings.codecs[header.format]?.isScalable == true
        else { return nil }
        let size = header.size.turned(picture.orientation)
        return drawn(size).map { PictureDetail(size: size, drawn: $0) }
    }

    /// A picture's pixels as they are shown.
    /// - Parameters:
    ///   - isDeep: Whether up to 16 bits a channel are kept.
    ///   - detail: How it is read; `nil` for its own pixels.
    func read(_ picture: PaintedPicture, isDeep: Bool, in detail: PictureDetail?) throws(ImageError) -> ReadPicture {
        try measuring(.decoding) { () throws(ImageError) in
            guard var drawing = drawings[picture.drawing] else {
                throw .corrupt(reason: "its list is of long ago, and the scene has let go of the drawing")
            }
            drawing.detail = detail?.drawn.turned(picture.orientation)
            let stored = try decode(drawing, isDeep)
            precondition(stored.format == .rgba || stored.format == .rgba64, "pictures are decoded as straight RGBA")
            let pixels = try ImageError.ofMachine { () throws(MachineShortage) in
                try stored.oriented(picture.orientation)
            }
            return ReadPicture(pixels: pixels, size: detail?.size ?? pixels.size)
        }
    }

    /// Counts rows that were composited.
    func count(rows: Int) { spent.withLock { $0.rows += rows } }

    /// Does a step, and counts its time.
    func measuring<R>(_ step: Step, _ work: () throws(ImageError) -> R) throws(ImageError) -> R {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try work()
        let end = clock.now
        spent.withLock { times in
            switch step {
            case .decoding: times.decoding += end - start
            case .compositing: times.compositing += end - start
            }
        }
        return result
    }

    /// Says of an error which file it is about.
    func aboutFile<R>(
        of picture: PaintedPicture?,
        _ work: () throws(ImageError) -> R
    ) throws(FrameRenderError) -> R {
        do throws(ImageError) {
            return try work()
        } catch {
            throw FrameRenderError(
                path: picture.map { drawings[$0.drawing]?.path ?? FilePath("a drawing") } ?? FilePath("the layer"),
                cause: error
            )
        }
    }
}
