import FlipbookCore
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let flashing = LintRule(
        .init("a11y.flashing", .warning, evidence: .pixels),
        summary: "The picture flashes more than three times within a second.",
        notes: "Follows WCAG 2, success criterion 2.3.1: a flash is a pair of opposing changes in relative luminance "
            + "by a tenth or more, in which the darker value is below 0.8. Uses the mean luminance of the whole "
            + "picture over black, at the sequence's rate (from its manifest or \(setting: .frameRate)), or at 30 "
            + "frames per second.",
        why: "Flashes can cause seizures, and broadcasters and stores reject such movies.",
        remedy: "Slow the animation down, or soften the changes in brightness.",
        failing: [
            .numbered(1...12, "strobe") { number, facts in
                facts.grid = PictureFacts.Grid(means: facts.grid.means.map { _ in (number % 2 == 0 ? 200 : 20) << 8 })
            }
        ],
        judge: .wholeStrip { strip in
            let changes = brightnessChanges(strip.frames.map { $0.pixels.grid.luminance })
            let starts = strip.starts
            var (worst, most) = (0, 0)
            var start = changes.startIndex
            for end in changes.indices {
                while starts[changes[end]] - starts[changes[start]] >= 1 - 1e-9 { start += 1 }
                // A flash consists of two opposing changes.
                let flashes = (end - start + 1) / 2
                if flashes > most { (worst, most) = (changes[start], flashes) }
            }
            guard most > allowed else { return nil }
            return Verdict(
                on: [strip.frames[worst].frame],
                message: "from here, the picture flashes \(most) times within a second at \(strip.frameRate) frames "
                    + "per second; up to \(allowed) flashes are safe.",
                measured: .init("\(most)", expected: "\(allowed)")
            )
        }
    )
}

/// The maximum safe number of flashes per second.
private let allowed = 3

/// Returns the frames at which the luminance has changed by a tenth or more since its last extreme.
private func brightnessChanges(_ luminances: [Double]) -> [Int] {
    guard var extreme = luminances.first else { return [] }
    var (rising, changes): (Bool?, [Int]) = (nil, [])
    for (place, luminance) in luminances.enumerated() {
        let isRising = luminance > extreme
        if isRising == rising {
            extreme = luminance
        } else if abs(luminance - extreme) >= 0.1, min(luminance, extreme) < 0.8 {
            (rising, extreme) = (isRising, luminance)
            changes.append(place)
        }
    }
    return changes
}
