import FlipbookCore
import FlipbookImaging

extension Playback {
    /// Plays the changed sequence from now on, at the place where it was.
    ///
    /// The place is the frame with the same number. Whoever stands on the last frame, or has played to the end, is
    /// taken along as the sequence grows, as `tail -f` does: the one is shown the newest frame, the other the new ones one
    /// after the other.
    func follow(_ followed: FollowedSequence) throws(PlaybackError) {
        arrive()
        let former = source.sequence.frames.frames
        let sequence = followed.sequence
        let frames = sequence.frames.frames
        let isParked = !transport.isPlaying && transport.position == former.count - 1 && !transport.rate.isReverse
        let hasEnded = isAtEnd
        let number = former.indices.contains(transport.position) ? former[transport.position].number : nil
        sets.normal = sequence.frames
        sets.kept = nil
        do throws(CanvasError) {
            replace(try PictureSource(sequence, following: source, changed: followed.changed))
        } catch {
            throw .sequence(SequenceError(error, of: appearance))
        }
        undecodable.misfits = followed.misfits
        transport = transport.fitted(to: sequence.timing.frameCount)
        if let number, let place = Self.place(of: number, in: frames, near: transport.position) {
            transport.seek(to: place)
        }
        let last = transport.frameCount - 1
        if isParked, transport.position < last, transport.outPoint == nil {
            if hasEnded {
                // In this order: from the last frame, playing would begin at the first.
                isAnimating = true
                transport.play()
                transport.seek(to: transport.position + 1)
                events.send(.playing)
            } else {
                transport.goToEnd()
            }
        }
        say(followed.summary)
    }

    /// The position of the frame with a number. Mostly it stands where it stood.
    private static func place(of number: Int, in frames: [Frame], near position: Int) -> Int? {
        if frames.indices.contains(position), frames[position].number == number { return position }
        return frames.firstIndex { $0.number == number }
    }
}
