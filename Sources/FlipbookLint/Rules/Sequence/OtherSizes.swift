import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    /// Icons, coins, textures, and scans are often numbered. A single finding replaces one finding per picture and gap.
    package static let numberedStills = LintRule(
        .init("seq.stills", .warning, evidence: .headers),
        summary: "Numbered pictures are probably not an animation: their sizes vary, or their numbers are far apart.",
        notes: "Numbers are far apart if there are at most 10 of them, more numbers are missing than present, they "
            + "have no regular step, and at most a third directly follow the previous number. Three-digit numbers with "
            + "leading zeros are treated as frames with gaps. The same applies to a pattern with a range, and if "
            + "\(setting: .missing) is set.",
        why: "As an animation, the pictures would jump. An export rejects the sizes, or shows unintended gaps.",
        remedy: "If they are an animation, resize the frames or place them with \(remedy: .accept(.mismatch)), and "
            + "render the missing frames or set \(setting: .missing). Otherwise, leave them out.",
        passing: [
            [.init("walk.1.png", 16, 9), .init("walk.2.png", 16, 9), .init("walk.3.png", 16, 9)],
            ["coin10.png", "coin20.png", "coin30.png"],
        ],
        failing: [
            [
                .init("icon1.png", 16, 16), .init("icon2.png", 24, 24), .init("icon3.png", 48, 40),
                .init("icon4.png", 64, 64),
            ],
            RuleExample(names: [1, 2, 5, 10, 20, 50].map { "coin\($0).png" }),
            ["a1.png", "a9.png"],
        ],
        judge: .wholeSequence { sequence in
            // The numbers 16, 32, and 64 are sizes.
            if sequence.areSizes { return nil }
            if let statistics = sequence.unrelatedSizes { return manySizes(statistics, of: sequence) }
            guard sequence.hasSparseNumbers, !sequence.frames.contains(where: \.isOfSubframes) else { return nil }
            let numbers = FrameSet(Set(sequence.frames.lazy.compactMap(\.number)).sorted())
            return Verdict(
                on: sequence.frames,
                message: "\(sequence.frameCount.of("picture")) are numbered \(numbers), far apart and without a step; "
                    + "they are probably stills, not an animation.",
                fix: "If they are an animation, render the missing frames, or accept the gaps with "
                    + "\(sequence.acceptingGaps).",
                measured: "\(numbers)"
            )
        }
    )

    package static let mixedPixelSize = LintRule(
        .init("seq.mixed-pixel-size", .warning, evidence: .headers),
        summary: "Frames have the same size in points, but some have more pixels than others.",
        notes: "Applies only with mismatch: fit, which places all frames on one canvas. Otherwise, seq.mixed-scale "
            + "reports the scale factors as an error. Nothing is reported if all frames exist at one scale factor.",
        why: "Some frames are scaled and others are not, so the picture alternates between soft and sharp.",
        remedy: "Draw all frames at the same scale factor.",
        passing: [.manifest { ($0.mismatch, $0.size) = (.fit, PixelSize(width: 160, height: 90)) }],
        failing: [
            .manifest(["a1.png", .init("a2@2x.png", 320, 180), "a3.png"]) {
                ($0.mismatch, $0.size) = (.fit, PixelSize(width: 160, height: 90))
            }
        ],
        judge: .majority {
            $0.mismatch == .fit && $0.hasOneSizeInPoints && ScaleCoverage($0)?.complete.isEmpty ?? true
        } by: {
            $0.shownSize
        } verdict: { odd in
            let points = odd.frames.first?.pointSize.map { "\($0.inPoints) points" } ?? "one size"
            let (own, usual) = ("\(odd.kind)", "\(odd.usual.kind)")
            return odd.verdict("has", "\(own) px for \(points)", rest: usual, measured: .init(own, expected: usual))
        }
    )

    package static let mixedAspect = LintRule(
        .init("seq.mixed-aspect", .warning, evidence: .headers),
        summary: "Frames that are fitted to the canvas have different aspect ratios.",
        notes: "Applies if the aspect ratios differ by more than half a percent and the manifest sets mismatch: fit.",
        why: "The bars or the cropped parts change from frame to frame.",
        remedy: "Draw all frames with the same aspect ratio.",
        passing: [.manifest { $0.mismatch = .fit }],
        failing: [
            .manifest(["a1.png", "a2.png", .init("a3.png", 164, 90)], alsoFoundBy: ["seq.mixed-size"]) {
                ($0.mismatch, $0.size) = (.fit, PixelSize(width: 160, height: 90))
                ($0.contentMode, $0.backgroundColor) = (.scaleAspectFill, .black)
            }
        ],
        judge: .wholeManifest { manifest in
            guard manifest.manifest.mismatch == .fit, let usual = manifest.usualPointSize, !usual.isEmpty
            else { return nil }
            let odd = manifest.frames.filter { frame in
                guard let size = frame.pointSize, !size.isEmpty else { return false }
                return abs(size.width * usual.height / (size.height * usual.width) - 1) > 0.005
            }
            guard let first = odd.first, let size = first.pointSize else { return nil }
            let message =
                (odd.count == 1 ? "" : "\(odd.count.of("frame")) have unusual aspect ratios; for example, ")
                + "\(first.name) is \(size.inPoints) points, but most frames are \(usual.inPoints)."
            return Verdict(key: .mismatch, message: message, measured: .init(size.inPoints, expected: usual.inPoints))
        }
    )
}

private func manySizes(_ statistics: SizeStatistics, of sequence: SequenceEvidence) -> Verdict {
    let sizes = statistics.groups.map(\.size).sorted { ($0.area, $0.width) < ($1.area, $1.width) }
    let range = sizes.first.flatMap { first in sizes.last.map { "\(first) to \($0)" } } ?? ""
    return Verdict(
        on: sequence.frames.filter { $0.scale == statistics.scale && $0.size != nil },
        message: "\(statistics.count.of("picture")) have \(sizes.count.of("size")), from \(range) px; they are "
            + "probably stills, not an animation.",
        fix: "If they are an animation, resize the frames, or place them with \(sequence.placing).",
        measured: .init(sizes.count.of("size"), expected: "1 size")
    )
}
