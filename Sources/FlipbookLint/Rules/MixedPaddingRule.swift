import FlipbookCore

/// One name whose numbers are padded in several ways: `a.0001.png`, `a.0002.png`, `a.3.png`.
///
/// A pattern has one padding, so every program that takes a pattern passes over
/// the other files in silence. A number that grows beyond its padding (0999,
/// 1000, 10000) is no fault, nor are numbers without any padding (9, 10).
public struct MixedPaddingRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.mixed-padding",
        severity: .error,
        evidence: .names,
        summary: "The frame numbers of one name are padded with zeros to different widths.",
        rationale: "A pattern such as a.####.png has one width; the files of another are passed over in silence.",
        remedy: "Rename the files so that all numbers have the same number of digits.",
        passing: [
            RuleExample(names: ["a.8.png", "a.9.png", "a.10.png"]),
            RuleExample(names: ["a.0998.png", "a.0999.png", "a.1000.png"]),
        ],
        failing: [
            RuleExample(names: ["a.0001.png", "a.0002.png", "a.0003.png", "a.4.png"]),
            RuleExample(names: ["a.01.png", "a.02.png", "a.003.png", "a.004.png", "a.005.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// The frames of every padding but the usual one, a finding for each.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.families.flatMap { family -> [Finding] in
            // The first of several equally frequent ones counts.
            guard family.count > 1,
                let usual = family.reversed().max(by: { $0.frames.count < $1.frames.count }),
                let width = usual.pattern?.padding.width
            else { return [] }
            let repeated = Set(DuplicateNumberRule.repeatedFrames(in: family).lazy.map(\.path))
            return family.compactMap { sequence in
                // A number that is there twice is another rule's finding, and one is enough.
                let odd = sequence.frames.filter { !repeated.contains($0.path) }
                guard let oddWidth = sequence.pattern?.padding.width, oddWidth != width, let first = odd.first?.number,
                    let renamed = usual.pattern?.name(of: first)
                else { return nil }
                let culprits = Culprits(odd)
                let count = usual.frames.count
                let others =
                    count == 1
                    ? "that of the other file has \(width)" : "those of the other \(count.of("file")) have \(width)"
                return finding(
                    in: usual.name,
                    culprits: culprits,
                    message: culprits.sentence(
                        one: "its number has \(oddWidth.of("digit")); \(others).",
                        many: "have numbers of \(oddWidth.of("digit")); \(others)."
                    ),
                    fix: odd.count == 1
                        ? "Rename it to \(FilePath(renamed))."
                        : "Rename them: \(FilePath(odd[0].path.lastComponent)) to \(FilePath(renamed)), and so on.",
                    measured: oddWidth.of("digit"),
                    expected: width.of("digit")
                )
            }
        }
    }
}
