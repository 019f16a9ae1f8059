internal import FlipbookCore
internal import FlipbookScene

/// The effects of a layer on its rows beside its picture: alpha, and the layers over and the black beneath it.
struct ViewEffects<Depth: ChannelDepth>: Sendable {
    let opacity: Depth.Channel
    /// A Boolean value that tells whether black lies beneath the layer, so that every pixel becomes opaque.
    let isFlattened: Bool
    /// The corners that are cut off layer and picture, or `nil` if none are.
    let corners: CornerMask<Depth>?
    /// The overlays over the layer, the last one on top.
    var overlays: [DrawnLayer<Depth>]
    /// The layer among the pixels that are drawn: where black lies beneath it.
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
        (self.isFlattened, self.bounds) = (isFlattened, bounds)
        self.corners = layer.clipsToBounds ? corners : nil
        self.overlays = overlays
    }

    /// Returns whether a row of opaque pixels would not come through as it is.
    func change(row y: Int) -> Bool {
        opacity < .max || corners?.cuts(row: y) == true || overlays.contains { $0.seen.rows.contains(y) }
    }

    /// A Boolean value that tells whether nothing is done to the picture's own pixels.
    var keepsPixels: Bool { opacity == .max && !isFlattened && corners == nil }

    /// Cuts and fades the premultiplied layer in a row, and puts over and beneath it what is there.
    func apply(to row: UnsafeMutablePointer<Depth.Channel>, row y: Int, width: Int) {
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
