/// What a view draws itself: UIKit's `draw(_:)`, `setNeedsDisplay()` and content modes.
extension View {
    /// Says that what the view drew no longer holds. It is drawn again when it is looked at next, once for any number of
    /// calls.
    public func setNeedsDisplay() { drawn.needsDisplay = true }

    /// The picture of the view's own, drawn now where it does not hold any longer; `nil` for a view that draws nothing.
    var drawnImage: Image? {
        guard let draw else { return nil }
        if drawn.needsDisplay {
            // Before the call, so that a block may ask for another drawing.
            drawn.needsDisplay = false
            drawn.image = draw(bounds)
        }
        return drawn.image
    }

    /// Draws again where the content mode asks for that, after the size has changed; else the kept picture is placed.
    func resizeDrawing(from old: Size) {
        if contentMode == .redraw, old != bounds.size { setNeedsDisplay() }
    }
}

/// What a view drew, which is kept.
struct ViewDrawing {
    var image: Image?
    var needsDisplay = true
}
