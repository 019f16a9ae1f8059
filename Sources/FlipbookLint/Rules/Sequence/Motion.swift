import FlipbookCore
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let blankFrame = LintRule(
        .init("seq.blank-frame", .warning, evidence: .pixels),
        summary: "A frame is a single color, but most frames are not.",
        notes: "At the start or end of a sequence, the finding is informational. alpha.all-transparent reports "
            + "transparent frames.",
        why: "A failed render is often all black or all white, and appears as a flash.",
        remedy: "Render the frame again.",
        failing: [["walk.1.png", .init("walk.2.png") { $0.isUniform = true }, "walk.3.png", "walk.4.png"]],
        judge: .strips { strip in
            let isBlank = strip.frames.map { $0.pixels.isUniform && $0.pixels.greatestAlpha > 0 }
            let shown = isBlank.indices.filter { !isBlank[$0] }
            // A 1x1 picture always has a single color. A test card may have a single color, too.
            guard shown.count * 2 > isBlank.count, let first = shown.first, let last = shown.last else { return [] }
            let others = shown.count.of("other frame")
            return strip.verdicts(on: isBlank.indices.filter { isBlank[$0] }) {
                !(first...last).contains($0)
            } verdict: {
                let message = "is a single color; \(others) \(shown.count == 1 ? "shows" : "show") a picture."
                let many = "are a single color; \(others) show a picture."
                let fix: Explanation =
                    $1 == .info ? "This is fine if it is part of a fade." : "Render \($0.them) again."
                return $0.verdict(severity: $1, one: message, many: many, fix: fix, measured: "one color")
            }
        }
    )

    package static let duplicateFrames = LintRule(
        .init("seq.duplicate-frames", .info, evidence: .pixels),
        summary: "A frame is identical to the one before it.",
        notes: "Held drawings (animation on twos) are fine: nothing is reported if more than a quarter of the frames "
            + "repeat, or if a picture is held for more than three frames. Colors of transparent pixels are ignored.",
        why: "A repeated frame looks like a stutter. The usual cause is a render that was copied over the next frame.",
        remedy: "Render the frame again, or leave it if the drawing is held.",
        passing: [["walk.1.png", "walk.2.png", "walk.3.png"], .numbered(1...8) { $1.digest = UInt64($0 / 2) }],
        failing: [.numbered(1...8) { $1.digest = UInt64($0 == 5 ? 4 : $0) }, .numbered(1...3) { $1.digest = 7 }],
        judge: .wholeStrip { strip in
            let frames = strip.frames.filter { $0.pixels.greatestAlpha > 0 }
            guard frames.count > 2 else { return nil }
            let repeats = frames.indices.dropFirst().filter { frames[$0].pixels.digest == frames[$0 - 1].pixels.digest }
            if repeats.count == frames.count - 1 {
                let (shown, message) = (frames.map(\.frame), "all \(frames.count) frames show the same picture.")
                let fix: Explanation = "If nothing is meant to move, one frame is enough."
                return Verdict(on: shown, severity: .warning, message: message, fix: fix, measured: "1 picture")
            }
            // A picture that is held for more than three frames is intentional.
            let runs = repeats.enumerated().grouped { $0.element - $0.offset }
            let stutters = runs.filter { $0.count < 3 }.joined().map { frames[$0.element].frame }
            guard !stutters.isEmpty, repeats.count * 4 <= frames.count else { return nil }
            let message = "is identical to the frame before it; the other frames show motion."
            let many = "are identical to the frames before them; the other frames show motion."
            let fix: Explanation = "Render \(stutters.them) again, unless the drawing is held."
            return stutters.verdict(one: message, many: many, fix: fix, measured: "the same pixels")
        }
    )

    package static let nearDuplicates = LintRule(
        .init("seq.near-duplicates", .info, evidence: .pixels, isDefault: false),
        summary: "A frame is almost identical to the one before it.",
        notes: "In a grid of 8 by 8 cells, the mean colors differ by less than 1/20 of a level. Not run by default, "
            + "since a blink can be this small.",
        why: "A held drawing that is rendered again with new noise takes as much space in a video as motion.",
        remedy: "Hold a single frame instead, or leave the frames if the motion is meant to be that small.",
        failing: [.walk(2, after: 1, pixels: still)],
        judge: .wholeStrip { strip in
            let near = zip(strip.frames.dropFirst(), strip.frames).filter { here, before in
                here.pixels.size == before.pixels.size && here.pixels.digest != before.pixels.digest
                    && here.pixels.grid.largestDistance(to: before.pixels.grid) < 0.05
            }.map(\.0.frame)
            guard !near.isEmpty else { return nil }
            let message = "is almost identical to the frame before it."
            return near.verdict(one: message, many: "are almost identical to the frames before them.")
        }
    )

    package static let contentJump = LintRule(
        .init("seq.content-jump", .warning, evidence: .pixels),
        summary: "A frame looks different from both neighbors, which look alike.",
        notes: "Compares the mean colors in a grid of 8 by 8 cells. A cut to a new picture is not reported.",
        why: "A frame from a different shot, layer or version shows up for a moment when the sequence is played.",
        remedy: "Look at the frame, and render or copy it again if it does not belong there.",
        passing: [RuleExample(names: (1...6).map { "walk.\($0).png" })],
        failing: [.numbered(1...6) { if $0 == 4 { foreign(&$1) } }],
        judge: .strips { strip in
            // Other rules report blank and transparent frames.
            let frames = strip.frames.filter { !$0.pixels.isUniform }
            guard frames.count > 3 else { return [] }
            let steps = zip(frames.dropFirst(), frames).map { $0.pixels.grid.distance(to: $1.pixels.grid) }
            let usual = steps.sorted()[steps.count / 2]
            return frames.indices.dropFirst().dropLast().compactMap { place in
                let across = frames[place - 1].pixels.grid.distance(to: frames[place + 1].pixels.grid)
                let jump = min(steps[place - 1], steps[place])
                // A small drawing on a large transparent background changes few cells.
                let coverage = max(0.02, frames[place - 1].pixels.grid.coverage)
                // A difference of less than 6 levels, or less than four times the usual step, is not a jump.
                guard jump >= 6 * min(1, coverage * 2), jump >= 4 * max(usual, across),
                    Exposure(at: place, of: frames.map(\.pixels.grid)) == nil
                else { return nil }
                return Verdict(
                    on: [frames[place].frame],
                    message: "looks different from both neighbors, which look alike: it differs by \(jump.fixed(1)) "
                        + "of 255 levels; the usual step is \(usual.fixed(1)).",
                    measured: .init(jump.fixed(1), expected: usual.fixed(1))
                )
            }
        }
    )
}

private let foreign: @Sendable (inout PictureFacts) -> Void = {
    $0.grid = PictureFacts.Grid(means: $0.grid.means.enumerated().map { $0 % 4 == 3 ? $1 : (255 << 8) - $1 })
}

private let still: @Sendable (inout PictureFacts) -> Void = {
    $0.grid = PictureFacts.Grid(means: $0.grid.means.map { _ in 90 << 8 })
}
