import FlipbookCore
package import FlipbookLintModel

extension LintRule {
    package static let variantSize = LintRule(
        .init("scale.variant-size", .error, evidence: .headers),
        summary: "The size of a variant such as @2x does not match its @1x picture.",
        notes: "For frames and stills. One pixel is allowed for rounding. Without @1x, the smallest is the reference.",
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
        why: "At other scales, half a point falls between two pixels, so edges blur or the picture shifts.",
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
