import FlipbookCore
import FlipbookImaging

/// Frames of one numbering in several file formats: `walk.1.png`, `walk.2.jpg`, `walk.3.png`.
public struct MixedFormatRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-format",
        severity: .error,
        evidence: .names,
        summary: "Some frames of a numbering are of another file format than most.",
        discussion: "By their extensions, and only where the odd files have numbers that the others lack.",
        rationale:
            "A pattern has one extension, so these frames are missing; colours and edges differ between formats.",
        remedy: "Convert the files to the format of the others.",
        passing: [
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.png", "b.1.png", "b.2.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.png", "a.40.apng"]),
        ],
        failing: [
            RuleExample(
                ["a.1.png", "a.2.png", "a.4.png"].map { RuleExample.File($0) } + [
                    RuleExample.File("a.3.jpg", 160, 90) {
                        $0.header.hasAlpha = false
                        $0.header.format = .jpeg
                    }
                ]
            )
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each format but the usual one.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.namesakes.flatMap { namesakes in
            namesakes.odd.filter { $0.difference(from: namesakes.usual) == .format }.map { odd in
                finding(odd, in: namesakes, by: "another format, .\(odd.lastExtension)")
            }
        }
    }
}
