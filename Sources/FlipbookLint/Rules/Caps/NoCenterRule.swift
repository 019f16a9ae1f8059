import FlipbookCore

/// Caps that leave nothing between them.
public struct NoCenterRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "caps.no-center",
        severity: .error,
        evidence: .headers,
        summary: "The caps are together as wide or as high as the picture, or more.",
        rationale: "There is nothing left to stretch, and how it is drawn is undefined.",
        remedy: "Make the caps smaller: a centre of one pixel is the fastest.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 10, left: 10, bottom: 10, right: 10)
            }
        ],
        failing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")]) {
                $0.capInsets = EdgeInsets(top: 45, left: 10, bottom: 45, right: 10)
            },
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png")],
                alsoFoundBy: ["caps.legacy"]
            ) {
                $0.leftCapWidth = 160
            },
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard let caps = manifest.caps,
            let frame = manifest.frames.first(where: { frame in
                frame.pointSize.map { caps.width >= $0.width || caps.height >= $0.height } ?? false
            }), let size = frame.pointSize
        else { return [] }
        return [
            finding(
                in: manifest,
                key: caps.key,
                message:
                    "the caps take \(caps.width.shortest)x\(caps.height.shortest) points of "
                    + "\(FilePath(frame.path.lastComponent)), which is \(size.inPoints): nothing is left between them.",
                fix: "Make the \(caps.noun) smaller; a centre of one pixel suffices.",
                measured: "\(caps.width.shortest)x\(caps.height.shortest)",
                expected: "less than \(size.inPoints)"
            )
        ]
    }
}
