import FlipbookCore

/// Frames of other proportions that are fitted into the canvas.
public struct MixedAspectRule: ManifestRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-aspect",
        severity: .warning,
        evidence: .headers,
        summary: "Frames that are fitted into the canvas have different proportions.",
        discussion: "Where the manifest says mismatch: fit, and the proportions differ by more than half a per cent.",
        rationale: "The bars beside the picture, or what is cut off, jump from frame to frame.",
        remedy: "Draw all frames in the same proportions.",
        passing: [
            RuleExample.manifest([RuleExample.File("a1.png"), RuleExample.File("a2.png")], alsoFoundBy: []) {
                $0.mismatch = .fit
            }
        ],
        failing: [
            RuleExample.manifest(
                [RuleExample.File("a1.png"), RuleExample.File("a2.png"), RuleExample.File("a3.png", 164, 90)],
                alsoFoundBy: ["seq.mixed-size"]
            ) {
                $0.mismatch = .fit
                $0.size = PixelSize(width: 160, height: 90)
                $0.contentMode = .scaleAspectFill
                $0.backgroundColor = .black
            }
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding at most.
    public func check(_ manifest: ManifestEvidence) -> [Finding] {
        guard manifest.manifest.mismatch == .fit, let usual = manifest.usualPointSize, !usual.isEmpty else { return [] }
        let odd = manifest.frames.filter { frame in
            guard let size = frame.pointSize, !size.isEmpty else { return false }
            return abs(size.width * usual.height / (size.height * usual.width) - 1) > 0.005
        }
        guard let first = odd.first, let size = first.pointSize else { return [] }
        return [
            finding(
                in: manifest,
                key: .mismatch,
                message: (odd.count == 1 ? "" : "\(odd.count.of("frame")) have other proportions than most, such as ")
                    + "\(FilePath(first.path.lastComponent)), \(size.inPoints) points; most are \(usual.inPoints).",
                fix: "Draw all frames in the same proportions.",
                measured: size.inPoints,
                expected: usual.inPoints
            )
        ]
    }
}
