import FlipbookCore
package import FlipbookLintModel
import FlipbookScene

extension LintRule {
    package static let mixedScale = LintRule(
        .init("seq.mixed-scale", .error, evidence: .names),
        summary: "Some frames exist only at one scale factor, and others only at a different one.",
        why: "No scale factor has all frames, and mixing scale factors changes the picture's size during playback.",
        remedy: "Draw the missing variants, or place the frames with \(remedy: .accept(.mismatch)).",
        passing: [.twoScales, ["a1@2x.png", "a2@2x.png", "a3@2x.png"]],
        failing: [[.init("a1.png", 20, 20), .init("a2.png", 20, 20), .init("a3@2x.png", 40, 40)]],
        judge: .sequence { sequence in
            guard sequence.scales.count > 1 else { return [] }
            // seq.mixed-pixel-size reports frames that share a canvas and a size in points.
            if sequence.mismatch == .fit, sequence.hasOneSizeInPoints { return [] }
            guard let coverage = ScaleCoverage(sequence) else {
                guard sequence.isAnimation else { return [] }
                let kinds = Majority(of: sequence.frames) { $0.scale }
                return kinds.odd.map { scale, frames in
                    let usual = kinds.groups[0].kind
                    let rest = kinds.rest(without: frames.count, "is @\(usual)x")
                    return odd(frames, scale, usual, one: "@\(scale)x; \(rest).", in: sequence)
                }
            }
            guard coverage.complete.isEmpty, let usual = coverage.usual else { return [] }
            let count = coverage.frames(at: usual).count
            let rest = (count == 1 ? "the other frame is" : "the other \(count.of("frame")) are") + " @\(usual)x"
            return coverage.scales.filter { $0 != usual }.compactMap { scale in
                // A frame that also exists at the usual scale is not reported.
                let frames = sequence.frames.filter { $0.scale == scale && !coverage.has($0, at: usual) }
                guard !frames.isEmpty else { return nil }
                return odd(frames, scale, usual, one: "exists only at @\(scale)x; \(rest).", in: sequence)
            }
        }
    )

    package static let partialScale = LintRule(
        .init("scale.partial-sequence", .error, evidence: .names),
        summary: "Only some frames have a variant such as @2x.",
        why: "The other frames come from a different variant, so sharp and soft frames alternate.",
        remedy: "Draw the missing variants, or remove this variant from the other frames.",
        passing: [.twoScales, ["a1.png", "a2.png", "a3.png"]],
        failing: [
            [
                .init("a1.png", 20, 20), .init("a2.png", 20, 20), .init("a3.png", 20, 20), .init("a1@2x.png", 40, 40),
                .init("a3@2x.png", 40, 40),
            ]
        ],
        judge: .sequence { sequence in
            guard sequence.scales.count > 1, let coverage = ScaleCoverage(sequence),
                let whole = coverage.complete.first ?? coverage.usual
            else { return [] }
            return coverage.scales.filter { $0 != whole && !coverage.complete.contains($0) }.compactMap { scale in
                let frames = sequence.frames.filter { $0.scale == whole && !coverage.has($0, at: scale) }
                let there = coverage.frames(at: scale).count
                // If no scale has all frames, seq.mixed-scale reports the scales that only a few frames have.
                guard !coverage.complete.isEmpty || there * 2 > sequence.frameCount, !frames.isEmpty else { return nil }
                let message = "does not exist at @\(scale)x; \(there == 1 ? "one other does" : "\(there) others do")."
                let measured = Verdict.Measurement(there.of("frame"), expected: sequence.frameCount.of("frame"))
                return frames.verdict(severity: sequence.areFew ? .warning : nil, one: message, measured: measured)
            }
        }
    )

    package static let missingVariant = LintRule(
        .init("scale.missing-variant", .warning, evidence: .names),
        summary: "The manifest requests a scale of 2 or more, but the pictures exist only at a smaller one.",
        why: "The pictures are scaled up, so the output is as soft as at @1x and has four times the pixels.",
        remedy: "Draw the pictures at that scale, or request a smaller one.",
        passing: [.manifest([.init("a1@2x.png", 320, 180), .init("a2@2x.png", 320, 180)]) { $0.scale = 2 }],
        failing: [.manifest { $0.scale = 2 }],
        judge: .wholeManifest { manifest in
            guard let scale = manifest.manifest.scale, scale > 1, let largest = manifest.frames.lazy.map(\.scale).max(),
                largest < scale.variant
            else { return nil }
            let message = "scale \(scale) is requested, but the pictures are @\(largest)x."
            let fix: Explanation = "Draw them as @\(scale.variant)x, or request scale \(largest)."
            let measured = Verdict.Measurement("@\(largest)x", expected: "@\(scale.variant)x")
            return Verdict(key: .scale, message: message, fix: fix, measured: measured)
        }
    )

    package static let variantSize = LintRule(
        .init("scale.variant-size", .error, evidence: .headers),
        summary: "The size of a variant such as @2x does not match its @1x picture.",
        notes: "Applies to frames and stills. One pixel of difference is allowed for rounding. If there is no @1x "
            + "picture, the one with the smallest scale is the reference.",
        why: "The variants have different sizes in points, so the layout changes with the screen.",
        remedy: "Draw the variant again from the same original.",
        passing: [.twoScales, [.init("logo.png", 33, 20), .init("logo@2x.png", 66, 40)]],
        failing: [
            [.init("a1.png", 20, 20), .init("a2.png", 20, 20), .init("a1@2x.png", 60, 40), .init("a2@2x.png", 60, 40)],
            [.init("logo.png", 32, 20), .init("logo@2x.png", 32, 20)],
        ],
        judge: .sequence { sequence in
            var groups = FrameGroups<WrongVariant>()
            for (frame, wrong) in sequence.wrongVariants { groups.append(frame, to: wrong) }
            return groups.all.map { wrong, frames in
                let rest =
                    "at @\(wrong.base)x \(frames.count == 1 ? "it is" : "they are") \(wrong.baseSize), so "
                    + "@\(wrong.scale)x should be \(wrong.right)"
                let message = "\(wrong.size) px; \(rest)."
                return frames.verdict(one: message, measured: .init("\(wrong.size)", expected: "\(wrong.right)"))
            }
        }
    )

    package static let fractionalSize = LintRule(
        .init("scale.fractional-size", .info, evidence: .headers),
        summary: "A side of an @2x or @3x picture is not a whole number of points.",
        why: "A fraction of a point falls between two pixels at other scales, so edges blur or the picture shifts.",
        remedy: "Draw on a canvas whose sides are multiples of the scale factor.",
        passing: [[.init("a1@2x.png", 40, 40), .init("a2@2x.png", 40, 40)]],
        failing: [[.init("a1@2x.png", 101, 67), .init("a2@2x.png", 101, 67)]],
        judge: .sequence { sequence in
            // scale.variant-size reports variants whose size does not match their @1x picture.
            let wrong = Set(sequence.wrongVariants.map(\.frame.path)).union(sequence.oddVariants)
            return sequence.sizes.filter { $0.scale > 1 }.flatMap { statistics -> [Verdict] in
                let scale = statistics.scale
                // A file that also exists at @1x is checked at that scale.
                return statistics.groups.compactMap { size, frames in
                    let frames = frames.filter { !wrong.contains($0.path) }
                    guard !frames.isEmpty, size.width % scale != 0 || size.height % scale != 0 else { return nil }
                    let (width, height) = (Double(size.width) / Double(scale), Double(size.height) / Double(scale))
                    let points = "\(width.hundredths)x\(height.hundredths) points"
                    return frames.verdict(one: "\(size) px at @\(scale)x, which is \(points).", measured: .init(points))
                }
            }
        }
    )
}

private func odd(_ frames: [FrameEvidence], _ scale: Int, _ usual: Int, one: String, in sequence: SequenceEvidence)
    -> Verdict
{
    let severity: Severity? = sequence.mismatch == .fit ? .info : sequence.areFew ? .warning : nil
    let fix: Explanation = "Draw \(frames.them) at @\(usual)x, or place \(frames.them) with \(sequence.placing)."
    let measured = Verdict.Measurement("@\(scale)x", expected: "@\(usual)x")
    return frames.verdict(severity: severity, one: one, fix: fix, measured: measured)
}

extension RuleExample {
    static var twoScales: RuleExample {
        RuleExample([
            File("a1.png", 20, 20), File("a2.png", 20, 20), File("a1@2x.png", 40, 40), File("a2@2x.png", 40, 40),
        ])
    }
}

struct ScaleCoverage {
    let scales: [Int]
    private var numbersOfScale: [Int: Set<Int>] = [:]
    private let all: Set<Int>

    /// Returns `nil` for stills and for frames without numbers, whose variants are unknown.
    init?(_ sequence: SequenceEvidence) {
        guard sequence.isAnimation else { return nil }
        scales = sequence.scales
        for frame in sequence.frames {
            guard let number = frame.number else { return nil }
            numbersOfScale[frame.scale, default: []].insert(number)
        }
        all = numbersOfScale.values.reduce(into: []) { $0.formUnion($1) }
    }

    var complete: [Int] { scales.filter { numbersOfScale[$0]?.count == all.count } }

    /// The scale factor of most frames, or the smallest one if there is a tie.
    var usual: Int? { scales.max { (numbersOfScale[$0]?.count ?? 0) < (numbersOfScale[$1]?.count ?? 0) } }

    func frames(at scale: Int) -> Set<Int> { numbersOfScale[scale] ?? [] }

    func has(_ frame: FrameEvidence, at scale: Int) -> Bool { frame.number.map(frames(at: scale).contains) ?? false }
}

extension SequenceEvidence {
    /// A Boolean value that indicates whether frames at different scale factors have the same size in points.
    var hasOneSizeInPoints: Bool {
        guard kind == .animation, scales.count > 1 else { return false }
        let sizes = frames.lazy.compactMap(\.pointSize)
        return sizes.first.map { first in sizes.allSatisfy { $0 == first } } ?? false
    }
}
