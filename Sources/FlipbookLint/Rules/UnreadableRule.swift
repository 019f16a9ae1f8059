import FlipbookImaging

/// Files that the system does not let us read: a broken link, no permission, a failing disk.
public struct UnreadableRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.unreadable",
        severity: .error,
        evidence: .headers,
        summary: "A file cannot be opened or read.",
        rationale:
            "The frame is missing for everyone who runs into the same: a link that leads nowhere, a lack of permission.",
        remedy: "Mend the link, or allow reading the file.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"), RuleExample.File("walk.2.png", .fault(.unreadable(errno: 13))),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// A finding for each reason that the system gives.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let groups = sequence.faults { error -> ImageError? in
            if case .unreadable = error { error } else { nil }
        }
        return groups.map { error, frames in
            let culprits = Culprits(frames)
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(one: "\(error).", many: "cannot be opened: \(error)."),
                fix: frames.count == 1
                    ? "Mend the link, or allow reading the file." : "Mend the links, or allow reading the files.",
                measured: "\(error)"
            )
        }
    }
}
