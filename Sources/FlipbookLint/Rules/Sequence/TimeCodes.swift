import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let timeCode = LintRule(
        .init("seq.time-code", .warning, evidence: .headers, since: "0.3.0"),
        summary: "The time codes in the headers do not follow the frame numbers.",
        notes: "Applies to OpenEXR and DPX files. Without a frame rate in the headers, the sequence's rate is used.",
        why: "Editing programs place a shot by its time code, so it ends up elsewhere or appears to have a cut.",
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
            return [
                breaks.map { coded[$0.place].frame }.verdict(
                    one: "has the time code \(words).",
                    many: "have time codes that do not follow the frame numbers; the first is \(words).",
                    measured: .init("\(code)", expected: "\(first.next)")
                )
            ]
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
