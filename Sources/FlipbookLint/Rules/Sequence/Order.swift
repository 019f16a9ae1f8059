import FlipbookCore
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let swapped = LintRule(
        .init("seq.swapped", .warning, evidence: .pixels),
        summary: "Two consecutive frames appear to be swapped.",
        notes: "The picture must change steadily, and swapping the two frames must make the motion much smoother. "
            + "Nothing is reported if there are more than two such pairs, since the jumps are then probably "
            + "intentional.",
        why: "The motion goes forward, back and forward again.",
        remedy: "Look at the two frames, and swap them if they are in the wrong order.",
        passing: [
            .numbered(1...9) { move($0, &$1) },
            // The steps are uneven, but never backward.
            .numbered(1...9) { move([1, 2, 4, 5, 6, 8, 9, 10, 11][$0 - 1], &$1) },
        ],
        failing: [.numbered(1...9) { move([1, 2, 3, 5, 4, 6, 7, 8, 9][$0 - 1], &$1) }],
        judge: .strips { strip in
            let frames = strip.frames.filter { !$0.pixels.isUniform }
            guard frames.count > 6 else { return [] }
            func distance(_ left: Int, _ right: Int) -> Double {
                frames[left].pixels.grid.distance(to: frames[right].pixels.grid)
            }
            let steps = frames.indices.dropFirst().map { distance($0, $0 - 1) }
            let usual = steps.sorted()[steps.count / 2]
            // A change of less than 0.4 levels (of 255) is not motion.
            guard usual >= 0.4 else { return [] }
            let places = (1..<frames.count - 2).filter { place in
                let now = steps[place - 1] + steps[place + 1]
                let exchanged = distance(place - 1, place + 1) + distance(place, place + 2)
                // The steps before and after a swapped pair are longer than usual.
                return now >= exchanged * 1.6 && steps[place - 1] >= usual * 1.4 && steps[place + 1] >= usual * 1.4
                    && exchanged <= usual * 3 && exchanged >= usual
                    && steps[place] <= usual * 1.6 && steps[place] >= usual / 2
            }
            guard !places.isEmpty, places.count <= 2 else { return [] }
            return places.map { place in
                let pair = [frames[place].frame, frames[place + 1].frame]
                let message = "\(pair.text) appear to be swapped: in reverse order, the motion is smooth."
                let measured = Verdict.Measurement(steps[place - 1].fixed(1), expected: usual.fixed(1))
                return Verdict(on: pair, message: message, measured: measured)
            }
        }
    )

    package static let shifted = LintRule(
        .init("seq.shifted", .warning, evidence: .pixels),
        summary: "A frame shows the same picture as both neighbors, but shifted by whole pixels.",
        notes: "Compares sums of rows and columns, with shifts of up to 16 pixels. The neighbors must match.",
        why: "If the canvas or the crop is off by a few pixels, the picture jumps for one frame.",
        remedy: "Shift the picture back, or render the frame again on the same canvas as the others.",
        passing: [.numbered(1...6) { place(0, &$1) }, .numbered(1...6) { place($0 * 2, &$1) }],
        failing: [.numbered(1...6) { place($0 == 4 ? 3 : 0, &$1) }],
        judge: .strips { strip in
            let profiles = strip.frames.map(\.pixels.profile)
            guard profiles.count > 2 else { return [] }
            return profiles.indices.dropFirst().dropLast().compactMap { place in
                let (before, here, after) = (profiles[place - 1], profiles[place], profiles[place + 1])
                guard let back = here.shift(from: before), let on = here.shift(from: after), back == on,
                    before.distance(to: after) * 4 <= here.distance(to: before)
                else { return nil }
                let ways = [(back.across, "right", "left"), (back.down, "down", "up")].filter { $0.0 != 0 }
                let words = ways.map { "\(abs($0.0)) px \($0.0 > 0 ? $0.1 : $0.2)" }.joined(separator: " and ")
                let message = "shows the same picture as both neighbors, but shifted \(words)."
                let measured = Verdict.Measurement("\(back.across),\(back.down)", expected: "0,0")
                return Verdict(on: [strip.frames[place].frame], message: message, measured: measured)
            }
        }
    )

    package static let frozen = LintRule(
        .init("seq.frozen", .warning, evidence: .pixels, isDefault: false),
        summary: "The picture stays the same for many frames, but moves in the rest of the sequence.",
        notes: "Not run by default, since drawings may be held. Select it for renders and time-lapse sequences that "
            + "have no pauses.",
        why: "The movie appears to freeze, for example because a simulation stopped or a camera repeated a picture.",
        remedy: "Render or record the frames again, or leave them if the picture is held.",
        options: [
            RuleOption("frames", "The maximum number of consecutive identical frames.", default: 12, in: 1...1_000_000)
        ],
        passing: [
            RuleExample((1...20).map { "walk.\($0).png" }),
            // Twelve identical frames in a row are allowed.
            .numbered(1...60) { $1.digest = (20...31).contains($0) ? 7 : UInt64($0 + 100) },
        ],
        failing: [.numbered(1...60) { $1.digest = (20...40).contains($0) ? 7 : UInt64($0 + 100) }]
    ) { options in
        let most = options.integer("frames")
        return .strips { strip in
            let digests = strip.frames.map(\.pixels.digest)
            let starts = digests.indices.filter { $0 == 0 || digests[$0] != digests[$0 - 1] }
            guard starts.count > 1 else { return [] }
            return zip(starts, starts.dropFirst() + [digests.count]).filter { $1 - $0 > most }.map { start, end in
                strip.frames[start..<end].map(\.frame).verdict(
                    one: "shows the same picture for \(end - start) frames; at most \(most) are allowed.",
                    measured: .init("\(end - start)", expected: "at most \(most)")
                )
            }
        }
    }
}

private func move(_ number: Int, _ facts: inout PictureFacts) {
    facts.grid = PictureFacts.Grid(
        means: facts.grid.means.enumerated().map { index, mean in
            index % 4 == 3 ? mean : UInt16(min(255, max(0, (index / 4 % 8) * 12 + number * 9)) << 8)
        }
    )
}

private func place(_ shift: Int, _ facts: inout PictureFacts) {
    let rows = [UInt32](repeating: 4000, count: 90)
    let columns = (0..<160).map { (40...52).contains($0 - shift) ? UInt32(20_000 + ($0 - shift) * 100) : 1000 }
    facts.profile = PictureFacts.Profile(columns: columns, rows: rows)
}
