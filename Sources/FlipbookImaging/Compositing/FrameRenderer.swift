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
    /// The slices of resizable frames, where the canvas cuts them.
    private let slicing = LatestSliceScaler()
    private let backdrop: Backdrop
    private let effects: ViewEffects
    /// The scaler used last. Frames of a sequence mostly have one size.
    private let latestScaler = Mutex<(placement: Placement, scaler: Scaler)?>(nil)
    private let spent = Mutex(RenderTimes())

    /// A renderer of frames on `canvas`.
    ///
    /// A format without alpha shows black through a canvas that is not opaque.
    /// - Parameters:
    ///   - canvas: What frames are drawn on. Its overlays are read from their files now.
    ///   - format: The format of the pictures that are returned; ``PixelFormat/rgba64`` only where the canvas
    ///     ``Canvas/keepsDepth``.
    ///   - isFlattened: Whether black lies beneath the canvas also in a format with alpha.
    ///   - decode: Reads a file's picture, in ``PixelFormat/rgba`` or ``PixelFormat/rgba64``, its pixels as stored.
    public init(
        canvas: Canvas,
        format: PixelFormat,
        isFlattened: Bool = false,
        decode: @escaping Decode
    ) throws(CanvasError) {
        try canvas.validate()
        precondition(format != .rgba64 || canvas.keepsDepth, "16 bits a channel are for plain canvases")
        self.canvas = canvas
        self.format = format
        self.isFlattened = isFlattened || format == .i420
        self.decode = decode
        outputSize = format == .i420 ? canvas.size.roundedUpToEven : canvas.size
        var overlays: [OverlayLayer] = []
        var overlaid = 0
        for view in canvas.overlays {
            let layer: OverlayLayer?
            do { layer = try OverlayLayer(view, on: canvas) } catch { throw .overlay(error) }
            guard let layer else { continue }
            overlaid += layer.area.size.area
            guard overlaid <= Canvas.largestArea else { throw .overlaysTooLarge }
            overlays.append(layer)
        }
        effects = ViewEffects(canvas, isFlattened: self.isFlattened, overlays: overlays)
        // A faded background must not have black in it yet: the black beneath does not fade.
        backdrop = Backdrop(
            canvas.shownBackground,
            isFlattened: (canvas.isOpaque && !canvas.isHidden) || (self.isFlattened && effects.opacity == 255),
            width: canvas.size.width,
            scale: canvas.scale
        )
    }

    /// The time that decoding and compositing have taken until now, all threads together.
    public var times: RenderTimes { spent.withLock { $0 } }

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
        guard !canvas.isHidden else { return compose(backdrop, .nothing, placement: nil) }
        let clock = ContinuousClock()
        let start = clock.now
        do throws(ImageError) {
            let pixels = try image.pixels(decode: decode)
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
    ///   - picture: The frame's pixels as they are shown, in ``PixelFormat/rgba`` or ``PixelFormat/rgba64``. Composited
    ///     at 16 bits a channel where the output has them.
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

    /// `picture` where `placement` has it, cut as `slices` says.
    func draw(_ picture: Picture, at placement: Placement, cut slices: ImageSlices?) -> Picture {
        precondition(picture.format == .rgba || picture.format == .rgba64, "frames are decoded as straight RGBA")
        if format == .rgba64 {
            return DeepCompositor(size: canvas.size, scale: canvas.scale, background: canvas.background)
                .draw(picture, placement: placement, scaler: scaler)
        }
        let picture = picture.format == .rgba64 ? picture.narrowed : picture
        if let slices, let scaler = slicing.scaler(for: slices, at: placement, on: canvas) {
            return draw(picture, scaler, placement: placement)
        }
        let isStraight = format == .rgba || format == .bgra
        if placement.isUnscaled, isStraight, backdrop.color == [0, 0, 0, 0], effects.keepsPixels {
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

    /// `picture` resized by its caps.
    private func draw(_ picture: Picture, _ scaler: SliceScaler, placement: Placement) -> Picture {
        picture.withUnsafeBytes { bytes in
            guard let pixels = bytes.baseAddress else { return compose(backdrop, .nothing, placement: nil) }
            return PictureMemory.shared.withScratch(scaler.scratchByteCount) { scratch in
                compose(
                    backdrop,
                    .sliced(SlicedRows(scaler, of: pixels, scratch: scratch)),
                    placement: placement
                )
            }
        }
    }

    /// A frame that is put in for a missing one: black all over, faded as any other.
    private func blackPicture() -> Picture {
        if format == .rgba64 {
            return DeepCompositor(size: canvas.size, scale: canvas.scale, background: .black)
                .backgroundPicture()
        }
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
                source: source,
                effects: effects
            )
            return Picture(size: outputSize, format: format) { target in
                PictureWriter(size: canvas.size, format: format).write(&compositor, to: target)
            }
        }
    }

    /// The bytes of `picture` where it lies on the canvas, and zeros around it.
    private func copy(_ picture: Picture, placement: Placement) -> Picture {
        let isWhole = placement.target == PixelRect(canvas.size)
        if format == .rgba, isWhole, effects.overlays.isEmpty { return picture }
        return picture.withUnsafeBytes { bytes in
            Picture(size: outputSize, format: format) { target in
                PictureWriter(size: canvas.size, format: format)
                    .copy(bytes, placement: placement, under: effects.overlays, to: target)
            }
        }
    }

    private func scaler(for placement: Placement) -> Scaler {
        if let latest = latestScaler.withLock({ $0 }), latest.placement == placement { return latest.scaler }
        let scaler = Scaler(placement, filter: canvas.filter)
        latestScaler.withLock { $0 = (placement, scaler) }
        return scaler
    }
}

extension Image {
    /// The picture's pixels as they are shown, straight RGBA; `nil` for the black of a missing frame.
    func pixels(decode: FrameRenderer.Decode) throws(ImageError) -> Picture? {
        switch source {
        case .black: nil
        case .file(let path): try decode(path).oriented(orientation)
        case .data(let data): try ImageDecoder().decode(data).oriented(orientation)
        }
    }
}
