public import FlipbookCore
internal import Synchronization

/// Draws frames: decodes a frame's file, places it on the canvas over the background, converts it to the output's
/// format.
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
    /// The size of the pictures that are returned: the canvas, padded to even sides for 4:2:0.
    public let outputSize: PixelSize

    /// Reads a file's picture.
    public let decode: Decode
    private let backdrop: Backdrop
    /// The scaler used last. Frames of a sequence mostly have one size.
    private let latestScaler = Mutex<(placement: Placement, scaler: Scaler)?>(nil)

    /// A renderer of frames on `canvas`.
    ///
    /// A format without alpha shows black through a background that is not opaque.
    /// - Parameters:
    ///   - canvas: What frames are drawn on.
    ///   - format: The format of the pictures that are returned.
    ///   - decode: Reads a file's picture, in ``PixelFormat/rgba``.
    public init(canvas: Canvas, format: PixelFormat, decode: @escaping Decode) throws(CanvasError) {
        try canvas.validate()
        self.canvas = canvas
        self.format = format
        self.decode = decode
        outputSize = format == .i420 ? canvas.size.roundedUpToEven : canvas.size
        backdrop = Backdrop(
            canvas.background,
            isFlattened: format == .i420,
            width: canvas.size.width,
            scale: canvas.scale
        )
    }

    /// The picture of `frame` on the canvas, ``outputSize`` pixels in ``format``.
    ///
    /// Where the frame covers the canvas pixel by pixel and nothing lies beneath,
    /// the decoded bytes come through untouched, with the colours under
    /// transparent pixels.
    /// - Throws: ``FrameRenderError`` when the frame's file cannot be read.
    public func render(_ frame: Frame) throws(FrameRenderError) -> Picture {
        switch frame.source {
        case .black:
            return blackPicture()
        case .file(let path):
            do {
                return draw(try decode(path), scale: frame.scale)
            } catch {
                throw FrameRenderError(path: path, cause: error)
            }
        }
    }

    /// `picture` on the canvas.
    /// - Parameters:
    ///   - picture: The frame's pixels, in ``PixelFormat/rgba``.
    ///   - scale: Its pixels per point.
    public func draw(_ picture: Picture, scale: Int) -> Picture {
        precondition(picture.format == .rgba, "frames are decoded as straight RGBA")
        let placement = Placement(of: picture.size, scale: scale, on: canvas)
        if placement.isUnscaled, backdrop.color == [0, 0, 0, 0], format == .rgba || format == .bgra {
            return copy(picture, placement: placement)
        }
        return picture.withUnsafeBytes { bytes in
            guard let pixels = bytes.baseAddress, !placement.visible.isEmpty else {
                return compose(backdrop, .nothing, placement: nil)
            }
            if placement.isUnscaled {
                return compose(
                    backdrop,
                    .unscaled(pixels.assumingMemoryBound(to: UInt8.self)),
                    placement: placement
                )
            }
            let scaler = scaler(for: placement)
            return PictureMemory.shared.withScratch(scaler.scratchByteCount) { scratch in
                compose(backdrop, .scaled(scaler.rows(of: pixels, scratch: scratch)), placement: placement)
            }
        }
    }

    private func blackPicture() -> Picture {
        let black = Backdrop(.black, isFlattened: true, width: canvas.size.width, scale: canvas.scale)
        return compose(black, .nothing, placement: nil)
    }

    private func compose(_ backdrop: Backdrop, _ source: RowCompositor.Source, placement: Placement?) -> Picture {
        PictureMemory.shared.withScratch(canvas.size.width * 4) { row in
            var compositor = RowCompositor(
                backdrop: backdrop,
                width: canvas.size.width,
                placement: placement,
                scratch: row.assumingMemoryBound(to: UInt8.self),
                source: source
            )
            return Picture(size: outputSize, format: format) { target in
                PictureWriter(size: canvas.size, format: format).write(&compositor, to: target)
            }
        }
    }

    /// The bytes of `picture` where it lies on the canvas, and zeros around it.
    private func copy(_ picture: Picture, placement: Placement) -> Picture {
        if format == .rgba, placement.target == PixelRect(canvas.size) { return picture }
        return picture.withUnsafeBytes { bytes in
            Picture(size: outputSize, format: format) { target in
                PictureWriter(size: canvas.size, format: format).copy(bytes, placement: placement, to: target)
            }
        }
    }

    private func scaler(for placement: Placement) -> Scaler {
        if let latest = latestScaler.withLock({ $0 }), latest.placement == placement { return latest.scaler }
        let scaler = Scaler(
            from: placement.source,
            to: placement.target.size,
            visible: placement.visibleInTarget,
            filter: canvas.filter
        )
        latestScaler.withLock { $0 = (placement, scaler) }
        return scaler
    }
}
