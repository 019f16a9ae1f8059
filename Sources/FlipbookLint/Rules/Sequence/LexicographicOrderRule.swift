import FlipbookCore

/// Numbers without zeros in front, which sort as text in another order than as numbers.
public struct LexicographicOrderRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.lexicographic-order",
        severity: .info,
        isDefault: false,
        evidence: .names,
        summary: "Sorted as text, the frames come in another order: 1, 10, 2.",
        discussion: "Numbers without leading zeros and of different lengths. Where zeros are there and no longer "
            + "suffice, see seq.digit-boundary. Not run by default: half of the world names its frames so.",
        rationale: "A shell's *, a simple upload and many scripts sort as text and show the frames in a wrong order. "
            + "Flipbook sorts by number.",
        remedy: "Pad the numbers with zeros.",
        passing: [
            RuleExample(names: ["a.08.png", "a.09.png", "a.10.png"]),
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.png"]),
        ],
        failing: [RuleExample(names: ["a.8.png", "a.9.png", "a.10.png"])]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a sequence that sorts in another order.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard !sequence.isZeroPadded, let misplaced = sequence.misplacedAsText, let last = sequence.frames.last?.number
        else { return [] }
        let width = String(last.magnitude).utf8.count
        return [
            finding(
                in: sequence.name,
                message: "sorted as text, \(misplaced.early) comes before \(misplaced.late).",
                fix: "Pad the numbers to \(width) digits if anything else than Flipbook sorts them."
            )
        ]
    }
}

extension SequenceEvidence {
    /// Whether a number has zeros in front.
    var isZeroPadded: Bool {
        guard let width = pattern?.padding.width, width > 1 else { return false }
        return frames.indices.contains { String(frames[$0].number?.magnitude ?? 0).utf8.count < width }
    }

    /// The first two neighbours that come the other way round when names are sorted as text; `nil` where none do.
    var misplacedAsText: (early: FilePath, late: FilePath)? {
        guard kind == .animation else { return nil }
        // Numbers of one length sort as text as they sort as numbers.
        if let width = pattern?.padding.width, let first = frames.first?.number, let last = frames.last?.number,
            first >= 0, String(last).utf8.count <= width
        {
            return nil
        }
        let names = frames.lazy.filter { $0.number != nil && $0.scale == frames[0].scale }.map(\.path)
        for (name, next) in zip(names, names.dropFirst())
        where next.string.utf8.lexicographicallyPrecedes(name.string.utf8) {
            return (FilePath(next.lastComponent), FilePath(name.lastComponent))
        }
        return nil
    }
}
