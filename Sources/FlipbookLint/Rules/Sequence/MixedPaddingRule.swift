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

    /// Of sequences that differ in their padding, the one whose padding most frames have; the first of equal ones.
    static func usual(of family: [SequenceEvidence]) -> SequenceEvidence? {
        family.reversed().max { $0.frames.count < $1.frames.count }
    }

    /// What a frame is called in another padding. The name keeps its scale factor.
    private static func name(of frame: FrameEvidence, as usual: SequenceEvidence) -> String? {
        guard let number = frame.number, let name = usual.pattern?.name(of: number) else { return nil }
        guard frame.scale > 1, let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return "\(name[..<dot])@\(frame.scale)x\(name[dot...])"
    }

    /// The frames of every padding but the usual one, a finding for each.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.families.flatMap { family -> [Finding] in
            guard family.count > 1, let usual = Self.usual(of: family), let width = usual.pattern?.padding.width else {
                return []
            }
            let repeated = Set(DuplicateNumberRule.repeatedFrames(in: family).lazy.map(\.path))
            return family.compactMap { sequence in
                // A number that is there twice is another rule's finding, and one is enough.
                let odd = sequence.frames.filter { !repeated.contains($0.path) }
                guard let oddWidth = sequence.pattern?.padding.width, oddWidth != width, let first = odd.first,
                    let renamed = Self.name(of: first, as: usual)
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
