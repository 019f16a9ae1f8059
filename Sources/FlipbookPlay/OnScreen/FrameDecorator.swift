import FlipbookCore
import FlipbookImaging
import FlipbookRender

/// Applies the viewer's choices to pictures, and marks replaced frames.
struct FrameDecorator: Sendable {
    let frames: [Frame]
    let source: PictureSource
    let display: OnScreenDisplay
    /// The comparison at the start of the schedule. A change of the picture's size begins a new schedule.
    let comparison: PictureComparison?
    let marksSubstitutes: Bool
    /// A Boolean value that indicates whether exposure was applied while decoding, at full depth.
    let areExposed: Bool

    /// Returns the picture to show for a frame, unchanged if there is nothing to add.
    @Sendable func decorate(_ drawn: PictureSource.Drawn, at position: Int) throws -> Picture {
        let frame = frames[position]
        let isSubstitute = drawn.isSubstitute || frame.substitution != nil
        let isMarked =
            display.undecodable.misfit(for: frame) != nil || display.undecodable.isFromMemory(frame)
            || (isSubstitute && (marksSubstitutes || display.undecodable.shortage != nil))
        return try overlay(drawn, isMarked: isMarked)
    }

    func decorate(_ still: PictureSource.Drawn) throws -> Picture { try overlay(still, isMarked: still.isSubstitute) }

    private func overlay(_ drawn: PictureSource.Drawn, isMarked: Bool) throws -> Picture {
        let picture = try layout(of: drawn.picture)?.drawn(drawn.picture, drawn.compared) ?? drawn.picture
        let options = display.options
        var overlay = PictureOverlay(channel: options.channel, tone: options.tone, isMarked: isMarked)
        if areExposed { overlay.tone.exposure = 0 }
        if options.colorsClipping {
            // Bars beside a picture contain no values. Multiple views and comparisons are treated as a whole.
            let area = comparison == nil ? source.area(of: drawn) : nil
            overlay.clipping = area ?? PixelRect(picture.size)
        }
        do {
            return try overlay.drawn(over: picture)
        } catch {
            // If memory runs out, a replaced frame is shown without its mark. The display and a notice still report the
            // replacement.
            guard drawn.isSubstitute else { throw error }
            return picture
        }
    }

    /// Returns the current comparison, or the schedule's comparison if the sizes differ.
    private func layout(of picture: Picture) -> PictureComparison? {
        guard let comparison else { return nil }
        let present = display.options.comparison?.layout ?? comparison
        return present.size(of: picture.size) == comparison.size(of: picture.size) ? present : comparison
    }
}
