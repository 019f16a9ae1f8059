internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// Draws a layer at one bit depth: its background, its picture, and the overlays above it.
struct LayerDrawing<Depth: ChannelDepth>: Sendable {
    /// The layer's bounds in the target. The bounds may extend beyond the target.
    private let bounds: PixelRect
    private let layer: PaintedLayer
    let target: RenderTarget
    private let backdrop: Backdrop<Depth>
    private var effects: ViewEffects<Depth>
    private let scalers = RecentValues<Cut, Scaler?>()

    private struct Cut: Equatable {
        let slices: ImageSlices?
        let placement: Placement
    }

    /// Prepares to draw a layer.
    /// - Parameter bounds: The layer's bounds in the target. If `nil`, the layer fills the whole target, regardless of its
    ///   frame.
    init(
        _ layer: PaintedLayer,
        in bounds: PixelRect? = nil,
        for target: RenderTarget,
        under overlays: [DrawnLayer<Depth>] = []
    ) {
        let bounds = bounds ?? PixelRect(target.size)
        let corners = CornerMask<Depth>(radius: layer.cornerRadius * target.scale, bounds: bounds)
        (self.layer, self.target, self.bounds) = (layer, target, bounds)
        let (seen, isFlattened) = (bounds.intersection(PixelRect(target.size)), target.isFlattened || layer.isOpaque)
        effects = ViewEffects(layer, isFlattened: isFlattened, in: seen, corners: corners, overlays: overlays)
        backdrop = Backdrop(
            layer.shownBackground,
            // Black beneath a background does not fade, so it is not drawn into a background that fades.
            isFlattened: layer.isOpaque || (target.isFlattened && effects.opacity == .max),
            in: bounds,
            for: target,
            corners: layer.clipsToBounds || layer.shownBackground == .clear ? nil : corners
        )
    }

    /// Returns the same layer under different overlays. Both layers share their scalers.
    func under(_ overlays: [DrawnLayer<Depth>]) -> LayerDrawing { changing(self) { $0.effects.overlays = overlays } }

    func draw(_ contents: PaintedLayer.Contents, _ pixels: ReadPicture?, over former: FormerPicture? = nil) throws
        -> Picture
    {
        guard let picture = contents.picture, let pixels else {
            // A black frame that replaces a missing one fades like any other frame.
            let ground =
                contents == .black ? Backdrop<Depth>(.black, isFlattened: true, in: bounds, for: target) : backdrop
            return try compose(ground, .nothing, placement: nil, over: former)
        }
        let (size, scale, stencil) = (pixels.size, picture.scale, picture.stencilColor)
        let slices = try picture.slices(of: size, in: layer.contentMode)
        return try draw(pixels.pixels, ofSize: size, scale: scale, cut: slices, stencil: stencil, over: former)
    }

    /// Draws a picture whose alpha is straight (not premultiplied).
    /// - Parameters:
    ///   - size: The size used for placement. If `nil`, the size of the picture is used.
    ///   - scale: The number of pixels per point.
    ///   - stencil: The color that replaces all colors of the picture.
    func draw(
        _ picture: Picture,
        ofSize size: PixelSize? = nil,
        scale: Double,
        cut slices: ImageSlices?,
        stencil: Color?,
        over former: FormerPicture? = nil
    ) throws(MachineShortage) -> Picture {
        let natural = slices?.naturalSize
        let placement =
            layer.placement(of: natural ?? size ?? picture.size, scale: scale, in: bounds, scale: target.scale)
            .moved(x: bounds.x, y: bounds.y, on: target.size).drawing(natural ?? picture.size)
        guard !placement.visible.isEmpty else { return try compose(backdrop, .nothing, placement: nil, over: former) }
        let stencil = stencil.map { Depth.pixel($0, on: target.canvas) }
        let scaler = scaler(for: slices, at: placement)
        let isCopied = canCopy && stencil == nil
        if scaler == nil, !isCopied, picture.format == .rgba, Depth.straight != .rgba {
            return try composed(picture, at: placement, stencil: stencil, over: former) { pixels, _ in .narrow(pixels) }
        }
        let picture = try Depth.converting(picture)
        guard let scaler else {
            if isCopied { return try copy(picture, placement: placement, over: former) }
            return try composed(picture, at: placement, stencil: stencil, over: former) { rows, _ in .unscaled(rows) }
        }
        let byteCount = ScaledRows<Depth>.scratchByteCount(for: scaler)
        return try composed(picture, at: placement, stencil: stencil, scratch: byteCount, over: former) {
            .scaled(ScaledRows(scaler, of: $0, scratch: $1))
        }
    }

    private func composed<Channel>(
        _ picture: Picture,
        at placement: Placement,
        stencil: [Depth.Channel]?,
        scratch byteCount: Int = 0,
        over former: FormerPicture?,
        _ source: (UnsafePointer<Channel>, UnsafeMutableRawPointer) -> RowCompositor<Depth>.Source
    ) throws(MachineShortage) -> Picture {
        try picture.withPixels { (pixels: UnsafePointer<Channel>) throws(MachineShortage) in
            try PictureMemory.shared.withScratch(byteCount) { (scratch) throws(MachineShortage) in
                try compose(backdrop, source(pixels, scratch), placement: placement, stencil: stencil, over: former)
            }
        }
    }

    private func scaler(for slices: ImageSlices?, at placement: Placement) -> Scaler? {
        scalers.value(for: Cut(slices: slices, placement: placement)) {
            guard let slices else { return placement.isUnscaled ? nil : Scaler(placement, filter: layer.filter) }
            let layout = slices.layout(in: placement.target.size, scale: target.scale)
            let isWhole = placement.isUnscaled && !slices.discardsPixels
            guard !layout.isIdentity || !isWhole else { return nil }
            let (width, visible) = (slices.horizontal.length, placement.visibleInTarget)
            return Scaler(layout, sourceWidth: width, visible: visible, filter: layer.filter)
        }
    }

    private func compose(
        _ backdrop: Backdrop<Depth>,
        _ source: RowCompositor<Depth>.Source,
        placement: Placement?,
        stencil: [Depth.Channel]? = nil,
        over former: FormerPicture?
    ) throws(MachineShortage) -> Picture {
        try Depth.withScratch(pixels: target.size.width) { (row) throws(MachineShortage) in
            var compositor = RowCompositor(
                backdrop: backdrop,
                placement: placement,
                scratch: row,
                source: source,
                stencil: stencil,
                effects: effects,
                rows: former?.changedRows ?? target.rows
            )
            return try Picture(size: target.outputSize, format: target.format) { (memory) throws(MachineShortage) in
                former?.copy(to: memory)
                try Depth.write(&compositor, for: target, to: memory)
            }
        }
    }

    /// A Boolean value that indicates whether an unscaled picture keeps its bytes, including those of transparent pixels.
    var canCopy: Bool {
        [.rgba, .bgra, .rgba64, .gbra12].contains(target.format) && backdrop.isClear && effects.keepsPixels
    }

    private func copy(_ picture: Picture, placement: Placement, over former: FormerPicture?) throws(MachineShortage)
        -> Picture
    {
        guard !Depth.isNative(target.format)
        else { return try copy(picture, placement: placement, as: target.format, over: former) }
        // The copy has 16 bits, since every 8-bit RGB format is native. The rows of the previous picture cannot be copied,
        // since they have already been narrowed.
        let copied = try copy(picture, placement: placement, as: Depth.straight, over: nil)
        return try SixteenBits.narrowing(copied, to: target.format, rounding: target.rounding)
    }

    private func copy(_ picture: Picture, placement: Placement, as format: PixelFormat, over former: FormerPicture?)
        throws(MachineShortage) -> Picture
    {
        let (size, visible) = (target.size, placement.visible)
        if format == Depth.straight, placement.target == PixelRect(size), effects.overlays.isEmpty { return picture }
        return try picture.withPixels { (pixels: Depth.ReadPixels) throws(MachineShortage) in
            try Picture(size: target.outputSize, format: format) { (memory) throws(MachineShortage) in
                former?.copy(to: memory)
                let base = memory.baseAddress!.assumingMemoryBound(to: Depth.Channel.self)
                try Depth.withScratch(pixels: size.width) { scratch in
                    for y in (former?.changedRows ?? target.rows).ranges.joined() {
                        let row = base + y * size.width * 4
                        if visible.size != size { row.update(repeating: 0, count: size.width * 4) }
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
    }

    /// Draws the layer with a picture that fills the target pixel by pixel. Only a few source rows are in memory at a time.
    /// - Returns: `nil` if the rows have a different depth.
    func draw(_ rows: any PictureRows, at placement: Placement, stencil: Color?) throws(ImageError) -> Picture? {
        guard rows.format == Depth.straight, rows.size == target.size else { return nil }
        let bytesPerRow = target.size.width * 4 * MemoryLayout<Depth.Channel>.size
        let (some, line) = (bytesPerRow * min(rows.step, target.size.height), bytesPerRow)
        return try Picture.decoded(size: target.outputSize, format: target.format) { (memory) throws(ImageError) in
            let scratch = try ImageError.ofMachine { () throws(MachineShortage) in
                try PictureMemory.shared.take(some + line)
            }
            defer { PictureMemory.shared.give(scratch, some + line) }
            for top in stride(from: 0, to: target.size.height, by: rows.step) {
                try rows.next(into: scratch)
                let first = UnsafePointer((scratch - top * bytesPerRow).assumingMemoryBound(to: Depth.Channel.self))
                var compositor = RowCompositor(
                    backdrop: backdrop,
                    placement: placement,
                    scratch: (scratch + some).assumingMemoryBound(to: Depth.Channel.self),
                    source: .unscaled(first),
                    stencil: stencil.map { Depth.pixel($0, on: target.canvas) },
                    effects: effects,
                    rows: RangeSet(top..<min(top + rows.step, target.size.height))
                )
                try ImageError.ofMachine { () throws(MachineShortage) in
                    try Depth.write(&compositor, for: target, to: memory)
                }
            }
        }
    }
}

extension PaintedLayer.Contents {
    var picture: PaintedPicture? { if case .picture(let picture) = self { picture } else { nil } }
    var stack: [Self]? { if case .stack(let contents) = self { contents } else { nil } }

    var drawings: [Int] {
        switch self {
        case .nothing, .black: []
        case .picture(let picture): [picture.drawing]
        case .transition(let from, let to, _, _): from.drawings + to.drawings
        case .stack(let contents): contents.flatMap(\.drawings)
        }
    }

    var isComposed: Bool { transition != nil || stack != nil }

    var transition: (from: Self, to: Self, Transition, progress: Double)? {
        guard case .transition(let from, let to, let transition, let progress) = self else { return nil }
        return (from, to, transition, progress)
    }
}

extension PaintedPicture {
    /// Returns the slices of an oriented picture of `size` in a content mode, or `nil` if the picture is not sliced.
    /// - Throws: `ImageError.capInsets(_:)` if the caps are larger than the picture.
    func slices(of size: PixelSize, in mode: ContentMode) throws(ImageError) -> ImageSlices? {
        try wrapping(resizing?.slices(of: size, scale: scale, in: mode), in: ImageError.capInsets)
    }
}

extension PaintedLayer {
    /// Returns the placement of a picture in the layer.
    /// - Parameter bounds: The layer's bounds in the target. Because of rounding, their size depends on their position.
    func placement(of size: PixelSize, scale pictureScale: Double, in bounds: PixelRect, scale: Double) -> Placement {
        let (mode, policy) = (properties.contentMode, properties.pixelPolicy)
        return Placement(of: size, scale: pictureScale, in: bounds.size, scale: scale, mode, policy)
    }

    /// The background behind the picture. In an opaque layer, a translucent color is drawn as opaque. UIKit does not define
    /// this case.
    var shownBackground: Background {
        let background = properties.backgroundColor ?? .clear
        guard properties.isOpaque, case .color(var color) = background, color.alpha > 0 else { return background }
        color.alpha = 255
        return .color(color)
    }
}
