import FlipbookCore
import FlipbookImaging

/// Frames stored in several passes.
public struct InterlacedRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.interlaced",
        severity: .info,
        evidence: .headers,
        summary: "Frames of an animation are interlaced.",
        discussion: "Stills are left alone: interlacing serves whoever waits for one picture over a slow line.",
        rationale: "An interlaced PNG is larger and takes two to three times as long to decode, for each frame anew.",
        remedy: "Save the frames without interlacing.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.header.isInterlaced = true },
                RuleExample.File("walk.2.png", 160, 90) { $0.header.isInterlaced = true },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all interlaced frames.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, !sequence.areNumberedStills else { return [] }
        let frames = sequence.frames.filter { $0.header?.isInterlaced ?? false }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "is interlaced, which makes it larger and slower to decode.",
                    many: "are interlaced, which makes them larger and slower to decode."
                ),
                fix: "Save \(frames.count == 1 ? "it" : "them") without interlacing."
            )
        ]
    }
}
