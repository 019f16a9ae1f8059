internal import FlipbookCore
import FlipbookFiles
import FlipbookImaging
internal import FlipbookScene

/// What is drawn of a layer at one depth: its background, one picture after the other over it, and what lies over and
/// beneath the layer.
struct LayerDrawing<Depth: ChannelDepth>: Sendable {
    /// The layer among the pixels that are drawn; a part of it may lie beside them.
    private let bounds: PixelRect
    private let layer: PaintedLayer
    let target: RenderTarget
    private let backdrop: Backdrop<Depth>
    private var effects: ViewEffects<Depth>
    private let scalers = RecentValues<Placement, Scaler>()
    /// The way in which resizable pictures are drawn, or `nil` if each pixel is one pixel of the result.
    private let sliceScalers = RecentValues<Cut, SliceScaler?>()

    /// A picture's slices, and where it lies.
    private struct Cut: Equatable {
        let slices: ImageSlices
        let placement: Placement
    }

    /// A drawing of a layer for a target.
    /// - Parameters:
    ///   - bounds: Where the layer lies among the target's pixels; all of them by default, regardless of its frame.
    ///   - target: What is drawn for, in a format of this depth.
    ///   - overlays: What lies over the layer.
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

    /// What the layer shows.
    /// - Parameters:
    ///   - pixels: Those of its picture, straight, turned as they are shown, or `nil` if it shows none.
    ///   - former: A picture of the same but for some rows, or `nil` for none.
    /// - Throws: `ImageError.capInsets(_:)` when the caps are larger than the picture, and where memory is short.
    func draw(
        _ contents: PaintedLayer.Contents,
        _ pixels: ReadPicture?,
        over former: FormerPicture? = nil
    ) throws(ImageError) -> Picture {
        let slices = try pixels.flatMap { (pixels) throws(ImageError) in
            try contents.picture?.slices(of: pixels.size, in: layer.contentMode)
        }
        return try ImageError.ofMachine { () throws(MachineShortage) in
            guard let picture = contents.picture, let pixels else {
                // A frame that is put in for a missing one is black all over, faded as any other.
                let ground =
                    contents == .black
                    ? Backdrop<Depth>(.black, isFlattened: true, in: bounds, for: target) : backdrop
                return try compose(ground, .nothing, placement: nil, over: former)
            }
            return try draw(
                pixels.pixels,
                ofSize: pixels.size,
                scale: picture.scale,
                cut: slices,
                stencil: picture.stencilColor,
                over: former
            )
        }
    }

    /// `picture`, straight, `scale` pixels of which make a point, cut as `slices` says, its colours replaced by `stencil`.
    /// - Parameter size: The size by which it is placed; its own by default.
    func draw(
        _ picture: Picture,
        ofSize size: PixelSize? = nil,
        scale: Double,
        cut slices: ImageSlices?,
        stencil: Color?,
        over former: FormerPicture? = nil
    ) throws(MachineShortage) -> Picture {
        let placement = layer.placement(
            of: slices?.naturalSize ?? size ?? picture.size,
            scale: scale,
            in: bounds,
            scale: target.scale
        ).moved(x: bounds.x, y: bounds.y, on: target.size)
            .drawing(slices?.naturalSize ?? picture.size)
        guard !placement.visible.isEmpty else {
            return try compose(backdrop, .nothing, placement: nil, over: former)
        }
        let stencil = stencil.map { Depth.pixel($0, on: target.canvas) }
        let slicer = slices.flatMap { sliceScaler(for: $0, at: placement) }
        let isCopied = canCopy && stencil == nil
        if slicer == nil, placement.isUnscaled, !isCopied, picture.format == .rgba, Depth.straight != .rgba {
            return try composed(picture, at: placement, stencil: stencil, over: former) { pixels, _ in .narrow(pixels) }
        }
        let picture = try Depth.converting(picture)
        if let slicer {
            let byteCount = SlicedRows<Depth>.scratchByteCount(for: slicer)
            return try composed(picture, at: placement, stencil: stencil, scratch: byteCount, over: former) {
                .sliced(SlicedRows(slicer, of: $0, scratch: $1))
            }
        }
        if placement.isUnscaled {
            if isCopied { return try copy(picture, placement: placement, over: former) }
            return try composed(picture, at: placement, stencil: stencil, over: former) { pixels, _ in
                .unscaled(pixels)
            }
        }
        let scaler = scalers.value(for: placement) { Scaler(placement, filter: layer.filter) }
        let byteCount = ScaledRows<Depth>.scratchByteCount(for: scaler)
        return try composed(picture, at: placement, stencil: stencil, scratch: byteCount, over: former) {
            .scaled(ScaledRows(scaler, of: $0, scratch: $1))
        }
    }

    /// A picture over the background.
    /// - Parameters:
    ///   - byteCount: How much memory `source` is given to work in.
    ///   - source: How its pixels are drawn.
    private func composed<Channel>(
        _ picture: Picture,
        at placement: Placement,
        stencil: [Depth.Channel]?,
        scratch byteCount: Int = 0,
        over former: FormerPicture?,
        _ source: (UnsafePointer<Channel>, UnsafeMutableRawPointer) -> RowCompositor<Depth>.Source
    ) throws(MachineShortage) -> Picture {
        try withPixels(of: picture) { (pixels: UnsafePointer<Channel>) throws(MachineShortage) in
            try PictureMemory.shared.withScratch(byteCount) { (scratch) throws(MachineShortage) in
                try compose(backdrop, source(pixels, scratch), placement: placement, stencil: stencil, over: former)
            }
        }
    }

    /// The scaler of a picture that is cut as `slices` says, or `nil` if nothing of it is resized.
    private func sliceScaler(for slices: ImageSlices, at placement: Placement) -> SliceScaler? {
        sliceScalers.value(for: Cut(slices: slices, placement: placement)) {
            let layout = slices.layout(in: placement.target.size, scale: target.scale)
            let isWhole = placement.isUnscaled && !slices.discardsPixels
            guard !layout.isIdentity || !isWhole else { return nil }
            return SliceScaler(
                layout,
                sourceWidth: slices.horizontal.length,
                visible: placement.visibleInTarget,
                filter: layer.filter
            )
        }
    }

    private func withPixels<Channel>(
        of picture: Picture,
        _ body: (UnsafePointer<Channel>) throws(MachineShortage) -> Picture
    ) throws(MachineShortage) -> Picture {
        try picture.withUnsafeBytes { (bytes) throws(MachineShortage) in
            guard let pixels = bytes.baseAddress else {
                return try compose(backdrop, .nothing, placement: nil, over: nil)
            }
            return try body(pixels.assumingMemoryBound(to: Channel.self))
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
            var compositor = compositor(
                source,
                over: backdrop,
                placement: placement,
                scratch: row,
                stencil: stencil,
                rows: former?.changedRows ?? target.rows
            )
            return try Picture(size: target.outputSize, format: target.format) { (memory) throws(MachineShortage) in
                former?.copy(to: memory)
                try Depth.write(&compositor, for: target, to: memory)
            }
        }
    }

    /// What composites some rows of the target.
    /// - Parameter backdrop: The layer's own by default.
    func compositor(
        _ source: RowCompositor<Depth>.Source,
        over backdrop: Backdrop<Depth>? = nil,
        placement: Placement?,
        scratch: UnsafeMutablePointer<Depth.Channel>,
        stencil: [Depth.Channel]?,
        rows: RangeSet<Int>
    ) -> RowCompositor<Depth> {
        RowCompositor(
            backdrop: backdrop ?? self.backdrop,
            width: target.size.width,
            placement: placement,
            scratch: scratch,
            source: source,
            stencil: stencil,
            effects: effects,
            rows: rows
        )
    }

    /// Whether a picture that is not scaled comes through untouched, with the colours under transparent pixels.
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
        // What was packed is no start for what is not yet.
        return try Depth.packing(copy(picture, placement: placement, as: Depth.straight, over: nil), for: target)
    }

    private func copy(
        _ picture: Picture,
        placement: Placement,
        as format: PixelFormat,
        over former: FormerPicture?
    ) throws(MachineShortage) -> Picture {
        let isWhole = placement.target == PixelRect(target.size)
        if format == Depth.straight, isWhole, effects.overlays.isEmpty { return picture }
        return try withPixels(of: picture) { (pixels) throws(MachineShortage) in
            try Picture(size: target.outputSize, format: format) { (memory) throws(MachineShortage) in
                guard let base = memory.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
                former?.copy(to: memory)
                let rows = former?.changedRows ?? target.rows
                try copy(pixels, placement: placement, rows: rows, as: format, to: base)
            }
        }
    }

    private func copy(
        _ pixels: UnsafePointer<Depth.Channel>,
        placement: Placement,
        rows: RangeSet<Int>,
        as format: PixelFormat,
        to base: UnsafeMutablePointer<Depth.Channel>
    ) throws(MachineShortage) {
        let (size, visible) = (target.size, placement.visible)
        try Depth.withScratch(pixels: size.width) { scratch in
            for y in rows.ranges.joined() {
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

extension PaintedLayer.Contents {
    /// The picture that is painted, or `nil` if none is.
    var picture: PaintedPicture? { if case .picture(let picture) = self { picture } else { nil } }

    /// The layers that lie over one another as one, or `nil` for other contents.
    var stack: [Self]? { if case .stack(let contents) = self { contents } else { nil } }

    /// The numbers of the drawings that are painted.
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
        if case .transition(let from, let to, let transition, let progress) = self {
            (from, to, transition, progress)
        } else {
            nil
        }
    }
}

extension PaintedPicture {
    /// The way in which the picture of `size`, turned, is cut where it is placed by `mode`, or `nil` if it is drawn as a whole.
    /// - Throws: `ImageError.capInsets(_:)` when the caps are larger than the picture.
    func slices(of size: PixelSize, in mode: ContentMode) throws(ImageError) -> ImageSlices? {
        return try wrapping(resizing?.slices(of: size, scale: scale, in: mode), in: ImageError.capInsets)
    }
}

extension PaintedLayer {
    /// Where a picture of so many pixels lies in the layer.
    /// - Parameters:
    ///   - pictureScale: Pixels of the picture per point.
    ///   - bounds: The layer among the target's pixels. Edges are rounded where the layer lies, which may make it
    ///     a pixel larger or smaller than at the origin.
    ///   - scale: Pixels of the target per point.
    func placement(of size: PixelSize, scale pictureScale: Double, in bounds: PixelRect, scale: Double) -> Placement {
        let room = Placement.Room(
            size: bounds.size,
            scale: scale,
            contentMode: properties.contentMode,
            pixelPolicy: properties.pixelPolicy
        )
        return Placement(of: size, scale: pictureScale, in: room)
    }

    /// What lies behind the picture: in an opaque layer a translucent colour as if it were opaque, which UIKit leaves
    /// undefined.
    var shownBackground: Background {
        let background = properties.backgroundColor ?? .clear
        guard properties.isOpaque, case .color(var color) = background, color.alpha > 0 else { return background }
        color.alpha = 255
        return .color(color)
    }
}

extension LayerDrawing {
    /// What the layer shows of a picture that is all of the target, pixel by pixel, and comes a few rows at a time: the same
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
                var compositor = compositor(
                    .unscaled(first),
                    placement: placement,
                    scratch: (scratch + some).assumingMemoryBound(to: Depth.Channel.self),
                    stencil: stencil.map { Depth.pixel($0, on: target.canvas) },
                    rows: RangeSet(top..<min(top + rows.step, target.size.height))
                )
                try ImageError.ofMachine { () throws(MachineShortage) in
                    try Depth.write(&compositor, for: target, to: memory)
                }
            }
        }
    }
}
