package import FlipbookCore
package import FlipbookSequences

/// The frames of a sequence at one scale factor, in display order, with the facts about their pixels. A rule that compares
/// frames must not compare `a1.png` with `a1@2x.png`.
package struct Strip {
    /// The frames that were decoded, with the facts about their pixels.
    package let frames: [(frame: FrameEvidence, pixels: PictureFacts)]
    package let frameRate: FrameRate

    package var starts: [Double] {
        var time = 0.0
        return frames.map { frame, _ in
            defer { time += (frame.duration ?? frameRate.frameDuration).seconds }
            return time
        }
    }

    /// Returns the strips of an animation, one for each scale factor. Stills have no strips.
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

    /// Returns an informational verdict on the frames that are expected, and a warning about the others.
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
