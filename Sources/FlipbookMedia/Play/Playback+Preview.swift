import FlipbookCore
import FlipbookImaging

/// What happens while only the first frame of a long sequence is there.
extension Playback {
    /// Keeps for later what needs the whole sequence. Returns whether it does; ending does not.
    func putOff(_ input: PlaybackInput) async throws -> Bool {
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
        case .command(.quit, _): return false
        case .command, .update, .followed:
            deferred.append(input)
            return true
        case .bus, .busEnded, .reconfigured, .wasStopped, .noticeEnded, .sequence, .failed: return false
        }
    }

    /// Plays the whole sequence after its preview.
    func adopt(_ sequence: CheckedSequence) async throws {
        isPreview = false
        replace(
            try PictureSource(
                sequence,
                memoryBudget: settings.sequence.memoryBudget,
                policy: settings.sequence.missing,
                undecodable: undecodable
            )
        )
        transport = Transport(
            frameCount: sequence.timing.frameCount,
            isPlaying: isAnimating && !settings.startsPaused,
            loopMode: settings.loopMode
        )
        arrived.insert(contentsOf: deferred, at: 0)
        deferred = []
    }
}
