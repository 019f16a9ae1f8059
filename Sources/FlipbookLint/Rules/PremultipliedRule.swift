import FlipbookCore
import FlipbookImaging

/// Colours that look as if they had been multiplied by their alpha before they were stored.
public struct PremultipliedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.premultiplied",
        severity: .warning,
        evidence: .pixels,
        summary: "No colour is above its alpha, as if it had been multiplied by it.",
        discussion:
            "PNG stores straight colours. Judged over all frames together, from a thousand translucent pixels on; "
            + "soot and shadows, which are dark anyhow, are the false alarm to expect.",
        rationale: "Such frames are multiplied a second time wherever they are shown: soft edges get a dark fringe.",
        remedy: "Export with straight alpha, or divide the colours by alpha once.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", pixels: premultiplied),
                RuleExample.File("walk.2.png", pixels: premultiplied),
            ])
        ]
    )

    /// So many translucent pixels have to agree.
    private static let leastCount = 1000
    /// Means of cells that are so dark say nothing: black is black, multiplied or not.
    private static let leastBrightness: UInt16 = 32 << 8

    /// A rule without options.
    public init() {}

    /// One finding for the sequence.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { ($0.pixels?.translucentCount ?? 0) > 0 }
        let pixels = frames.compactMap(\.pixels)
        guard sequence.kind == .animation,
            pixels.reduce(0, { $0 + $1.translucentCount }) >= Self.leastCount,
            pixels.allSatisfy({ $0.brightTranslucentCount == 0 }),
            pixels.contains(where: Self.isBright)
        else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one:
                        "no translucent pixel has a colour above its alpha: it looks premultiplied, and PNG is straight.",
                    many: "have no translucent pixel with a colour above its alpha: they look premultiplied, "
                        + "and PNG is straight."
                ),
                fix: "Export with straight alpha, or divide the colours by alpha once.",
                measured: "premultiplied",
                expected: "straight"
            )
        ]
    }

    private static func isBright(_ pixels: PictureFacts) -> Bool {
        pixels.grid.means.indices.contains { $0 % 4 != 3 && pixels.grid.means[$0] >= leastBrightness }
    }

    private static let premultiplied: @Sendable (inout PictureFacts) -> Void = {
        $0.translucentCount = 5000
        $0.brightTranslucentCount = 0
    }
}
