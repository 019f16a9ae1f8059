import FlipbookCore

/// Frame numbers beyond those that UIKit looks for.
public struct OverLimitRule: SequenceRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "seq.over-limit",
        severity: .warning,
        isDefault: false,
        evidence: .names,
        summary: "Frame numbers are larger than 1024.",
        discussion: "Not run by default: only UIKit's animatedImageNamed has this limit.",
        rationale: "UIImage.animatedImageNamed takes the frames up to 1024; the others are never shown.",
        remedy: "Renumber the frames from 0 or 1, or divide the sequence.",
        options: [RuleOption("last", "The largest number that is allowed.", default: 1024, in: 0...1_000_000_000)],
        passing: [RuleExample(names: ["a1023.png", "a1024.png"])],
        failing: [RuleExample(names: ["a1023.png", "a1024.png", "a1025.png", "a1026.png"])]
    )

    private let last: Int

    /// The rule with its options as they are declared.
    public init() {
        last = Self.defaults.integer("last")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        last = options.integer("last")
    }

    /// One finding for all frames beyond the limit.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation else { return [] }
        let frames = sequence.frames.filter { ($0.number ?? 0) > last }
        guard !frames.isEmpty else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "has a number beyond \(last); UIKit's animatedImageNamed never shows it.",
                    many: "have numbers beyond \(last); UIKit's animatedImageNamed never shows them."
                ),
                fix: "Renumber the frames from 0 or 1, or divide the sequence.",
                expected: "at most \(last)"
            )
        ]
    }
}
