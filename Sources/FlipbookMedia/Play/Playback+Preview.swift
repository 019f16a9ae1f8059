import FlipbookCore
import FlipbookImaging

/// What happens while only the first frame of a long sequence is there.
extension Playback {
    /// Keeps for later what needs the whole sequence. Returns whether it does; ending does not.
    func putOff(_ input: PlaybackInput) -> Bool {
        switch input {
        case .viewer(let viewer):
            // A copy: the controls are to see it again.
            var controls = controls
            if controls.commands(for: viewer).contains(.quit) {
                isOver = true
            } else {
                deferred.append(input)
            }
            return true
        case .request(.command(.quit), _): return false
        case .request, .followed:
            deferred.append(input)
            return true
        case .bus, .busEnded, .reconfigured, .wasStopped, .noticeEnded, .sequence, .failed: return false
        }
    }

    /// Plays the whole sequence after its preview.
    func adopt(_ sequence: CheckedSequence) throws(PlaybackError) {
        isPreview = false
        replace(try PictureSource(playing: sequence, settings.sequence, undecodable))
        transport = Transport(
            frameCount: sequence.timing.frameCount,
            isPlaying: isAnimating && !settings.startsPaused,
            loopMode: settings.loopMode
        )
        arrived.insert(contentsOf: deferred, at: 0)
        deferred = []
    }
}
