import FlipbookCore
import FlipbookImaging

/// Transparency that a movie in H.264 cannot keep.
public struct ExportLossRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "alpha.export-loss",
        severity: .warning,
        isDefault: false,
        evidence: .headers,
        summary: "Frames can be transparent, and nothing says what is to lie behind them.",
        discussion:
            "For who exports to H.264, which has no alpha channel; off unless it is selected. With --deep, frames "
            + "whose alpha is 255 throughout do not count. A manifest with an opaque backgroundColor or with isOpaque "
            + "has said what is meant.",
        rationale:
            "The export puts black behind the frames, and soft edges keep a dark rim wherever the movie is shown.",
        remedy: "Give a background, or export to a format with alpha, such as VP9 in WebM or ProRes 4444.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png") { $0.header.hasAlpha = false },
                RuleExample.File("walk.2.png") { $0.header.hasAlpha = false },
            ]),
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.backgroundColor = .color(.white)
            },
        ],
        failing: [RuleExample(names: ["walk.1.png", "walk.2.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for each sequence.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let said = folder.manifest?.manifest
        if said?.isOpaque == true || said?.backgroundColor?.isOpaque == true { return [] }
        return folder.sequences.compactMap { sequence in
            let frames = sequence.frames.filter { frame in
                frame.header?.hasAlpha == true && frame.pixels?.leastAlpha ?? 0 < 255
            }
            guard !frames.isEmpty else { return nil }
            let culprits = Culprits(frames)
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "can be transparent; H.264 has no alpha channel, and no background is given.",
                    many: "can be transparent; H.264 has no alpha channel, and no background is given."
                ),
                fix: "Give a background, or export to a format with alpha, such as VP9 in WebM or ProRes 4444.",
                measured: "an alpha channel",
                expected: "opaque frames or a background"
            )
        }
    }
}
