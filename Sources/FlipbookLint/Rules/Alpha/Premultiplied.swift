import FlipbookCore
package import FlipbookLintModel
import FlipbookSequences

extension LintRule {
    package static let premultiplied = LintRule(
        .init("alpha.premultiplied", .warning, evidence: .pixels),
        summary: "Colors appear to be premultiplied: no color value exceeds its alpha, and colors increase with alpha.",
        notes: "PNG stores straight colors. A frame is reported if none of its colors exceed alpha but some do in the "
            + "other frames. All frames are reported if they have at least a thousand translucent pixels with many "
            + "alpha values, including low ones, and the brightest color at each alpha value is close to alpha but "
            + "never exceeds it. Shadows and glass with one alpha value are not reported, and neither are nearly black "
            + "pixels.",
        why: "Programs multiply such frames by alpha a second time, so soft edges get a dark fringe.",
        remedy: "Export the frames with straight alpha, or divide the colors by alpha once.",
        options: [
            RuleOption(
                "pixels",
                "Frames with fewer translucent pixels are not checked.",
                default: 1000,
                in: 100...1_000_000_000
            )
        ],
        passing: [["walk.1.png", "walk.2.png"], .walk(2, pixels: shadow)],
        failing: [.walk(2, pixels: multiplied), .numbered(1...5) { if $0 == 3 { $1.brightTranslucentCount = 0 } }]
    ) { options in
        let leastCount = options.integer("pixels")
        return .wholeSequence { sequence in
            if let odd = sequence.premultipliedAmongStraight { return odd }
            let frames = sequence.frames.filter { ($0.pixels?.translucentCount ?? 0) > 0 }
            let pixels = frames.compactMap(\.pixels)
            guard sequence.isAnimation, pixels.reduce(0, { $0 + $1.translucentCount }) >= leastCount,
                pixels.allSatisfy({ $0.brightTranslucentCount == 0 }),
                // Black stays black when it is premultiplied.
                pixels.contains(where: { $0.grid.means.enumerated().contains { $0 % 4 != 3 && $1 >= 32 << 8 } }),
                followAlpha(pixels)
            else { return nil }
            let message = "looks premultiplied: translucent colors increase with alpha, but PNG stores straight colors."
            return frames.verdict(one: message, measured: .init("premultiplied", expected: "straight"))
        }
    }
}

extension SequenceEvidence {
    /// A verdict on the frames in which no color exceeds its alpha. `nil` if the same is true of the other frames.
    fileprivate var premultipliedAmongStraight: Verdict? {
        guard isComparable else { return nil }
        let judged = frames.compactMap { frame in
            frame.pixels.flatMap { $0.translucentCount > 0 ? (frame: frame, pixels: $0) : nil }
        }
        // A color that exceeds its alpha proves that a frame is not premultiplied.
        let shares = judged.map { Double($0.pixels.brightTranslucentCount) / Double($0.pixels.translucentCount) }
        guard judged.count > 2 else { return nil }
        let usual = shares.sorted()[shares.count / 2]
        // If a picture's opaque parts are also darker than those of the other pictures, alpha is not the reason.
        let summits = judged.map(\.pixels.tones.brightest).sorted()
        func isDark(_ pixels: PictureFacts) -> Bool {
            let opaque = stride(from: 3, to: pixels.grid.means.count, by: 4).count { pixels.grid.means[$0] >= 254 << 8 }
            return opaque >= 4 && Double(pixels.tones.brightest) < 0.93 * Double(summits[summits.count / 2])
        }
        let odd = judged.filter {
            $0.pixels.brightTranslucentCount == 0 && Double($0.pixels.translucentCount) * usual >= 24
                && !isDark($0.pixels)
        }
        .map(\.frame)
        guard !odd.isEmpty, odd.count * 3 <= judged.count else { return nil }
        let rest = judged.count - odd.count
        return odd.verdict(
            one: "looks premultiplied: no translucent color exceeds alpha, but some do in \(rest.of("other frame")).",
            measured: .init("premultiplied", expected: "straight")
        )
    }
}

/// Returns `true` if no color value exceeds its alpha because the colors are premultiplied.
///
/// In a premultiplied picture, the brightest color at each alpha level is about the same fraction of that level. Straight
/// colors stay below alpha at every level only if they are dark, or if there are only a few levels.
private func followAlpha(_ pictures: [PictureFacts]) -> Bool {
    let found = pictures.lazy.flatMap(\.alphaLevels).map { ($0.level, $0.brightest) }
    let brightest = Dictionary(found, uniquingKeysWith: max)
    let levels = (0..<PictureFacts.AlphaLevel.count).compactMap { level in
        brightest[level].map { PictureFacts.AlphaLevel(level: level, brightest: $0) }
    }
    // At least half of all levels must occur, including two in the lowest quarter, where straight colors exceed alpha.
    if levels.count < PictureFacts.AlphaLevel.count / 2 || levels.count(where: { $0.alpha < 64 }) < 2 { return false }
    let near = levels.count { Double($0.brightest) >= $0.alpha / 4 }
    func mean(_ levels: ArraySlice<PictureFacts.AlphaLevel>) -> Double {
        Double(levels.reduce(0) { $0 + $1.brightest }) / Double(max(1, levels.count))
    }
    let middle = levels.count / 2
    return near * 4 >= levels.count * 3 && mean(levels[middle...]) >= mean(levels[..<middle]) * 1.5
}

private let multiplied: @Sendable (inout PictureFacts) -> Void = {
    $0.translucentCount = 5000
    $0.brightTranslucentCount = 0
    $0.alphaLevels = (0..<PictureFacts.AlphaLevel.count).map { PictureFacts.AlphaLevel(level: $0, brightest: $0 * 14) }
}

private let shadow: @Sendable (inout PictureFacts) -> Void = {
    $0.translucentCount = 5000
    $0.brightTranslucentCount = 0
    $0.alphaLevels = [PictureFacts.AlphaLevel(level: 9, brightest: 51)]
}
