import FlipbookCore
import FlipbookImaging

/// Shows the pictures as the viewer chose to see them: one channel as grey, and marked where they are not what should be here.
struct FrameDecorator: Sendable {
    let frames: [Frame]
    let board: PlayerBoard
    let marksSubstitutes: Bool

    /// The picture that is shown for a frame: the drawn one itself where nothing is to be seen of it but that.
    @Sendable func decorate(_ drawn: PictureSource.Drawn, at position: Int) throws(FrameRenderError) -> Picture {
        let frame = frames[position]
        let isMarked =
            drawn.isSubstitute || board.undecodable.misfit(for: frame) != nil
            || (marksSubstitutes && frame.substitution != nil)
        return try overlay(drawn.picture, isMarked: isMarked, of: frame.path)
    }

    /// The picture that is shown while nothing animates.
    func decorate(_ still: PictureSource.Drawn) throws(FrameRenderError) -> Picture {
        try overlay(still.picture, isMarked: still.isSubstitute, of: nil)
    }

    private func overlay(_ picture: Picture, isMarked: Bool, of path: FilePath?) throws(FrameRenderError) -> Picture {
        do throws(MachineShortage) {
            return try PictureOverlay(channel: board.looks.channel, isMarked: isMarked).drawn(over: picture)
        } catch {
            throw FrameRenderError(path: path ?? FilePath("the still picture"), cause: ImageError(.shortage(error)))
        }
    }
}
