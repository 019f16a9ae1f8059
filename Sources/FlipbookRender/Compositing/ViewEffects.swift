internal import FlipbookCore
internal import FlipbookScene

/// The effects on a layer's rows: opacity, rounded corners, overlays, and black beneath the layer.
struct ViewEffects<Depth: ChannelDepth>: Sendable {
    let opacity: Depth.Channel
    let isFlattened: Bool
    let corners: CornerMask<Depth>?
    var overlays: [DrawnLayer<Depth>]
    /// The part of the target that the layer covers. Black is drawn only inside it.
    private let bounds: PixelRect
    private let black: [Depth.Channel] = [0, 0, 0, .max]

    init(
        _ layer: PaintedLayer,
        isFlattened: Bool,
        in bounds: PixelRect,
        corners: CornerMask<Depth>?,
        overlays: [DrawnLayer<Depth>]
    ) {
        opacity = Depth.channel(alpha: layer.alpha)
        (self.isFlattened, self.bounds, self.overlays) = (isFlattened, bounds, overlays)
        self.corners = layer.clipsToBounds ? corners : nil
    }

    func change(row y: Int) -> Bool {
        opacity < .max || corners?.cuts(row: y) == true || overlays.contains { $0.seen.rows.contains(y) }
    }

    var keepsPixels: Bool { opacity == .max && !isFlattened && corners == nil }

    /// Clips and fades a row of the premultiplied layer, and composites it over black and beneath the overlays.
    func apply(to row: Depth.Pixels, row y: Int, width: Int) {
        let isCut = corners?.cuts(row: y) == true
        if isCut { corners?.cut(row: y, columns: 0..<width, of: row) }
        if opacity < .max { Depth.fade(row, row, width, opacity) }
        if isFlattened, isCut || opacity < .max, bounds.rows.contains(y) {
            let place = row + bounds.x * 4
            Depth.overColor(place, place, bounds.size.width, black)
        }
        for overlay in overlays { overlay.cover(row: y, of: row) }
    }
}
