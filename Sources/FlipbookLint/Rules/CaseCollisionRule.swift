import FlipbookCore

/// Names that are one name to a file system that does not tell large letters from small ones.
public struct CaseCollisionRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "name.case-collision",
        severity: .warning,
        evidence: .names,
        summary: "Two names differ in the size of letters only, or in how an accent is written.",
        rationale:
            "On a Mac and under Windows they are one file: unpacked or checked out there, one replaces the other.",
        remedy: "Rename one of them, or remove what is there twice.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png", "run.1.png", "run.2.png"])],
        failing: [
            RuleExample(names: ["Logo.png", "logo.png"]),
            RuleExample(names: ["e\u{301}t\u{E9}.png", "\u{E9}t\u{E9}.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such names in a folder.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        guard Self.mayCollide(folder.subjects.lazy.flatMap(\.frames).map(\.path.lastComponent)) else { return [] }
        // Strings are the same where they look the same, whatever their bytes.
        var groups = FrameGroups<String>()
        for frame in folder.subjects.lazy.flatMap(\.frames) {
            groups.append(frame, to: frame.path.lastComponent.lowercased())
        }
        let pairs = groups.all.map(\.frames).filter { frames in
            frames.count > 1 && Set(frames.lazy.map(\.path.lastComponent).map { FilePath($0) }).count > 1
        }
        guard let first = pairs.first else { return [] }
        let names = first.map { FilePath($0.path.lastComponent).description }.joined(separator: " and ")
        return [
            finding(
                in: folder.name,
                culprits: Culprits(pairs.flatMap { $0 }),
                message: pairs.count == 1
                    ? "\(names) are one name on a Mac and under Windows."
                    : "\(pairs.count) pairs of names, such as \(names), are one name each on a Mac and under Windows.",
                fix: "Rename one of \(pairs.count == 1 ? "them" : "each pair"), or remove what is there twice."
            )
        ]
    }

    /// Whether two names may be the same but for their case: `false` at once for the many folders where none are.
    private static func mayCollide(_ names: some Sequence<String>) -> Bool {
        var seen: Set<UInt64> = []
        for name in names {
            // FNV-1a of the small letters; two that are alike by chance cost a closer look.
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in name.utf8 {
                guard byte < 0x80 else { return true }
                hash = (hash ^ UInt64(0x41...0x5A ~= byte ? byte | 0x20 : byte)) &* 0x100_0000_01B3
            }
            if !seen.insert(hash).inserted { return true }
        }
        return false
    }
}
