import FlipbookCore
import FlipbookImaging

/// What an export does that someone might not expect, a sentence each.
struct ExportNotes {
    let sequence: CheckedSequence
    let settings: ExportSettings
    let job: EncodingJob

    private var survey: FrameSurvey { sequence.survey }

    /// The sentences, in the order in which a frame meets what they tell.
    var sentences: [Explanation] {
        [deepColor, colorProfile, sequence.placementNote, sequence.overlayNote].compactMap { $0 }
            + sequence.viewNotes + [flattening, padding, job.profile.format.clock?.note(job)].compactMap { $0 }
    }

    private var deepColor: Explanation? {
        let count = survey.headers.count { $0.bitDepth > 8 }
        guard count > 0, sequence.pixelFormat != .rgba64 else { return nil }
        guard sequence.pixelFormat == .gbra12 else {
            return "\(frames(count)) 16 bits a channel; the output carries 8, each value rounded to the nearest."
        }
        return "\(frames(count)) 16 bits a channel; the output carries 12, each value rounded to the nearest, which is "
            + "the most that FFV1 takes here. Write numbered images to keep all: "
            + "\(remedy: .set(.output, to: "frame.####.png"))."
    }

    private var colorProfile: Explanation? {
        let count = survey.headers.count { $0.colorTag == .iccProfile || $0.colorTag == .codingIndependent }
        guard count > 0 else { return nil }
        return "\(frames(count)) a colour profile, which is not applied: the values are taken as sRGB."
    }

    private var flattening: Explanation? {
        guard !settings.profile.codec.carriesAlpha, settings.sequence.background == nil,
            !settings.sequence.isOpaque
        else { return nil }
        let count = survey.headers.count { $0.hasAlpha }
        guard count > 0 else { return nil }
        return "\(frames(count)) an alpha channel, which \(settings.profile.codec.id) does not carry: "
            + "composited over black. Choose another colour with \(remedy: .set(.background)), or keep it by writing "
            + "\(remedy: .choose(format: "mkv"))."
    }

    private var padding: Explanation? {
        let (canvas, outputSize) = (sequence.canvas, sequence.outputSize)
        guard canvas != outputSize else { return nil }
        return "\(canvas) has an odd side, which \(settings.profile.codec.id) does not carry: "
            + "padded to \(outputSize) by repeating the last row or column."
    }

    private func frames(_ count: Int) -> String {
        switch (count, survey.entries.count) {
        case (1, 1): "The frame has"
        case (1, let all): "1 of \(all) frames has"
        case (let some, let all) where some == all: "All \(all) frames have"
        case (let some, let all): "\(some) of \(all) frames have"
        }
    }
}
