package import FlipbookCore
package import FlipbookSequences

/// The frames of a sequence at one scale factor, in the order in which they are shown, with their pixels' facts. What a
/// rule compares from frame to frame must not run from `a1.png` to `a1@2x.png`.
package struct Strip {
    /// The frames whose pixels are known, and those pixels.
    package let frames: [(frame: FrameEvidence, pixels: PictureFacts)]
    /// The number of frames that are shown in a second, where the frames do not say it themselves.
    package let frameRate: FrameRate

    /// The times at which the frames are shown, in seconds.
    package var starts: [Double] {
        var time = 0.0
        return frames.map { frame, _ in
            defer { time += (frame.duration ?? frameRate.frameDuration).seconds }
            return time
        }
    }

    /// The strips of an animation, one for each scale factor; none for stills, numbered ones included.
    static func all(of sequence: SequenceEvidence) -> [Strip] {
        guard sequence.kind == .animation, !sequence.hasSparseNumbers, !sequence.areSizes else { return [] }
        return sequence.scales.map { scale in
            Strip(
                frames: sequence.frames.compactMap { frame in
                    guard frame.scale == scale, let pixels = frame.pixels else { return nil }
                    return (frame, pixels)
                },
                frameRate: sequence.frameRate ?? .imageViewDefault
            )
        }
    }

    /// A verdict on the frames at some places that are no fault, for information, and a warning about the others.
    package func verdicts(
        on places: [Int],
        where isExpected: (Int) -> Bool,
        verdict: ([FrameEvidence], Severity) -> Verdict
    ) -> [Verdict] {
        [(false, Severity.warning), (true, .info)].compactMap { expected, severity in
            let odd = places.filter { isExpected($0) == expected }.map { frames[$0].frame }
            return odd.isEmpty ? nil : verdict(odd, severity)
        }
    }
}
