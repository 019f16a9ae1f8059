import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let missingTime = LintRule(
        .init("seq.missing-time", .error, evidence: .names, fixable: .unsafe),
        summary: "File names contain dates or times, and one is missing.",
        notes: "Recognizes names such as sst_20260131, sst_2026-01-31, sat_2026031, ndvi_202601, cam_20260131_101200, "
            + "radar_1012, and seconds since 1970. The end of a month, year or hour is not a gap, and neither is a "
            + "weekend if no weekends are present. An ambiguous number is read as a time if the numbers cross the end "
            + "of an hour or a year, and if reading them as times leaves fewer gaps. Four-digit numbers in steps of "
            + "one must cross the ends of two hours. Gaps between almost evenly spaced times are only warnings.",
        why: "The movie jumps at this point, with no sign that a picture is missing.",
        remedy: "Fetch or record the missing picture, or accept the gap with \(remedy: .accept(.missing)).",
        passing: [
            RuleExample(names: [29, 30, 31].map { "sst_202601\($0).png" } + ["sst_20260201.png", "sst_20260202.png"]),
            RuleExample(
                names: [2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 16].map { "close_202603\($0 < 10 ? "0" : "")\($0).png" }
            ),
            RuleExample(names: [1012, 1112, 1211, 1313, 1412].map { "cam_20260101_\($0)00.png" }),
            ["shot_20260101_101215.png", "shot_20260101_101217.png"],
            RuleExample(names: (29...31).map { "map-2026-01-\($0).png" } + (1...3).map { "map-2026-02-0\($0).png" }),
            RuleExample(
                names: [0, 1].flatMap { minute in
                    [0, 1, 2, 3, 4, 5].map { "img_2026-01-01T10-1\(minute)-\($0)0.png" }
                } + ["img_2026-01-01T10-12-00.png", "img_2026-01-01T10-12-10.png"]
            ),
            RuleExample(names: [364, 365].map { "sat_2026\($0).png" } + [1, 2, 3].map { "sat_202700\($0).png" }),
        ],
        failing: [
            RuleExample(names: [28, 29, 31].map { "sst_202601\($0).png" } + ["sst_20260201.png", "sst_20260202.png"]),
            RuleExample(names: [1000, 1010, 1020, 1040, 1050, 1100, 1110].map { "radar_\($0).png" }),
            RuleExample(names: (28...30).map { "map-2026-01-\($0).png" } + (1...3).map { "map-2026-02-0\($0).png" }),
            RuleExample(names: [0, 70, 120, 190, 430, 490, 540, 610].map { "cam_\(1_767_225_600 + $0).png" }),
        ],
        judge: .sequence { sequence in
            guard let numbering = sequence.numbering, numbering.isOfTime else { return [] }
            return gaps(of: sequence) + (holes(of: numbering, in: sequence).map { [$0] } ?? [])
        }
    )

    package static let rollover = LintRule(
        .init("seq.rollover", .warning, evidence: .names),
        summary: "A counter restarted after its last number, so the first frames sort after the later ones.",
        notes: "Applies to numbers of two or more digits with leading zeros: DSC_9998, DSC_9999, DSC_0001. Between the "
            + "two parts, more than half of all possible numbers must be unused (three quarters for two-digit "
            + "numbers). Up to ten numbers may be missing on either side of the restart (a hundred for numbers with "
            + "four or more digits, three for two-digit numbers). Two-digit numbers also require at least two frames "
            + "on each side.",
        why: "Programs sort the frames by number, so the end comes before the beginning.",
        remedy: "Select the frames in order with \(setting: .frames), or renumber them.",
        passing: [["DSC_9998.png", "DSC_9999.png"], RuleExample(names: (9998...10_002).map { "DSC_\($0).png" })],
        failing: [RuleExample(names: (9996...9999).map { "DSC_\($0).png" } + (1...4).map { "DSC_000\($0).png" })],
        judge: .wholeSequence { sequence in
            guard let (before, after) = sequence.numbering?.rollover else { return nil }
            return Verdict(
                message: "the counter restarted after \(before.last ?? 0): frames \(before) come before \(after), but "
                    + "sort after them.",
                fix: "Select them in order with \(remedy: .set(.frames, to: "\(before),\(after)")), or renumber them.",
                measured: .init("\(after),\(before)", expected: "\(before),\(after)")
            )
        }
    )

    package static let timeCode = LintRule(
        .init("seq.time-code", .warning, evidence: .headers, since: "0.3.0"),
        summary: "The time codes in the headers do not follow the frame numbers.",
        notes: "Applies to OpenEXR and DPX files. The sequence's rate is used if the headers have no frame rate.",
        why: "Editing programs place a shot by its time code, so the shot ends up elsewhere or appears to have a cut.",
        remedy: "Rewrite the time codes so that they follow the frame numbers.",
        passing: [coded(["01:00:00:22", "01:00:00:23", "01:00:01:00"])],
        failing: [coded(["01:00:00:22", "01:00:00:23", "01:00:01:01"])],
        judge: .sequence { sequence in
            let coded = sequence.frames.compactMap { frame in
                frame.number.flatMap { number in
                    frame.header?.timeCode.map { (frame: frame, number: number, code: $0) }
                }
            }
            let rate = coded.lazy.compactMap(\.frame.header?.frameRate).first ?? sequence.frameRate
            let breaks = TimeCode.breaks(in: coded.map { ($0.number, $0.code) }, at: rate)
            guard let first = breaks.first else { return [] }
            let code = coded[first.place].code
            let words = "\(code) instead of \(first.next)"
            let frames = breaks.map { coded[$0.place].frame }
            let many = "have time codes that do not follow the frame numbers; the first is \(words)."
            let measured = Verdict.Measurement("\(code)", expected: "\(first.next)")
            return [frames.verdict(one: "has the time code \(words).", many: many, measured: measured)]
        }
    )

    /// Returns frames with these time codes, at 24 frames per second.
    private static func coded(_ codes: [String]) -> RuleExample {
        RuleExample(
            codes.enumerated().map { index, code in
                .init("walk.\(index + 1).png", 160, 90) {
                    ($0.header.timeCode, $0.header.frameRate) = (TimeCode(code), FrameRate(24))
                }
            }
        )
    }
}

/// Returns a verdict on gaps in almost regular times, if a gap is long enough for another picture.
private func holes(of numbering: FrameNumbering, in sequence: SequenceEvidence) -> Verdict? {
    // If a date spans multiple sequences, each one reports its own gaps.
    let holes = numbering.holes.filter { hole in sequence.dateStem?.has(hole.after) ?? true }
    guard let first = holes.first else { return nil }
    let count = holes.reduce(0) { $0 + $1.count }
    let more = holes.count == 1 ? "" : " (and \((holes.count - 1).of("more such gap")))"
    return Verdict(
        severity: .warning,
        message: "there is no picture between \(numbering.text(of: first.after)) and "
            + "\(numbering.text(of: first.before)), although \(first.count == 1 ? "one" : "\(first.count)") would fit\(more).",
        fix: "Look for the missing pictures. The movie jumps at this point.",
        measured: .init(sequence.frameCount.of("picture"), expected: "about \(sequence.frameCount + count)")
    )
}

extension FrameNumbering {
    /// Returns a number as text: `2026-01-31`.
    fileprivate func text(of number: Int) -> String {
        if case .dated(let form) = kind { form.text(of: number) } else { "\(number)" }
    }

    /// Returns numbers as text: `frames 3-5`, `2026-01-31 and 2026-02-01`.
    func words(for numbers: FrameSet) -> String {
        guard case .dated = kind else { return numbers.asFrames }
        let most = 3
        let texts = numbers.prefix(most).map { text(of: $0) }
        return numbers.count > most
            ? "\(texts.joined(separator: ", ")), … (\(numbers.count) in all)" : texts.listed(by: "and")
    }
}

extension SequenceEvidence {
    func words(for numbers: FrameSet) -> String {
        guard let numbering else { return numbers.asFrames }
        guard let dateStem else { return numbering.words(for: numbers) }
        return numbering.words(for: FrameSet(numbers.lazy.map { dateStem.number(with: $0) }))
    }
}
