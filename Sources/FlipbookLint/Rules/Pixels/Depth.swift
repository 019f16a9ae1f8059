import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let unusedDepth = LintRule(
        .init("depth.unused", .info, evidence: .pixels),
        summary: "A file has 16 bits per channel, but its pixels use only 8.",
        notes: "The finding is a warning if the other frames use all 16 bits.",
        why: "The file is twice as large as necessary. The usual cause is an earlier conversion to 8 bits.",
        remedy: "Render the frames again with 16 bits, or save them with 8 bits.",
        passing: [[.init("walk.1.png", 160, 90) { $0.header.bitDepth = 16 }, deep(2, false), deep(3, false)]],
        failing: [
            [deep(1, true), deep(2, true), deep(3, true)],
            [deep(1, false), deep(2, true), deep(3, false), deep(4, false)],
        ],
        judge: .wholeSequence { sequence in
            // A picture with a single color does not show how many bits are used.
            let frames = sequence.frames.filter { $0.header?.bitDepth == 16 && $0.pixels?.isUniform == false }
            let odd = frames.filter { $0.pixels?.isWidened ?? false }
            guard !odd.isEmpty else { return nil }
            let isAlone = odd.count * 2 < frames.count && sequence.isAnimation
            let rest = isAlone ? "; the other frames use all 16." : "."
            let message = "uses only 8 of 16 bits per channel\(rest)"
            let fix: Explanation? = isAlone ? "Render \(odd.them) again with 16 bits." : nil
            let measured = Verdict.Measurement("8 bits", expected: "16 bits")
            return odd.verdict(severity: isAlone ? .warning : nil, one: message, fix: fix, measured: measured)
        }
    )

    package static let emptyTop = LintRule(
        .init("depth.empty-top", .warning, evidence: .pixels, since: "0.3.0"),
        summary: "Frames have 16 bits per channel, but all of their values fit into 14 bits or fewer.",
        notes: "Ignores frames whose manifest sets levels, and frames in which all values are the same.",
        why: "Cameras and microscopes write 10, 12 or 14 bits into 16-bit files, so the pictures look dark or black "
            + "in most programs.",
        remedy: "Play and export with \(remedy: .set(.levels, to: "0..4095")), or scale the values in the files.",
        passing: [[deep(1, 0...4_095), deep(2, 0...32_000)], [deep(1, 9...9), deep(2, 9...9)]],
        failing: [[deep(1, 112...3_900), deep(2, 96...4_080)]],
        judge: .wholeSequence { sequence in
            guard !sequence.hasLevels else { return nil }
            let frames = sequence.frames.filter { $0.pixels?.values != nil }
            let known = frames.compactMap { frame in frame.header.map { ($0, frame.pixels?.values) } }
            guard let found = EmptyTop(known), found.hasEmptyBits else { return nil }
            return frames.verdict(
                one: "has values from \(found.description), and is shown \(found.look).",
                many: "have values from \(found.description), and are shown \(found.look).",
                fix: "Play and export with \(remedy: .set(.levels, to: "\(found.offer)")), or scale the values.",
                measured: .init(found.values.upperBound.shortest, expected: found.greatest.shortest)
            )
        }
    )

    package static let halfDecoded = LintRule(
        .init("pixel.half-decoded", .warning, evidence: .pixels),
        summary: "The lower part of a frame is a single color, unlike in the other frames.",
        notes: "Applies if the part covers at least an eighth of the height, and only a few frames have such a part. "
            + "Transparent parts are included if the other frames are opaque.",
        why: "A decoder that continues after damage leaves the rest gray or black, and writes a valid file.",
        remedy: "Render or copy the frame again.",
        passing: [.numbered(1...6) { blank(40, &$1) }, .numbered(1...6) { blank($0 == 4 ? 4 : 0, &$1) }],
        failing: [.numbered(1...6) { blank($0 == 4 ? 40 : 0, &$1) }],
        judge: .wholeStrip { strip in
            guard strip.frames.count > 2 else { return nil }
            let rows = strip.frames.map(\.pixels.tones.blankRows)
            let areOpaque = strip.frames.count { $0.pixels.leastAlpha == 255 } >= strip.frames.count - 1
            let odd = rows.indices.filter { place in
                let pixels = strip.frames[place].pixels
                guard !pixels.isUniform, rows[place] * 8 >= pixels.size.height, rows[place] > 4,
                    pixels.tones.isBlankOpaque || areOpaque
                else { return false }
                return [place - 1, place + 1].filter(rows.indices.contains).allSatisfy { rows[$0] * 4 <= rows[place] }
            }
            // If many frames have a blank part, it belongs to the picture.
            guard !odd.isEmpty, odd.count * 5 <= rows.count || odd.count == 1 else { return nil }
            let frames = odd.map { strip.frames[$0].frame }
            let share = odd.map { rows[$0] * 100 / max(1, strip.frames[$0].pixels.size.height) }.max() ?? 0
            let message = "is a single color in the lower \(share)%; the frames around \(frames.them) are not."
            // The fingerprints in existing baselines depend on the space before the percent sign.
            return frames.verdict(one: message, fix: "Render or copy \(frames.these) again.", measured: "\(share) %")
        }
    )
}

private func deep(_ number: Int, _ isWidened: Bool) -> RuleExample.File { deep(number) { $0.isWidened = isWidened } }

private func deep(_ number: Int, _ values: ClosedRange<Double>) -> RuleExample.File {
    deep(number) { $0.values = values }
}

private func deep(_ number: Int, _ change: (inout PictureFacts) -> Void) -> RuleExample.File {
    let plain = RuleExample.File("walk.\(number).png", 160, 90) { $0.header.bitDepth = 16 }
    guard case .success(var facts) = plain.pixels else { return plain }
    change(&facts)
    return RuleExample.File(plain.name, plain.content, pixels: .success(facts))
}

private func blank(_ rows: Int, _ facts: inout PictureFacts) {
    PictureFacts.opaque(&facts)
    facts.leastAlpha = 0
    facts.tones.blankRows = rows
}
