internal import FlipbookCore

/// What is drawn of a layer at one depth: its background, one picture after the other over it, and what lies over and
/// beneath the layer.
struct LayerDrawing<Depth: ChannelDepth>: Sendable {
    private let room: Placement.Room
    private let filter: ScalingFilter
    private let format: PixelFormat
    private let outputSize: PixelSize
    private let backdrop: Backdrop<Depth>
    private let effects: ViewEffects<Depth>
    private let scalers = RecentValues<Placement, Scaler>()
    /// How resizable pictures are drawn; `nil` where each pixel is one pixel of the result.
    private let sliceScalers = RecentValues<Cut, SliceScaler?>()

    /// A picture's slices, and where it lies.
    private struct Cut: Equatable {
        let slices: ImageSlices
        let placement: Placement
    }

    /// A drawing of a layer from its parts.
    /// - Parameters:
    ///   - room: What pictures are placed in: all of the picture that is made.
    ///   - format: A format of this depth.
    ///   - outputSize: The room, with the padding that the format needs.
    init(
        in room: Placement.Room,
        filter: ScalingFilter,
        as format: PixelFormat,
        outputSize: PixelSize,
        backdrop: Backdrop<Depth>,
        effects: ViewEffects<Depth>
    ) {
        self.room = room
        self.filter = filter
        self.format = format
        self.outputSize = outputSize
        self.backdrop = backdrop
        self.effects = effects
    }

    /// A drawing of the lowest layer of a list for a target.
    init(_ layer: PaintedLayer, for target: RenderTarget, under overlays: [OverlayLayer<Depth>]) {
        let corners: CornerMask<Depth>? = layer.corners(in: PixelRect(target.size), scale: target.scale)
        let effects = ViewEffects<Depth>(
            alpha: layer.alpha,
            isFlattened: target.isFlattened || layer.isOpaque,
            corners: layer.clipsToBounds ? corners : nil,
            overlays: overlays
        )
        self.init(
            in: layer.room(of: target.size, scale: target.scale),
            filter: layer.filter,
            as: target.format,
            outputSize: target.outputSize,
            backdrop: Backdrop(
                layer.shownBackground,
                // A faded background must not have black in it yet: the black beneath does not fade.
                isFlattened: layer.isOpaque || (target.isFlattened && effects.opacity == .max),
                width: target.size.width,
                scale: target.scale,
                corners: layer.clipsToBounds || layer.shownBackground == .clear ? nil : corners
            ),
            effects: effects
        )
    }

    /// The background, and what lies over it.
    func empty() throws(MachineShortage) -> Picture { try compose(backdrop, .nothing, placement: nil) }

    /// A frame that is put in for a missing one: black all over, faded as any other.
    func black() throws(MachineShortage) -> Picture {
        let black = Backdrop<Depth>(.black, isFlattened: true, width: room.size.width, scale: room.scale)
        return try compose(black, .nothing, placement: nil)
    }

    /// A picture with its pixels.
    /// - Parameter pixels: Straight, turned as they are shown.
    /// - Throws: ``ImageError/capInsets(_:)`` when the caps are larger than the picture, and a shortage of memory.
    func draw(_ picture: PaintedPicture, _ pixels: Picture) throws(ImageError) -> Picture {
        let slices = try picture.slices(of: pixels.size, in: room.contentMode)
        let placement = Placement(of: slices?.naturalSize ?? pixels.size, scale: picture.scale, in: room)
        return try ImageError.ofMachine { () throws(MachineShortage) in
            try draw(pixels, at: placement, cut: slices, tint: picture.tintColor)
        }
    }

    /// `picture`, straight, where `placement` has it, cut as `slices` says, its colours replaced by `tint`.
    func draw(
        _ picture: Picture,
        at placement: Placement,
        cut slices: ImageSlices?,
        tint: Color?
    ) throws(MachineShortage) -> Picture {
        guard !placement.visible.isEmpty else { return try empty() }
        let picture = try Depth.converting(picture)
        let tint = tint.map(Depth.pixel)
        func composed(
            scratch byteCount: Int,
            _ source: (UnsafePointer<Depth.Channel>, UnsafeMutableRawPointer) -> RowCompositor<Depth>.Source
        ) throws(MachineShortage) -> Picture {
            try withPixels(of: picture) { (pixels) throws(MachineShortage) in
                try PictureMemory.shared.withScratch(byteCount) { (scratch) throws(MachineShortage) in
                    try compose(backdrop, source(pixels, scratch), placement: placement, tint: tint)
                }
            }
        }
        if let slices, let scaler = sliceScaler(for: slices, at: placement) {
            return try composed(scratch: SlicedRows<Depth>.scratchByteCount(for: scaler)) {
                .sliced(SlicedRows(scaler, of: $0, scratch: $1))
            }
        }
        if placement.isUnscaled {
            if canCopy, tint == nil { return try copy(picture, placement: placement) }
            return try composed(scratch: 0) { pixels, _ in .unscaled(pixels) }
        }
        let scaler = scalers.value(for: placement) { Scaler(placement, filter: filter) }
        return try composed(scratch: ScaledRows<Depth>.scratchByteCount(for: scaler)) {
            .scaled(ScaledRows(scaler, of: $0, scratch: $1))
        }
    }

    /// What draws a picture cut as `slices` says; `nil` where nothing of it is resized.
    private func sliceScaler(for slices: ImageSlices, at placement: Placement) -> SliceScaler? {
        sliceScalers.value(for: Cut(slices: slices, placement: placement)) {
            let layout = slices.layout(in: placement.target.size, scale: room.scale)
            let isWhole = placement.isUnscaled && !slices.discardsPixels
            guard !layout.isIdentity || !isWhole else { return nil }
            return SliceScaler(
                layout,
                sourceWidth: slices.horizontal.length,
                visible: placement.visibleInTarget,
                filter: filter
            )
        }
    }

    private func withPixels(
        of picture: Picture,
        _ body: (UnsafePointer<Depth.Channel>) throws(MachineShortage) -> Picture
    ) throws(MachineShortage) -> Picture {
        try picture.withUnsafeBytes { (bytes) throws(MachineShortage) in
            guard let pixels = bytes.baseAddress else { return try empty() }
            return try body(pixels.assumingMemoryBound(to: Depth.Channel.self))
        }
    }

    private func compose(
        _ backdrop: Backdrop<Depth>,
        _ source: RowCompositor<Depth>.Source,
        placement: Placement?,
        tint: [Depth.Channel]? = nil
    ) throws(MachineShortage) -> Picture {
        try Depth.withScratch(pixels: room.size.width) { (row) throws(MachineShortage) in
            var compositor = RowCompositor(
                backdrop: backdrop,
                width: room.size.width,
                placement: placement,
                scratch: row,
                source: source,
                tint: tint,
                effects: effects
            )
            return try Picture(size: outputSize, format: format) { (target) throws(MachineShortage) in
                try Depth.write(&compositor, size: room.size, as: format, to: target)
            }
        }
    }

    /// Whether a picture that is not scaled comes through untouched, with the colours under transparent pixels.
    private var canCopy: Bool {
        let isStraight = format == Depth.straight || format == .bgra || format == .gbra12
        return isStraight && backdrop.isClear && effects.keepsPixels
    }

    /// The bytes of `picture` where it lies on the canvas, zeros around it, and the overlays over it.
    private func copy(_ picture: Picture, placement: Placement) throws(MachineShortage) -> Picture {
        guard format == .gbra12 else { return try copy(picture, placement: placement, as: format) }
        return try PlanarWriter(size: room.size)
            .twelveBits(of: copy(picture, placement: placement, as: Depth.straight))
    }

    private func copy(
        _ picture: Picture,
        placement: Placement,
        as format: PixelFormat
    ) throws(MachineShortage) -> Picture {
        let isWhole = placement.target == PixelRect(room.size)
        if format == Depth.straight, isWhole, effects.overlays.isEmpty { return picture }
        return try withPixels(of: picture) { (pixels) throws(MachineShortage) in
            try Picture(size: outputSize, format: format) { (target) throws(MachineShortage) in
                guard let base = target.baseAddress?.assumingMemoryBound(to: Depth.Channel.self) else { return }
                try copy(pixels, placement: placement, as: format, to: base)
            }
        }
    }

    private func copy(
        _ pixels: UnsafePointer<Depth.Channel>,
        placement: Placement,
        as format: PixelFormat,
        to base: UnsafeMutablePointer<Depth.Channel>
    ) throws(MachineShortage) {
        let (size, visible) = (room.size, placement.visible)
        if visible.size != size { base.update(repeating: 0, count: size.area * 4) }
        try Depth.withScratch(pixels: size.width) { scratch in
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

extension PaintedPicture {
    /// How the picture of `size`, turned, is cut where it is placed by `mode`; `nil` where it is drawn as a whole.
    /// - Throws: ``ImageError/capInsets(_:)`` when the caps are larger than the picture.
    func slices(of size: PixelSize, in mode: ContentMode) throws(ImageError) -> ImageSlices? {
        do {
            return try resizing?.slices(of: size, scale: scale, in: mode)
        } catch {
            throw .capInsets(error)
        }
    }
}

extension PaintedLayer {
    /// What the layer's pictures are placed in, where it has so many pixels.
    func room(of size: PixelSize, scale: Double) -> Placement.Room {
        Placement.Room(size: size, scale: scale, contentMode: contentMode, pixelPolicy: pixelPolicy)
    }

    /// The layer's rounded corners; `nil` where it has none.
    /// - Parameter bounds: The layer among the pixels that are drawn.
    func corners<Depth>(in bounds: PixelRect, scale: Double) -> CornerMask<Depth>? {
        CornerMask(radius: cornerRadius * scale, bounds: bounds)
    }

    /// What lies behind the picture: in an opaque layer a translucent colour as if it were opaque, which UIKit leaves
    /// undefined.
    var shownBackground: Background {
        guard isOpaque, case .color(var color) = background, color.alpha > 0 else { return background }
        color.alpha = 255
        return .color(color)
    }
}
