import FlipbookCore
import FlipbookImaging

/// A frame that shows something else than the frames on both its sides.
public struct ContentJumpRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.content-jump",
        severity: .warning,
        evidence: .pixels,
        summary: "A frame looks unlike both its neighbours, which look alike.",
        discussion:
            "The mean colours of 8 by 8 cells are compared. A cut, after which the new picture stays, is no jump.",
        rationale: "A frame of another shot, layer or version flashes for a moment when the sequence is played.",
        remedy: "Look at the frame, and render or copy it again if it does not belong there.",
        passing: [RuleExample(names: (1...6).map { "walk.\($0).png" })],
        failing: [
            RuleExample(
                (1...6).map { number in
                    number == 4
                        ? RuleExample.File("walk.4.png", pixels: foreign) : RuleExample.File("walk.\(number).png")
                }
            )
        ]
    )

    /// A jump is so many times as far as the neighbours are from each other, and as frames usually are.
    private static let factor = 4.0
    /// Levels, of 255, below which nothing is a jump.
    private static let floor = 6.0

    /// A rule without options.
    public init() {}

    /// A finding for each such frame.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        Strip.all(of: sequence).flatMap { strip -> [Finding] in
            // Blank and transparent frames are other rules' business.
            let frames = strip.frames.filter { !$0.pixels.isUniform }
            guard frames.count > 3 else { return [] }
            let steps = frames.indices.dropFirst().map {
                frames[$0].pixels.grid.distance(to: frames[$0 - 1].pixels.grid)
            }
            let usual = steps.sorted()[steps.count / 2]
            return frames.indices.dropFirst().dropLast().compactMap { place in
                let (before, after) = (steps[place - 1], steps[place])
                let across = frames[place - 1].pixels.grid.distance(to: frames[place + 1].pixels.grid)
                let jump = min(before, after)
                guard jump >= Self.floor, jump >= Self.factor * max(usual, across) else { return nil }
                return finding(
                    in: sequence.name,
                    culprits: Culprits([frames[place].frame]),
                    message: "looks unlike both its neighbours, which look alike: \(Self.text(jump)) levels away, "
                        + "where a usual step is \(Self.text(usual)).",
                    fix: "Look at it, and render or copy it again if it does not belong there.",
                    measured: Self.text(jump),
                    expected: Self.text(usual)
                )
            }
        }
    }

    private static func text(_ levels: Double) -> String {
        let tenths = Int((levels * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static let foreign: @Sendable (inout PictureFacts) -> Void = {
        $0.grid = PictureFacts.Grid(
            means: $0.grid.means.enumerated().map { $0.offset % 4 == 3 ? $0.element : (255 << 8) - $0.element }
        )
    }
}
