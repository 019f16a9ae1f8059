internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// The drawing of a layer at one depth: its background, one picture after the other over it, and the overlays over it.
struct LayerDrawing<Depth: ChannelDepth>: Sendable {
    /// The layer among the pixels that are drawn; a part of it may lie beside them.
    private let bounds: PixelRect
    private let layer: PaintedLayer
    let target: RenderTarget
    private let backdrop: Backdrop<Depth>
    private var effects: ViewEffects<Depth>
    /// The scalers of recent pictures, or `nil` if each pixel is one pixel of the result.
    private let scalers = RecentValues<Cut, Scaler?>()

    private struct Cut: Equatable {
        let slices: ImageSlices?
        let placement: Placement
    }

    /// A drawing of a layer for a target.
    /// - Parameter bounds: Where the layer lies among the target's pixels; all of them by default, regardless of its frame.
    init(
        _ layer: PaintedLayer,
        in bounds: PixelRect? = nil,
        for target: RenderTarget,
        under overlays: [DrawnLayer<Depth>] = []
    ) {
        let bounds = bounds ?? PixelRect(target.size)
        let corners = CornerMask<Depth>(radius: layer.cornerRadius * target.scale, bounds: bounds)
        (self.layer, self.target, self.bounds) = (layer, target, bounds)
        effects = ViewEffects(
            layer,
            isFlattened: target.isFlattened || layer.isOpaque,
            in: bounds.intersection(PixelRect(target.size)),
            corners: corners,
            overlays: overlays
        )
        backdrop = Backdrop(
            layer.shownBackground,
            // A faded background must not have black in it yet: the black beneath does not fade.
            isFlattened: layer.isOpaque || (target.isFlattened && effects.opacity == .max),
            in: bounds,
            for: target,
            corners: layer.clipsToBounds || layer.shownBackground == .clear ? nil : corners
        )
    }

    /// The same layer under others. How it is scaled is worked out once.
    func under(_ overlays: [DrawnLayer<Depth>]) -> LayerDrawing {
        var copy = self
        copy.effects.overlays = overlays
        return copy
    }

    /// The picture of the layer.
    /// - Parameter pixels: Those of its picture, straight, turned as they are shown, or `nil` if it shows none.
    /// - Throws: `ImageError.capInsets(_:)` when the caps are larger than the picture, and where memory is short.
    func draw(
        _ contents: PaintedLayer.Contents,
        _ pixels: ReadPicture?,
        over former: FormerPicture? = nil
    ) throws -> Picture {
        guard let picture = contents.picture, let pixels else {
            // A frame that is put in for a missing one is black all over, faded as any other.
            let ground =
                contents == .black ? Backdrop<Depth>(.black, isFlattened: true, in: bounds, for: target) : backdrop
            return try compose(ground, .nothing, placement: nil, over: former)
        }
        return try draw(
            pixels.pixels,
            ofSize: pixels.size,
            scale: picture.scale,
            cut: picture.slices(of: pixels.size, in: layer.contentMode),
            stencil: picture.stencilColor,
            over: former
        )
    }

    /// `picture`, straight, `scale` pixels of which make a point, cut as `slices` says, its colors replaced by `stencil`.
    /// - Parameter size: The size by which it is placed; its own by default.
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
        guard !placement.visible.isEmpty else {
            return try compose(backdrop, .nothing, placement: nil, over: former)
        }
        let stencil = stencil.map { Depth.pixel($0, on: target.canvas) }
        let scaler = scaler(for: slices, at: placement)
        let isCopied = canCopy && stencil == nil
        if scaler == nil, !isCopied, picture.format == .rgba, Depth.straight != .rgba {
            return try composed(picture, at: placement, stencil: stencil, over: former) { pixels, _ in .narrow(pixels) }
        }
        let picture = try Depth.converting(picture)
        guard let scaler else {
            if isCopied { return try copy(picture, placement: placement, over: former) }
            return try composed(picture, at: placement, stencil: stencil, over: former) { pixels, _ in
                .unscaled(pixels)
            }
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

    /// The scaler of a picture, or `nil` if nothing of it is resized.
    private func scaler(for slices: ImageSlices?, at placement: Placement) -> Scaler? {
        scalers.value(for: Cut(slices: slices, placement: placement)) {
            guard let slices else { return placement.isUnscaled ? nil : Scaler(placement, filter: layer.filter) }
            let layout = slices.layout(in: placement.target.size, scale: target.scale)
            let isWhole = placement.isUnscaled && !slices.discardsPixels
            guard !layout.isIdentity || !isWhole else { return nil }
            return Scaler(
                layout,
                sourceWidth: slices.horizontal.length,
                visible: placement.visibleInTarget,
                filter: layer.filter
            )
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

    /// A Boolean value that tells whether a picture that is not scaled keeps its bytes, those under transparent pixels, too.
    var canCopy: Bool {
        [.rgba, .bgra, .rgba64, .gbra12].contains(target.format) && backdrop.isClear && effects.keepsPixels
    }

    /// The bytes of `picture` where it lies on the canvas, zeros around it, and the overlays over it.
    private func copy(
        _ picture: Picture,
        placement: Placement,
        over former: FormerPicture?
    ) throws(MachineShortage) -> Picture {
        guard !Depth.isNative(target.format) else {
            return try copy(picture, placement: placement, as: target.format, over: former)
        }
        // Of 16 bits, since all formats of 8 bits in red, green and blue are native.
        // What was narrowed is no start for what is not yet.
        let copied = try copy(picture, placement: placement, as: Depth.straight, over: nil)
        return try SixteenBits.narrowing(copied, to: target.format, rounding: target.rounding)
    }

    private func copy(
        _ picture: Picture,
        placement: Placement,
        as format: PixelFormat,
        over former: FormerPicture?
    ) throws(MachineShortage) -> Picture {
        let (size, visible) = (target.size, placement.visible)
        if format == Depth.straight, placement.target == PixelRect(size), effects.overlays.isEmpty { return picture }
        return try picture.withPixels { (pixels: UnsafePointer<Depth.Channel>) throws(MachineShortage) in
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
}

extension PaintedLayer.Contents {
    var picture: PaintedPicture? { if case .picture(let picture) = self { picture } else { nil } }

    /// The layers that lie over one another as one, or `nil` for other contents.
    var stack: [Self]? { if case .stack(let contents) = self { contents } else { nil } }

    var drawings: [Int] {
        switch self {
        case .nothing, .black: []
        case .picture(let picture): [picture.drawing]
        case .transition(let from, let to, _, _): from.drawings + to.drawings
        case .stack(let contents): contents.flatMap(\.drawings)
        }
    }

    /// A Boolean value that tells whether it is more than one picture.
    var isComposed: Bool { transition != nil || stack != nil }

    /// The transition under way, with its pictures and its progress, or `nil` for contents that stay.
    var transition: (from: Self, to: Self, Transition, progress: Double)? {
        guard case .transition(let from, let to, let transition, let progress) = self else { return nil }
        return (from, to, transition, progress)
    }
}

extension PaintedPicture {
    /// The way in which the picture of `size`, turned, is cut where it is placed by `mode`, or `nil` if it is drawn as a whole.
    /// - Throws: `ImageError.capInsets(_:)` when the caps are larger than the picture.
    func slices(of size: PixelSize, in mode: ContentMode) throws(ImageError) -> ImageSlices? {
        try wrapping(resizing?.slices(of: size, scale: scale, in: mode), in: ImageError.capInsets)
    }
}

extension PaintedLayer {
    /// The place of a picture of so many pixels in the layer.
    /// - Parameter bounds: The layer among the target's pixels. Edges are rounded where the layer lies, which may make it
    ///   a pixel larger or smaller than at the origin.
    func placement(of size: PixelSize, scale pictureScale: Double, in bounds: PixelRect, scale: Double) -> Placement {
        let (mode, policy) = (properties.contentMode, properties.pixelPolicy)
        return Placement(of: size, scale: pictureScale, in: bounds.size, scale: scale, mode, policy)
    }

    /// The background behind the picture: in an opaque layer a translucent color as if it were opaque, which UIKit leaves
    /// undefined.
    var shownBackground: Background {
        let background = properties.backgroundColor ?? .clear
        guard properties.isOpaque, case .color(var color) = background, color.alpha > 0 else { return background }
        color.alpha = 255
        return .color(color)
    }
}

extension LayerDrawing {
    /// The layer with a picture that is all of the target, pixel by pixel, and comes a few rows at a time: the same
    /// as ``draw(_:_:over:)``, in the memory of the result and of those rows.
    /// - Returns: `nil` where the rows are of another depth.
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
                // The row that would be the picture's first.
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
