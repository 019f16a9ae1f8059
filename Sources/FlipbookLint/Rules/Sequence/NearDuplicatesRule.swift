import FlipbookCore
import FlipbookImaging

/// Frames that differ from the frame before in hardly anything.
public struct NearDuplicatesRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.near-duplicates",
        severity: .info,
        isDefault: false,
        evidence: .pixels,
        summary: "A frame differs from the frame before in hardly anything.",
        discussion:
            "The mean colours of 8 by 8 cells differ by less than a twentieth of a level. Not run unless selected: "
            + "a breath or a blink can be that small.",
        rationale:
            "A held drawing that was rendered anew each time, with other noise, costs an encoder as much as motion.",
        remedy: "Hold one of them instead, or leave it if the motion is that small.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "walk.3.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", pixels: still),
                RuleExample.File("walk.3.png", pixels: still),
            ])
        ]
    )

    /// Levels, of 255, that do not count.
    private static let tolerance = 0.05

    /// A rule without options.
    public init() {}

    /// One finding for all such frames.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        Strip.all(of: sequence).compactMap { strip in
            let frames = strip.frames
            let near = frames.indices.dropFirst().filter { place in
                let (pixels, previous) = (frames[place].pixels, frames[place - 1].pixels)
                return pixels.size == previous.size && pixels.digest != previous.digest
                    && pixels.grid.largestDistance(to: previous.grid) < Self.tolerance
            }
            guard !near.isEmpty else { return nil }
            let culprits = Culprits(near.map { frames[$0].frame })
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "differs from the frame before in hardly anything.",
                    many: "differ from the frame before each in hardly anything."
                ),
                fix: "Hold one of them instead, unless the motion is that small."
            )
        }
    }

    private static let still: @Sendable (inout PictureFacts) -> Void = {
        $0.grid = PictureFacts.Grid(means: $0.grid.means.map { _ in 90 << 8 })
    }
}
