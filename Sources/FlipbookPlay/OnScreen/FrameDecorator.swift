import FlipbookCore
import FlipbookImaging
import FlipbookRender

/// Shows the pictures as the viewer chose to see them: one channel as gray, and marked where they are not what should be here.
struct FrameDecorator: Sendable {
    let frames: [Frame]
    let display: OnScreenDisplay
    /// The comparison of frames as the schedule begins; what changes the pictures' size begins another one.
    let comparison: PictureComparison?
    let marksSubstitutes: Bool
    /// A Boolean value that indicates whether the pictures are exposed already, in all the bits that their files have.
    let areExposed: Bool

    /// The picture that is shown for a frame: the drawn one itself where nothing is to be seen of it but that.
    @Sendable func decorate(_ drawn: PictureSource.Drawn, at position: Int) throws -> Picture {
        let frame = frames[position]
        let isSubstitute = drawn.isSubstitute || frame.substitution != nil
        let isMarked =
            display.undecodable.misfit(for: frame) != nil || display.undecodable.areDeleted
            || (isSubstitute && (marksSubstitutes || display.undecodable.shortage != nil))
        return try overlay(drawn, isMarked: isMarked)
    }

    func decorate(_ still: PictureSource.Drawn) throws -> Picture {
        try overlay(still, isMarked: still.isSubstitute)
    }

    private func overlay(_ drawn: PictureSource.Drawn, isMarked: Bool) throws -> Picture {
        let picture = try layout(of: drawn.picture)?.drawn(drawn.picture, drawn.compared) ?? drawn.picture
        var options = display.options
        if areExposed { options.tone.exposure = 0 }
        let overlay = PictureOverlay(
            channel: options.channel,
            tone: options.tone,
            colorsClipping: options.colorsClipping,
            isMarked: isMarked
        )
        do {
            return try overlay.drawn(over: picture)
        } catch {
            // Without memory for a mark, what is held is shown without one; the display and a notice tell of it.
            guard drawn.isSubstitute else { throw error }
            return picture
        }
    }

    /// The comparison of a picture now; as the schedule began if that has another size.
    private func layout(of picture: Picture) -> PictureComparison? {
        guard let comparison else { return nil }
        let present = display.options.comparison?.layout ?? comparison
        return present.size(of: picture.size) == comparison.size(of: picture.size) ? present : comparison
    }
}
