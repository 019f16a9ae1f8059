public import FlipbookCore
internal import Synchronization

/// Draws frames: decodes a frame's file, places it on the canvas over the background, puts the overlays over it, and
/// converts it to the output's format.
///
/// One renderer may be used from several tasks at once. What each call works in
/// is a few rows of memory, taken from the memory of finished pictures.
public final class FrameRenderer: Sendable {
    /// Reads the picture in a file as straight RGBA.
    public typealias Decode = @Sendable (FilePath) throws(ImageError) -> Picture

    /// What frames are drawn on.
    public let canvas: Canvas
    /// The format of the pictures that are returned.
    public let format: PixelFormat
    /// Whether black lies beneath the canvas, so that pictures are opaque.
    public let isFlattened: Bool
    /// The size of the pictures that are returned: the canvas, padded to even sides for 4:2:0.
    public let outputSize: PixelSize

    /// Reads a file's picture.
    public let decode: Decode
    /// The places in the canvas's overlays of those that have no room on it, and so are not drawn.
    ///
    /// They lie wholly beside the canvas, or their insets leave nothing of it. Hidden and transparent ones do not count.
    public let unseenOverlays: [Int]

    private let drawing: Drawing
    private let spent = Mutex(RenderTimes())

    /// What is drawn, at the depth of the format.
    private enum Drawing {
        case eight(CanvasDrawing<EightBits>)
        case sixteen(CanvasDrawing<SixteenBits>)
    }

    /// A renderer of frames on `canvas`.
    ///
    /// A format without alpha shows black through a canvas that is not opaque.
    /// - Parameters:
    ///   - canvas: What frames are drawn on. Its overlays are read from their files now.
    ///   - format: The format of the pictures that are returned. Where it has more than 8 bits a channel, everything
    ///     is composited at 16; pictures of 8 bits are widened.
    ///   - isFlattened: Whether black lies beneath the canvas also in a format with alpha.
    ///   - decode: Reads a file's picture, in ``PixelFormat/rgba`` or ``PixelFormat/rgba64``, its pixels as stored.
    public init(
        canvas: Canvas,
        format: PixelFormat,
        isFlattened: Bool = false,
        decode: @escaping Decode
    ) throws(CanvasError) {
        try canvas.validate()
        self.canvas = canvas
        self.format = format
        self.isFlattened = isFlattened || format == .i420
        self.decode = decode
        outputSize = format == .i420 ? canvas.size.roundedUpToEven : canvas.size
        if format.isDeep {
            let drawing = try CanvasDrawing<SixteenBits>(
                canvas,
                as: format,
                size: outputSize,
                isFlattened: self.isFlattened
            )
            self.drawing = .sixteen(drawing)
            unseenOverlays = drawing.unseenOverlays
        } else {
            let drawing = try CanvasDrawing<EightBits>(
                canvas,
                as: format,
                size: outputSize,
                isFlattened: self.isFlattened
            )
            self.drawing = .eight(drawing)
            unseenOverlays = drawing.unseenOverlays
        }
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    package var times: RenderTimes { spent.withLock { $0 } }

    /// The picture of `frame` on the canvas, ``outputSize`` pixels in ``format``.
    ///
    /// Where the frame covers the canvas pixel by pixel and nothing lies beneath or over it,
    /// the decoded bytes come through untouched, with the colours under
    /// transparent pixels.
    /// - Throws: ``FrameRenderError`` when the frame's file cannot be read, or it cannot have the canvas's caps.
    public func render(_ frame: Frame) throws(FrameRenderError) -> Picture {
        try render(Image(frame))
    }

    /// The picture of `image` on the canvas, in its orientation.
    ///
    /// Caps and tint are the canvas's: ``Canvas/init(_:showing:scale:filter:)`` takes them from an image.
    /// - Throws: ``FrameRenderError`` when the image's file cannot be read, or it cannot have the canvas's caps.
    public func render(_ image: Image) throws(FrameRenderError) -> Picture {
        guard !canvas.isHidden else {
            return switch drawing {
            case .eight(let drawing): drawing.empty()
            case .sixteen(let drawing): drawing.empty()
            }
        }
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ImageError) {
            let pixels = try image.pixels(keepsSixteenBits: format.isDeep, decode: decode)
            let decoded = clock.now
            let picture =
                try pixels.map { pixels throws(ImageError) in try draw(pixels, scale: image.scale) }
                ?? blackPicture()
            let end = clock.now
            spent.withLock { times in
                times.decoding += decoded - start
                times.compositing += end - decoded
            }
            return picture
        } catch {
            throw FrameRenderError(path: image.path ?? FilePath("image data"), cause: error)
        }
    }

    /// `picture` on the canvas.
    /// - Parameters:
    ///   - picture: The frame's pixels as they are shown, in ``PixelFormat/rgba`` or ``PixelFormat/rgba64``.
    ///   - scale: Its pixels per point.
    /// - Throws: ``ImageError/capInsets(_:)`` when the canvas's ``Canvas/resizing`` does not fit the picture.
    public func draw(_ picture: Picture, scale: Double) throws(ImageError) -> Picture {
        let slices = try canvas.slices(of: picture.size, scale: scale)
        return draw(
            picture,
            at: Placement(of: slices?.naturalSize ?? picture.size, scale: scale, on: canvas),
            cut: slices
        )
    }

    private func draw(_ picture: Picture, at placement: Placement, cut slices: ImageSlices?) -> Picture {
        precondition(picture.format == .rgba || picture.format == .rgba64, "frames are decoded as straight RGBA")
        return switch drawing {
        case .eight(let drawing): drawing.draw(picture, at: placement, cut: slices)
        case .sixteen(let drawing): drawing.draw(picture, at: placement, cut: slices)
        }
    }

    private func blackPicture() -> Picture {
        switch drawing {
        case .eight(let drawing): drawing.black()
        case .sixteen(let drawing): drawing.black()
        }
    }
}

extension Image {
    /// The picture's pixels as they are shown, straight RGBA; `nil` for the black of a missing frame.
    /// - Parameters:
    ///   - keepsSixteenBits: Whether what is in memory is decoded with up to 16 bits a channel.
    ///   - decode: Reads a file.
    func pixels(keepsSixteenBits: Bool, decode: FrameRenderer.Decode) throws(ImageError) -> Picture? {
        switch source {
        case .black: nil
        case .file(let path): try decode(path).oriented(orientation)
        case .data(let data): try ImageDecoder(keepsSixteenBits: keepsSixteenBits).decode(data).oriented(orientation)
        }
    }
}
