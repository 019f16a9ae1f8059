import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    /// Regular steps (60, 65, 70; drawings on twos) are not gaps. Gaps that ``SequenceEvidence/gaps`` accepts (`--missing
    /// hold`) are informational findings; gaps longer than `--max-gap` are still errors.
    package static let gap = LintRule(
        .init("seq.gap", .error, evidence: .names, fixable: .unsafe),
        summary: "Frame numbers are missing between the first and the last frame.",
        notes: "The finding is a warning without a fix if the pictures might not be an animation: there are fewer than "
            + "four, more numbers are missing than present, or there are fewer than eight and a short number follows a "
            + "letter, as in block1.png. The same applies if the numbers might be times of day, as in f_1059. Pictures "
            + "from a manifest or a range are always treated as an animation. The finding is informational if the "
            + "manifest fills gaps, or if the numbers are powers of two (16, 32, 128). If there are gaps, the headers "
            + "of up to 512 pictures are read to compare sizes. If a picture of the same format is named almost like a "
            + "missing frame, or like a copy of it, the finding suggests that picture, unless it matches the frame "
            + "before or after the gap. If a program left a file such as walk.3.png.tmp behind, fixes do not fill in "
            + "that frame. seq.stills reports a few numbers that are far apart; seq.missing-time reports dates.",
        why: "Many programs stop at the first gap or silently close it, so the movie is too short.",
        remedy: "Render the missing frames, or accept the gap with \(remedy: .accept(.missing)).",
        passing: [
            ["walk.1.png", "walk.2.png", "walk.3.png"],
            ["twos.0001.png", "twos.0003.png", "twos.0005.png", "twos.0007.png"],
            ["a.0998.png", "a.0999.png", "a.1000.png"],
            RuleExample(names: (958...1201).filter { $0 % 100 < 60 }.map { "radar_\($0 < 1000 ? "0" : "")\($0).png" }),
            RuleExample(names: [16, 32, 64, 128].map { "tile\($0).png" }),
        ],
        failing: [
            ["walk.1.png", "walk.2.png", "walk.4.png", "walk.5.png"],
            ["step.00.png", "step.10.png", "step.20.png", "step.40.png"],
            RuleExample(names: [0, 15, 30, 45, 60, 75, 100].map { "bar\($0).png" }),
            RuleExample(names: (1050...1059).map { "f_\($0).png" } + (1100...1109).map { "f_\($0).png" }),
            RuleExample(names: [8, 16, 64, 128, 256].map { "tile\($0).png" }),
        ],
        judge: .sequence { sequence in
            guard sequence.irregularity == nil, !(sequence.numbering?.isOfTime ?? false),
                !sequence.frames.contains(where: \.isOfSubframes)
            else { return [] }
            return gaps(of: sequence) + (missingSize(of: sequence).map { [$0] } ?? [])
        }
    )

    package static let irregularStep = LintRule(
        .init("seq.irregular-step", .error, evidence: .names, fixable: .unsafe),
        summary: "Frame numbers increase by a regular step, such as 2, except in a few places.",
        notes: "The step is at least 2. At least six of seven numbers increase by the step, or all but one of at least "
            + "five numbers. Replaces seq.gap, which would report every skipped number.",
        why: "Programs report a gap after every frame, or close all gaps. The timing is wrong from the first exception "
            + "on.",
        remedy: "Renumber the frames, or accept the gaps with \(remedy: .accept(.missing)).",
        passing: [
            RuleExample(names: stride(from: 1, through: 25, by: 2).map { "a.\($0 + 100).png" }),
            ["a.1.png", "a.2.png", "a.3.png"],
        ],
        failing: [
            RuleExample(
                names: (stride(from: 101, through: 125, by: 2).map { $0 } + stride(from: 126, through: 140, by: 2))
                    .map { "a.\($0).png" }
            ),
            RuleExample(names: [1, 3, 5, 7, 8, 9, 11, 13, 15].map { "a.0\($0 < 10 ? "0" : "")\($0).png" }),
        ],
        judge: .wholeSequence { sequence in
            guard let (step, odd) = sequence.irregularity, let first = odd.first else { return nil }
            let (number, before) = (first.frame.number ?? 0, first.before)
            return Verdict(
                on: odd.map(\.frame),
                message: "the numbers increase by \(step), but \(number) follows \(before)"
                    + (odd.count == 1 ? "." : " (and \((odd.count - 1).of("more such case")))."),
                fix: "Renumber the frames in steps of \(step), or accept the gaps with \(sequence.acceptingGaps).",
                by: .whole(.renumber(sequence.numbered(by: step))),
                measured: .init("\(number &- before)", expected: "\(step)")
            )
        }
    )

    package static let orphan = LintRule(
        .init("seq.orphan", .warning, evidence: .names, isDefault: false),
        summary: "There are frames after a gap.",
        notes: "Not run by default, since seq.gap reports the gap. Select it for programs that ignore these frames, "
            + "such as UIKit's animatedImageNamed and ffmpeg's image2. Such programs also stop at a regular step.",
        why: "Many programs show the frames before the gap and stop without an error.",
        remedy: "Fill the gap, or renumber the frames.",
        failing: [["a1.png", "a3.png", "a5.png", "a7.png"]],
        judge: .wholeSequence { sequence in
            guard sequence.isAnimation, var expected = sequence.frames.first?.number else { return nil }
            for (index, frame) in sequence.frames.enumerated() {
                guard let number = frame.number else { return nil }
                guard number == expected || number == expected - 1 else {
                    let late = Array(sequence.frames[index...])
                    return late.verdict(one: "comes after a gap at \(expected), where some programs stop.")
                }
                expected = number + 1
            }
            return nil
        }
    )
}

/// Returns the verdicts on missing numbers. Numbers that a policy accepts have a separate verdict.
func gaps(of sequence: SequenceEvidence) -> [Verdict] {
    let missing = sequence.missing
    // Icons named 16, 32, 64, and 128 skip numbers on purpose.
    if missing.isEmpty || missing.count >= sequence.frameCount && sequence.areNumberedStills { return [] }
    let refused = sequence.gaps.refused(missing, of: sequence.expected ?? missing)
    var verdicts = refused.isEmpty ? [] : [refusal(of: refused, in: sequence)]
    if refused.count < missing.count {
        let isRefused = Set(refused)
        let accepted = refused.isEmpty ? missing : FrameSet(missing.lazy.filter { !isRefused.contains($0) })
        verdicts.append(acceptance(of: accepted, in: sequence))
    }
    return verdicts
}

private func missingSize(of sequence: SequenceEvidence) -> Verdict? {
    guard sequence.areSizes, let holes = sequence.numbering?.holes, !holes.isEmpty else { return nil }
    let missing = FrameSet(holes.map { $0.after * 2 })
    let message = "the numbers are powers of two, but \(missing) \(missing.count == 1 ? "is" : "are") missing."
    let fix: Explanation = "Add \(missing.them) if the sizes are meant to be complete."
    let measured = Verdict.Measurement(sequence.frameCount.of("size"))
    return Verdict(numbers: missing, severity: .info, message: message, fix: fix, measured: measured)
}

private func refusal(of missing: FrameSet, in sequence: SequenceEvidence) -> Verdict {
    let all = sequence.expectedCount
    let isTooLong = sequence.gaps.missing != .error
    let length = sequence.gaps.maximumGap.map { isTooLong ? ", more than \($0) in a row" : "" } ?? ""
    let longest: Explanation = sequence.policySource == .manifest ? "maxGap in the manifest" : "\(setting: .maximumGap)"
    let way: Explanation =
        isTooLong ? "allow longer gaps with \(longest)" : "accept the gap with \(sequence.acceptingGaps)"
    let misnamed = sequence.misnamed.map(\.frame).filter { missing.contains($0.number) }
    return Verdict(
        numbers: missing,
        severity: sequence.isTentative ? .warning : nil,
        message:
            "\(sequence.words(for: missing)) \(missing.count == 1 ? "is" : "are") missing (\(missing.count) of \(all))\(length)."
            + (sequence.numbering?.mayBeTimes ?? false ? " If the numbers are times, nothing is missing." : ""),
        fix: "\(misnamed.advice(rendering: missing)), or \(way).",
        by: sequence.filling(missing),
        measured: .init((all - sequence.missing.count).of("frame"), expected: all.of("frame"))
    )
}

private func acceptance(of missing: FrameSet, in sequence: SequenceEvidence) -> Verdict {
    let effect =
        switch sequence.gaps.missing {
        case .error, .hold: "fills \(missing.them)"
        case .nearest: "fills \(missing.them) with the nearest frame"
        case .black: "fills \(missing.them) with black"
        case .skip: "leaves \(missing.them) out"
        }
    let policy =
        "the \(sequence.policySource == .manifest ? "manifest's " : "")\(sequence.gaps.missing.rawValue) policy"
    return Verdict(
        numbers: missing,
        severity: .info,
        message: "\(sequence.words(for: missing)) \(missing.count == 1 ? "is" : "are") missing; \(policy) \(effect).",
        fix: "If the gap is unintentional, render \(missing.them)."
    )
}

extension SequenceEvidence {
    /// Returns the operations that fill in missing frames, unless the gap may be intentional or a missing date does not exist.
    /// If a frame's file seems to exist under another name, the frame is not invented. Instead, the file is renamed, provided
    /// that it is the only candidate and was not left behind by a program.
    fileprivate func filling(_ absent: FrameSet) -> [Fix.Operation] {
        // Two or three frames are tentative only because there are so few, so their gaps can be filled.
        let isFillable = areFew && missing.count <= frameCount && !areNumberedStills && numbering?.mayBeTimes != true
        guard !isTentative || isFillable, !arePhotographs, dateStem == nil || absent.last ?? 0 < 100, let pattern
        else { return [] }
        let candidates = Dictionary(grouping: misnamed.filter { absent.contains($0.frame.number) }, by: \.frame.frame)
        let existing = framesWithLeftovers.union(candidates.keys)
        guard !existing.isEmpty, absent.count <= FrameSet.maximumCount else { return [.hold(absent, in: pattern)] }
        let rest = FrameSet(absent.lazy.filter { !existing.contains(FilePath(pattern.name(of: $0))) })
        let known = misnamed.filter { candidates[$0.frame.frame]?.count == 1 }
        return known.map { .renumber([.init($0.file.path, to: $0.frame.frame.string)]) }
            + (rest.isEmpty ? [] : [.hold(rest, in: pattern)])
    }

    /// A Boolean value that indicates whether a camera or a download numbered the pictures. The signs are the format, the
    /// names, EXIF data, a restarted counter, or the numbers of copies, as in a burst of `walk.jpg`, `walk (1).jpg`.
    private var arePhotographs: Bool {
        ["jpg", "jpeg", "heic", "heif"].contains(pattern?.lastExtension.lowercased())
            || pattern.map(Self.isOfCamera) == true || numbering?.rollover != nil
            || frames.first?.path.originals(countsNumbers: false).isEmpty == false
            || frames.contains { $0.details?.namesCamera == true }
    }

    /// The name stems that cameras, phones, and drones use. Lowercase `img` is not included, since renderers often use it.
    private static let cameraStems = Set(
        "CIMG DJI DSC DSCF DSCN DSF GOPR IMG IMGP MG PXL dji dsc dscf dscn gopr pxl".split(separator: " ")
    )

    /// Returns `true` for a name such as `DSC_####`, `_MG_####`, `PXL_20260101_####`, or `P#######`, as in P1010001.
    private static func isOfCamera(_ pattern: FramePattern) -> Bool {
        let words = pattern.prefix.split { "0123456789_- ".contains($0) }
        return words.count == 1 && (cameraStems.contains(words[0]) || words[0] == "P" && pattern.padding.width == 7)
    }

    /// Returns the frames renumbered by a step, or an empty array if the last number would be too long for a name.
    fileprivate func numbered(by step: Int) -> [Fix.Renaming] {
        let numbers = Set(frames.lazy.compactMap(\.number)).sorted()
        guard let first = numbers.first else { return [] }
        let (length, overflow) = step.multipliedReportingOverflow(by: numbers.count - 1)
        guard !overflow, length < .max / 4, String(first + length).utf8.count <= 18 else { return [] }
        let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($1, first + $0 * step) })
        return frames.renamings(in: pattern) { $0.number = $0.number.flatMap { places[$0] } }
    }

    /// The number of frames that should exist, including files with a different spelling of the name.
    fileprivate var expectedCount: Int {
        let (all, overflow) = frameCount.addingReportingOverflow(missing.count)
        return overflow ? .max : max(all, expected?.count ?? 0)
    }
}
