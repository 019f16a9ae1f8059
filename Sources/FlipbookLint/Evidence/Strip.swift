import FlipbookCore
import FlipbookImaging

/// The frames of a sequence at one scale factor, in the order in which they are shown, with their pixels' facts.
///
/// What a rule compares from frame to frame must not run from `a1.png` to `a1@2x.png`.
struct Strip {
    /// The frames whose pixels are known, and those pixels.
    let frames: [(frame: FrameEvidence, pixels: PictureFacts)]

    /// The strips of an animation, one for each scale factor; none for stills, numbered
    /// ones included.
    static func all(of sequence: SequenceEvidence) -> [Strip] {
        guard sequence.kind == .animation, !sequence.hasSparseNumbers else { return [] }
        return sequence.scales.map { scale in
            Strip(
                frames: sequence.frames.compactMap { frame in
                    guard frame.scale == scale, let pixels = frame.pixels else { return nil }
                    return (frame, pixels)
                }
            )
        }
    }

    /// The frames for which `isMeant` holds.
    func culprits(where isMeant: (PictureFacts) -> Bool) -> Culprits {
        Culprits(frames.filter { isMeant($0.pixels) }.map(\.frame))
    }
}
