import FlipbookCore

/// Names that break a terminal, a shell or another system.
public struct UnsafeNameRule: FolderRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "name.unsafe",
        severity: .warning,
        evidence: .names,
        summary: "A name holds characters that a terminal obeys or another system cannot store.",
        discussion: "Control characters, marks that turn the direction of writing, a line break; and what Windows "
            + "refuses: \\ : * ? \" < > | and a dot or space at the end.",
        rationale: "Such a name shows as something else than it is, ends a line of a list, or is lost when the folder "
            + "is copied.",
        remedy: "Rename the file.",
        passing: [RuleExample(names: ["gr\u{FC}n 1.png", "gr\u{FC}n 2.png"])],
        failing: [
            RuleExample(names: ["a\u{1B}[31m.1.png", "a\u{1B}[31m.2.png"]),
            RuleExample(names: ["12:30.png"]),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such names in a folder.
    public func check(_ folder: FolderEvidence) -> [Finding] {
        let groups = folder.subjects.map(Self.unsafeFrames).filter { !$0.isEmpty }
        let frames = groups.flatMap { $0 }
        guard let first = frames.first else { return [] }
        // One name of each sequence, since all names of a sequence are unsafe for one reason.
        let examples = groups.count == 1 ? [first] : groups.prefix(Self.mostNames).compactMap(\.first)
        let names = examples.map { "\(FilePath($0.path.lastComponent))" }
        let some = (groups.count > names.count ? names + ["…"] : names).joined(separator: ", ")
        return [
            finding(
                in: folder.name,
                culprits: Culprits(frames),
                message: frames.count == 1
                    ? "the name holds characters that terminals obey or other systems refuse."
                    : "\(frames.count) names, such as \(some), hold characters that terminals obey or other systems "
                        + "refuse.",
                fix: frames.count == 1 ? "Rename the file." : "Rename the files."
            )
        ]
    }

    /// How many names are given as examples.
    private static let mostNames = 3

    /// The frames of a sequence whose names are unsafe. No number is, so what surrounds it tells for all of them.
    private static func unsafeFrames(of sequence: SequenceEvidence) -> [FrameEvidence] {
        if let pattern = sequence.pattern {
            return isUnsafe(pattern.prefix + "0" + pattern.suffix) ? sequence.frames : []
        }
        return sequence.frames.filter { isUnsafe($0.path.lastComponent) }
    }

    private static func isUnsafe(_ name: String) -> Bool {
        let bytes = name.utf8
        let refused = "\\:*?\"<>|".utf8
        if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F || refused.contains($0) }) { return true }
        if let last = bytes.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") { return true }
        // Beyond ASCII, what is escaped when it is printed.
        guard bytes.contains(where: { $0 >= 0x80 }) else { return false }
        return !name.escapingControlCharacters.utf8.elementsEqual(bytes)
    }
}
