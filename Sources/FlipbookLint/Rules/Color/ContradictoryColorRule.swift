import FlipbookCore
import FlipbookImaging

/// PNG files that say two things about their colours that do not go together.
public struct ContradictoryColorRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "color.contradiction",
        severity: .warning,
        evidence: .headers,
        summary: "A file says two things about its colours that contradict each other.",
        discussion: "An sRGB chunk beside an ICC profile, or beside a gamma that is not that of sRGB. PNG allows "
            + "neither (third edition, 11.3.2).",
        rationale: "Each program heeds another of the two, so the picture differs from program to program.",
        remedy: "Remove the wrong statement, or export the file again.",
        passing: [
            RuleExample([
                RuleExample.File("walk.1.png", 160, 90) {
                    $0.header.colorTag = .sRGB
                    $0.colorStatements = [.sRGB, .gamma]
                    $0.gamma = 45_455
                },
                RuleExample.File("walk.2.png"),
            ])
        ],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", 160, 90) {
                    $0.header.colorTag = .sRGB
                    $0.colorStatements = [.sRGB, .gamma]
                    $0.gamma = 100_000
                },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each kind of contradiction.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let kinds = Majority(of: sequence.frames) { $0.details.flatMap(Self.contradiction) }
        return kinds.groups.map { contradiction, frames in
            let culprits = Culprits(frames)
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "says both \(contradiction).", many: "say both \(contradiction)."),
                fix: "Remove the wrong statement, or export \(frames.count == 1 ? "it" : "them") again.",
                measured: contradiction
            )
        }
    }

    private static func contradiction(_ details: ImageDetails) -> String? {
        guard details.header.format == .png, details.colorStatements.contains(.sRGB) else { return nil }
        if details.colorStatements.contains(.iccProfile) { return "sRGB and an ICC profile" }
        guard let gamma = details.gamma, !UnusualGammaRule.ordinary.contains(gamma) else { return nil }
        return "sRGB and a gamma of \(UnusualGammaRule.text(gamma))"
    }
}
