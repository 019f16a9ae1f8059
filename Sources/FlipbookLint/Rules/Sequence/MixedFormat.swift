import FlipbookCore
import FlipbookFiles
import FlipbookImaging
package import FlipbookLintModel

extension LintRule {
    /// Frames that are files of another format than most.
    package static let mixedFormat = LintRule(
        id: "seq.mixed-format",
        severity: .info,
        evidence: .headers,
        summary: "A frame is a file of another format than most.",
        discussion:
            "Frames that a manifest lists can be. Where numbered files have another extension than most, that is "
            + "seq.mixed-spelling's; a file whose extension says another format than it has is load.format-by-extension's.",
        rationale:
            "Formats keep colours, transparency and precision in different ways, and one that loses a little shows "
            + "it as a flicker among others that lose nothing.",
        remedy: "Export all frames in one format.",
        since: "0.3.0",
        passing: [.manifest(["a1.png", "a2.png", "a3.png"]) { _ in }],
        failing: [
            .manifest([
                "a1.png", "a2.png",
                RuleExample.File("a3.jpg") { $0.header.format = .jpeg },
            ]) { _ in }
        ],
        judge: .majority { frame in
            frame.header.flatMap { header in
                let named = ImageCodecs.standard.format(forExtension: frame.path.lastComponent.lowercasedExtension)
                return named == header.format ? header.format : nil
            }
        } verdict: { odd in
            odd.verdict(.is, odd.kind.name, rest: odd.usual.kind.name)
        }
    )
}
