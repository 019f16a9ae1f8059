import FlipbookCore
import FlipbookImaging

/// Frames of one format whose extensions are written in several ways: `.png` and `.PNG`, `.jpg` and `.jpeg`.
public struct MixedExtensionRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-extension",
        severity: .error,
        evidence: .names,
        summary: "The extensions of one sequence are written in several ways, as .png and .PNG.",
        discussion: "Only where the odd files have numbers that the others lack; a second rendition of all frames is "
            + "left alone.",
        rationale: "A pattern has one extension; the files of another are passed over in silence.",
        remedy: "Rename the files.",
        passing: [RuleExample(names: ["a.1.PNG", "a.2.PNG", "a.3.PNG"])],
        failing: [
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.PNG", "a.4.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.png", "a.4.apng", "a.5.apng"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each extension but the usual one.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.namesakes.flatMap { namesakes in
            namesakes.odd.filter { $0.difference(from: namesakes.usual) == .extensionOfSameFormat }.map { odd in
                finding(odd, in: namesakes, by: "the extension .\(odd.lastExtension)")
            }
        }
    }
}
