import FlipbookCore
import FlipbookImaging

/// Pictures whose pixels are not square.
public struct PixelAspectRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "size.pixel-aspect",
        severity: .warning,
        evidence: .headers,
        summary: "A file says that its pixels are not square.",
        discussion: "PNG's pHYs and JFIF's density, where they differ across and down by more than half a per cent.",
        rationale: "Flipbook and most programs show pixels as squares, so the picture comes out squeezed.",
        remedy: "Resize the frames to square pixels, or remove the mark.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.pixelAspect = .init(horizontal: 2835, vertical: 2835) },
                RuleExample.File("walk.2.png"),
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) { $0.pixelAspect = .init(horizontal: 1, vertical: 2) },
                RuleExample.File("walk.2.png", 160, 90) { $0.pixelAspect = .init(horizontal: 1, vertical: 2) },
            ]),
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png"),
                RuleExample.File("walk.3.png", 160, 90) { $0.pixelAspect = .init(horizontal: 59, vertical: 54) },
            ]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each shape of pixel that is no square.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let kinds = Majority(of: sequence.frames) { $0.details?.pixelAspect.flatMap { $0.isSquare ? nil : $0 } }
        let known = sequence.frames.count { $0.details != nil }
        return kinds.groups.map { aspect, frames in
            let culprits = Culprits(frames)
            // A pixel is as wide as the density is low.
            let shape = "\(aspect.vertical):\(aspect.horizontal)"
            let others = frames.count < known ? ", the others are square" : ""
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "its pixels are \(shape) in width to height\(others); they are shown as squares.",
                    many: "have pixels of \(shape) in width to height\(others); they are shown as squares."
                ),
                fix: "Resize \(frames.count == 1 ? "it" : "them") to square pixels, or remove the mark.",
                measured: shape,
                expected: "1:1"
            )
        }
    }
}
