internal import FlipbookCore

/// What a view does to its rows beside placing the frame: tint, alpha, and what lies over and beneath it.
struct ViewEffects<Depth: ChannelDepth>: Sendable {
    /// The colour that the frame's own ones are replaced by: straight R, G, B, A.
    let tint: [Depth.Channel]?
    /// The view's alpha; the largest value where it is opaque.
    let opacity: Depth.Channel
    /// Whether black lies beneath the view, so that every pixel becomes opaque.
    let isFlattened: Bool
    /// What lies over the view, the last one on top.
    let overlays: [OverlayLayer<Depth>]
    /// Opaque black.
    private let black: [Depth.Channel] = [0, 0, 0, .max]

    /// Effects from a canvas.
    init(_ canvas: Canvas, isFlattened: Bool, overlays: [OverlayLayer<Depth>]) {
        tint = canvas.tintColor.map(Depth.pixel)
        opacity = Depth.channel(alpha: canvas.opacity)
        self.isFlattened = isFlattened
        self.overlays = overlays
    }

    /// Whether a row of opaque pixels would not come through as it is.
    func change(row y: Int) -> Bool {
        opacity < .max || tint != nil || overlays.contains { $0.area.rows.contains(y) }
    }

    /// Whether nothing is done to the frame's own pixels.
    var keepsPixels: Bool { opacity == .max && tint == nil && !isFlattened }

    /// Fades the premultiplied view in a row, and puts over and beneath it what is there.
    func apply(to row: UnsafeMutablePointer<Depth.Channel>, row y: Int, width: Int) {
        if opacity < .max {
            Depth.fade(row, width, by: opacity)
            if isFlattened { Depth.over(row, row, width, color: black) }
        }
        for overlay in overlays { overlay.cover(row: y, of: row) }
    }
}
