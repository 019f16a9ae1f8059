import FlipbookCore
import FlipbookImaging

/// Lays over the frames what is no part of them: one channel, marks, the heads-up display, help.
struct FrameDecorator: Sendable {
    let sequence: CheckedSequence
    let presentation: Presentation
    let meter: PlaybackMeter
    let marksSubstitutes: Bool
    let keyMap: KeyMap
    let rate: PlaybackRate
    let loopMode: LoopMode
    let cachedBytes: @Sendable () -> Int

    /// The picture that is shown for a frame: the drawn one itself where nothing is laid over it.
    @Sendable func decorate(_ drawn: PictureSource.Drawn, at position: Int) -> Picture {
        drawn.picture
    }
}
