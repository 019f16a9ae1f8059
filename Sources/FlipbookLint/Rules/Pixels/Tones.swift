import FlipbookCore
import FlipbookImaging
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let limitedRange = LintRule(
        .init("pixel.limited-range", .warning, evidence: .pixels),
        summary: "A frame's values range from 16 to 235, but similar frames use 0 to 255.",
        why: "A program treated the frame as video: black and white become gray, and the frame flickers.",
        remedy: "Export the frame again with full range.",
        passing: [
            .numbered(1...6) { $1.makeScene(1) },
            // A frame with only a few tones is not evidence of video levels.
            .numbered(1...6) {
                $1.makeScene(1)
                if $0 == 4 { $1.tones = PictureFacts.Tones(darkest: 16, brightest: 235) }
            },
        ],
        failing: [
            .numbered(1...6) {
                $1.makeScene(1)
                guard $0 == 4 else { return }
                $1.tones = PictureFacts.Tones(darkest: 16, brightest: 235)
                $1.grid = $1.grid.limited
            }
        ],
        judge: .wholeStrip { strip in
            let isLimited = strip.frames.map { $0.pixels.tones.darkest >= 14 && $0.pixels.tones.brightest <= 238 }
            let isFull = strip.frames.map { $0.pixels.tones.darkest <= 6 && $0.pixels.tones.brightest >= 249 }
            guard isFull.count(where: { $0 }) * 3 >= isFull.count * 2 else { return nil }
            let odd = isLimited.indices.filter { place in
                guard isLimited[place] else { return false }
                let grid = strip.frames[place].pixels.grid
                // Compares with the nearest full-range frames on both sides.
                let around = [isFull[..<place].lastIndex(of: true), isFull[place...].firstIndex(of: true)]
                return around.contains { near in
                    guard let whole = near.map({ strip.frames[$0].pixels.grid }) else { return false }
                    let distance = whole.distance(to: grid)
                    return distance >= 1.5 && whole.limited.distance(to: grid) * 3 <= distance
                }
            }.map { strip.frames[$0].frame }
            guard !odd.isEmpty else { return nil }
            let message = "has values from 16 to 235, as in video; the other frames use 0 to 255."
            return odd.verdict(one: message, measured: .init("16-235", expected: "0-255"))
        }
    )

    package static let clipped = LintRule(
        .init("pixel.clipped", .warning, evidence: .pixels),
        summary: "A frame has far more blown-out pixels than its neighbors with the same content.",
        notes: "Blown-out pixels have a channel at 255. The option limits their share in every frame.",
        why: "Blown-out parts cannot be recovered, and microscope images that contain them cannot be measured.",
        remedy: "Expose or render the frame again.",
        options: [RuleOption("most", "The maximum share of a frame that may be blown out.", default: 1.0, in: 0...1)],
        passing: [
            .numbered(1...6) { $1.makeBurnt(0.3) },
            // In this example, frame 3's share exceeds three times its neighbors' share by less than a tenth of the picture.
            .numbered(1...6) { $1.makeBurnt($0 == 3 ? 0.15 : 0.04) },
        ],
        failing: [.numbered(1...6) { $1.makeBurnt($0 == 3 ? 0.4 : 0.02) }]
    ) { options in
        let most = options.number("most")
        return .wholeStrip { strip in
            let shares = strip.frames.map(\.pixels.tones.burntShare)
            let odd = shares.indices.filter { place in shares[place] > most || strip.isBurntOut(at: place) }
            guard !odd.isEmpty else { return nil }
            let frames = odd.map { strip.frames[$0].frame }
            let worst = Int((odd.map { shares[$0] }.max() ?? 0) * 100)
            let message = "is blown out in \(frames.count == 1 ? "" : "up to ")\(worst)% of the pixels."
            // The fingerprints in existing baselines depend on the space before the percent sign.
            return frames.verdict(one: message, measured: "\(worst) %")
        }
    }
    package static let notFinite = LintRule(
        .init("pixel.not-finite", .warning, evidence: .pixels, since: "0.3.0"),
        summary: "A frame has NaN or infinity in a visible channel.",
        why: "NaN and infinity appear black or white, and spread when blurred. The usual cause is division by zero.",
        remedy: "Render the frame again, or replace these pixels with oiiotool (fixnan).",
        passing: [.walk(2) { (facts: inout PictureFacts) in facts.lightLoss = LightLoss(clipped: 9) }],
        failing: [.walk(1, after: 1) { (facts: inout PictureFacts) in facts.lightLoss.addStray(x: 5, y: 7) }],
        judge: .frames(where: { ($0.pixels?.lightLoss.strayCount ?? 0) > 0 }) { frames in
            let count = { (frame: FrameEvidence) in frame.pixels?.lightLoss.strayCount ?? 0 }
            let worst = frames.max { count($0) < count($1) }
            let most = worst?.pixels?.lightLoss.strays ?? ""
            let many = "have pixels with NaN or infinity; \([worst].compactMap(\.self).text) has the most, \(most)."
            return frames.verdict(one: "has \(most).", many: many, measured: .init(most))
        }
    )
}

extension Strip {
    /// Returns `true` if a frame has far more blown-out pixels than its neighbors with the same content.
    func isBurntOut(at place: Int) -> Bool {
        guard place > 0, place + 1 < frames.count, !frames[place].pixels.isUniform else { return false }
        let (own, before, after) = (frames[place].pixels, frames[place - 1].pixels, frames[place + 1].pixels)
        // Other rules report frames with different content.
        return own.tones.burntShare >= max(before.tones.burntShare, after.tones.burntShare) * 3 + 0.1
            && own.grid.correlation(with: before.grid) > 0.8 && own.grid.correlation(with: after.grid) > 0.8
    }
}
