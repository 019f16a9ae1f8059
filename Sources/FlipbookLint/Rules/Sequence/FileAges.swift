import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    package static let staleFrame = LintRule(
        .init("seq.stale-frame", .warning, evidence: .headers),
        summary: "A frame's file is much older than the others, or only this file is older than the manifest.",
        notes: "At most a fifth of the frames are reported. Frames are reported if they are at least twelve hours "
            + "older than all others, and the difference is at least three times the age range of the others. They are "
            + "also reported if they are at least an hour older than their manifest, and all others are newer than the "
            + "manifest. A copy with new dates is not reported.",
        why: "If a frame is left over from an earlier render, the old version appears for a moment.",
        remedy: "Render the old frames again, or run touch on them if their age is intentional.",
        passing: [
            RuleExample((1...6).map { written($0, at: $0 * 60) }),
            RuleExample((1...6).map { written($0, at: $0 < 4 ? 0 : 900_000) }),
            named((1...8).map { written($0, at: $0 * 60) }, at: 8_000),
        ],
        failing: [
            RuleExample((1...8).map { written($0, at: $0 == 5 ? 0 : 900_000 + $0 * 60) }),
            named((1...8).map { written($0, at: $0 == 5 ? 0 : 9_000 + $0 * 60) }, at: 8_000),
        ],
        judge: .wholeSequence { sequence in
            let dated = sequence.frames.compactMap { frame in frame.details?.modified.map { (frame: frame, time: $0) } }
            guard sequence.isComparable, dated.count >= 6 else { return nil }
            if let manifest = sequence.manifestModified {
                let old = dated.filter { $0.time < manifest }
                if !old.isEmpty, old.count * 5 <= dated.count, old.allSatisfy({ $0.time <= manifest - 3600 }) {
                    return stale(old.map(\.frame), "older than the manifest", "; all others are newer")
                }
            }
            let times = dated.map(\.time).sorted()
            let newest = times[times.count - 1]
            let gaps = (1...max(1, times.count / 5)).map {
                (count: $0, gap: times[$0] - times[$0 - 1], span: newest - times[$0])
            }
            guard let widest = gaps.max(by: { $0.gap < $1.gap }), widest.gap >= 12 * 3600, widest.gap >= widest.span * 3
            else { return nil }
            let old = dated.filter { $0.time <= times[widest.count - 1] }.map(\.frame)
            let hours = widest.gap / 3600
            let age = hours >= 48 ? "\(hours / 24) days" : "\(hours) hours"
            return stale(old, "\(age) older", " than all others")
        }
    )
}

private func stale(_ frames: [FrameEvidence], _ age: String, _ others: String) -> Verdict {
    frames.verdict(one: "is \(age)\(others).", measured: .init(age))
}

private func named(_ files: [RuleExample.File], at time: Int) -> RuleExample {
    changing(RuleExample.manifest(files) { _ in }) { $0.manifestModified = 1_700_000_000 + time }
}

private func written(_ number: Int, at time: Int) -> RuleExample.File {
    RuleExample.File("walk.\(number).png", 160, 90) { $0.modified = 1_700_000_000 + time }
}
