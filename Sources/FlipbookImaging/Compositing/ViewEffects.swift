internal import FlipbookCore

/// What a layer does to its rows beside placing its picture: alpha, and what lies over and beneath it.
struct ViewEffects<Depth: ChannelDepth>: Sendable {
    /// The layer's alpha.
    let opacity: Depth.Channel
    /// Whether black lies beneath the layer, so that every pixel becomes opaque.
    let isFlattened: Bool
    /// What lies over the layer, the last one on top.
    let overlays: [OverlayLayer<Depth>]
    /// Opaque black.
    private let black: [Depth.Channel] = [0, 0, 0, .max]

    /// The effects of an alpha, and of what lies over and beneath the layer.
    init(alpha: Double = 1, isFlattened: Bool = false, overlays: [OverlayLayer<Depth>] = []) {
        opacity = Depth.channel(alpha: alpha)
        self.isFlattened = isFlattened
        self.overlays = overlays
    }

    /// Whether a row of opaque pixels would not come through as it is.
    func change(row y: Int) -> Bool {
        opacity < .max || overlays.contains { $0.area.rows.contains(y) }
    }

    /// Whether nothing is done to the picture's own pixels.
    var keepsPixels: Bool { opacity == .max && !isFlattened }

    /// Fades the premultiplied layer in a row, and puts over and beneath it what is there.
    func apply(to row: UnsafeMutablePointer<Depth.Channel>, row y: Int, width: Int) {
        if opacity < .max {
            Depth.fade(row, width, by: opacity)
            if isFlattened { Depth.over(row, row, width, color: black) }
        }
        for overlay in overlays { overlay.cover(row: y, of: row) }
    }
}
