import FlipbookCore

/// Two files that are the same frame: `a.10.png` and `a.0010.png`.
///
/// Which of them is shown depends on the program, and often on the order in
/// which the folder happens to list them.
public struct DuplicateNumberRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.duplicate-number",
        severity: .error,
        evidence: .names,
        summary: "Two files have the same frame number.",
        rationale: "Which of the two is shown depends on the program; the other is lost, or shown twice.",
        remedy: "Remove one of the files, or rename it.",
        passing: [
            RuleExample(names: ["a.0009.png", "a.0010.png", "a.0011.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "b.1.png", "b.2.png"]),
            RuleExample([RuleExample.File("a1.png", 20, 20), RuleExample.File("a1@2x.png", 40, 40)]),
        ],
        failing: [
            RuleExample(names: ["a.0009.png", "a.0010.png", "a.0011.png", "a.10.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "a.0001.png", "a.0002.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// The numbers that several files have: one finding for each name.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        folder.families.compactMap { family in
            let repeated = Self.repeatedFrames(in: family)
            guard let first = repeated.first, repeated.count > 1,
                let name = family.max(by: { $0.frames.count < $1.frames.count })?.name
            else { return nil }
            let culprits = Culprits(repeated)
            let numbers = culprits.numbers ?? FrameSet()
            let pair = repeated.prefix { $0.number == first.number }
                .map { FilePath($0.path.lastComponent).description }.joined(separator: " and ")
            return finding(
                in: name,
                culprits: culprits,
                message: numbers.count == 1
                    ? "\(pair) are both \(numbers.asFrames)."
                    : "\(numbers.asFrames) have more than one file each, such as \(pair).",
                fix: numbers.count == 1
                    ? "Remove or rename one of them." : "Remove the files that do not belong here, or rename them.",
                measured: repeated.count.of("file"),
                expected: numbers.count.of("file")
            )
        }
    }

    /// The files whose number and scale factor another file has too, by number; the smallest number first.
    static func repeatedFrames(in family: [SequenceEvidence]) -> [FrameEvidence] {
        struct Key: Hashable {
            let number: Int
            let scale: Int
        }
        // Mostly there are none, and then nothing is collected.
        if family.count == 1, let frames = family.first?.frames,
            frames.indices.dropFirst().allSatisfy({ index in
                guard let number = frames[index - 1].number, let next = frames[index].number else { return false }
                return number < next
            })
        {
            return []
        }
        var byKey: [Key: [FrameEvidence]] = [:]
        for frame in family.lazy.flatMap(\.frames) {
            guard let number = frame.number else { continue }
            byKey[Key(number: number, scale: frame.scale), default: []].append(frame)
        }
        return byKey.filter { $0.value.count > 1 }
            .sorted { ($0.key.number, $0.key.scale) < ($1.key.number, $1.key.scale) }
            .flatMap(\.value)
    }
}
