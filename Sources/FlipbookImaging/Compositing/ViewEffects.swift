internal import CImageKernels
internal import FlipbookCore

/// What a view does to its rows beside placing the frame: tint, alpha, and what lies over and beneath it.
struct ViewEffects: Sendable {
    /// The colour that the frame's own ones are replaced by: straight R, G, B, A.
    let tint: [UInt8]?
    /// The view's alpha in 255ths.
    let opacity: UInt8
    /// Whether black lies beneath the view, so that every pixel becomes opaque.
    let isFlattened: Bool
    /// What lies over the view, the last one on top.
    let overlays: [OverlayLayer]

    /// Effects from a canvas.
    init(_ canvas: Canvas, isFlattened: Bool, overlays: [OverlayLayer]) {
        tint = canvas.tintColor.map { [$0.red, $0.green, $0.blue, $0.alpha] }
        opacity = canvas.opacity
        self.isFlattened = isFlattened
        self.overlays = overlays
    }

    /// Whether a row of opaque pixels would not come through as it is.
    func change(row y: Int) -> Bool {
        opacity < 255 || tint != nil || overlays.contains { $0.area.rows.contains(y) }
    }

    /// Whether nothing is done to the frame's own pixels.
    var keepsPixels: Bool { opacity == 255 && tint == nil && !isFlattened }

    /// Fades the premultiplied view in a row, and puts over and beneath it what is there.
    func apply(to row: UnsafeMutablePointer<UInt8>, row y: Int, width: Int) {
        if opacity < 255 {
            flipbook_fade(row, row, width, opacity)
            if isFlattened { flipbook_over_color(row, row, width, [0, 0, 0, 255]) }
        }
        for overlay in overlays { overlay.cover(row: y, of: row) }
    }
}
