internal import FlipbookCore

/// What is drawn on a canvas at one depth: its background, its overlays, and pictures between the two.
struct CanvasDrawing<Depth: ChannelDepth>: Sendable {
    private let canvas: Canvas
    private let format: PixelFormat
    private let outputSize: PixelSize
    private let backdrop: Backdrop<Depth>
    private let effects: ViewEffects<Depth>
    private let scaling = LatestScaler()
    /// The slices of resizable frames, where the canvas cuts them.
    private let slicing = LatestSliceScaler()
    /// The places among the canvas's overlays of those that lie wholly beside it.
    let unseenOverlays: [Int]

    /// Reads the overlays' pictures.
    /// - Parameters:
    ///   - canvas: One that was checked.
    ///   - format: A format of this depth.
    ///   - outputSize: The canvas, with the padding that the format needs.
    ///   - isFlattened: Whether black lies beneath.
    init(
        _ canvas: Canvas,
        as format: PixelFormat,
        size outputSize: PixelSize,
        isFlattened: Bool
    ) throws(CanvasError) {
        self.canvas = canvas
        self.format = format
        self.outputSize = outputSize
        var overlays: [OverlayLayer<Depth>] = []
        var unseen: [Int] = []
        var overlaid = 0
        for (place, view) in canvas.overlays.enumerated()
        where !view.isHidden && (view.isOpaque || view.alpha > 0) {
            let layer: OverlayLayer<Depth>?
            do { layer = try OverlayLayer(view, on: canvas) } catch { throw .overlay(place, error) }
            guard let layer else {
                unseen.append(place)
                continue
            }
            overlaid += layer.area.size.area
            guard overlaid <= Canvas.largestArea else { throw .overlaysTooLarge(place) }
            overlays.append(layer)
        }
        unseenOverlays = unseen
        effects = ViewEffects(canvas, isFlattened: isFlattened, overlays: overlays)
        // A faded background must not have black in it yet: the black beneath does not fade.
        backdrop = Backdrop(
            canvas.shownBackground,
            isFlattened: (canvas.isOpaque && !canvas.isHidden) || (isFlattened && effects.opacity == .max),
            width: canvas.size.width,
            scale: canvas.scale
        )
    }

    /// The background, and what lies over it.
    func empty() -> Picture { compose(backdrop, .nothing, placement: nil) }

    /// A frame that is put in for a missing one: black all over, faded as any other.
    func black() -> Picture {
        let black = Backdrop<Depth>(.black, isFlattened: true, width: canvas.size.width, scale: canvas.scale)
        return compose(black, .nothing, placement: nil)
    }

    /// `picture`, straight, where `placement` has it, cut as `slices` says.
    func draw(_ picture: Picture, at placement: Placement, cut slices: ImageSlices?) -> Picture {
        guard !placement.visible.isEmpty else { return empty() }
        let picture = Depth.converting(picture)
        if let slices, let scaler = slicing.scaler(for: slices, at: placement, on: canvas) {
            return withPixels(of: picture) { pixels in
                PictureMemory.shared.withScratch(SlicedRows<Depth>.scratchByteCount(for: scaler)) { scratch in
                    compose(
                        backdrop,
                        .sliced(SlicedRows(scaler, of: pixels, scratch: scratch)),
                        placement: placement
                    )
                }
            }
        }
        if placement.isUnscaled {
            if canCopy { return copy(picture, placement: placement) }
            return withPixels(of: picture) { compose(backdrop, .unscaled($0), placement: placement) }
        }
        let scaler = scaling.scaler(for: placement, filter: canvas.filter)
        return withPixels(of: picture) { pixels in
            PictureMemory.shared.withScratch(ScaledRows<Depth>.scratchByteCount(for: scaler)) { scratch in
                compose(backdrop, .scaled(ScaledRows(scaler, of: pixels, scratch: scratch)), placement: placement)
            }
        }
    }

    private func withPixels(of picture: Picture, _ body: (UnsafePointer<Depth.Channel>) -> Picture) -> Picture {
        picture.withUnsafeBytes { bytes in
            guard let pixels = bytes.baseAddress else { return empty() }
            return body(pixels.assumingMemoryBound(to: Depth.Channel.self))
        }
    }

    private func compose(
        _ backdrop: Backdrop<Depth>,
        _ source: RowCompositor<Depth>.Source,
        placement: Placement?
    ) -> Picture {
        Depth.withScratch(pixels: canvas.size.width) { row in
            var compositor = RowCompositor(
                backdrop: backdrop,
                width: canvas.size.width,
                placement: placement,
                scratch: row,
                source: source,
                effects: effects
            )
            return Picture(size: outputSize, format: format) { target in
                Depth.write(&compositor, size: canvas.size, as: format, to: target)
            }
        }
    }

    /// Whether a picture that is not scaled comes through untouched, with the colours under transparent pixels.
    private var canCopy: Bool {
        let isStraight = format == Depth.straight || format == .bgra || format == .gbra12
        return isStraight && backdrop.isClear && effects.keepsPixels
    }

    /// The bytes of `picture` where it lies on the canvas, zeros around it, and the overlays over it.
    private func copy(_ picture: Picture, placement: Placement) -> Picture {
        guard format == .gbra12 else { return copy(picture, placement: placement, as: format) }
        return PlanarWriter(size: canvas.size)
            .twelveBits(of: copy(picture, placement: placement, as: Depth.straight))
    }

    private func copy(_ picture: Picture, placement: Placement, as format: PixelFormat) -> Picture {
        let isWhole = placement.target == PixelRect(canvas.size)
        if format == Depth.straight, isWhole, effects.overlays.isEmpty { return picture }
        return withPixels(of: picture) { pixels in
            Picture(size: outputSize, format: format) { target in
                guard let base = target.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
                copy(pixels, placement: placement, as: format, to: base)
            }
        }
    }

    private func copy(
        _ pixels: UnsafePointer<Depth.Channel>,
        placement: Placement,
        as format: PixelFormat,
        to base: UnsafeMutablePointer<Depth.Channel>
    ) {
        let (size, visible) = (canvas.size, placement.visible)
        if visible.size != size { base.update(repeating: 0, count: size.area * 4) }
        Depth.withScratch(pixels: size.width) { scratch in
            for y in 0..<size.height {
                let row = base + y * size.width * 4
                if visible.rows.contains(y) {
                    let source = RowCompositor<Depth>.pixels(of: pixels, row: y, placement: placement)
                    (row + visible.x * 4).update(from: source, count: visible.size.width * 4)
                }
                for overlay in effects.overlays { overlay.cover(row: y, ofStraight: row, scratch: scratch) }
                Depth.finish(row, size.width, as: format)
            }
        }
    }
}
