import FlipbookImaging

/// PNG files whose pixels are whole and whose other chunks are not.
public struct ChecksumRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.checksum",
        severity: .warning,
        evidence: .pixels,
        summary: "The pixels of a PNG are whole, and the checksum of another of its chunks is wrong.",
        discussion: "A text, a date, a colour profile. A wrong checksum of the header is load.corrupt's, one of the "
            + "pixels or the palette load.undecodable's.",
        rationale: "Decoders pass over such a chunk or believe it, so colours may differ from program to program; and "
            + "what damaged it may have damaged more.",
        remedy: "Render or copy the frame again.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", pixels: { $0.damagedChunks = ["tEXt"] }),
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such files; it names the chunks of the first.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { $0.pixels?.damagedChunks.isEmpty == false }
        guard let chunks = frames.first?.pixels?.damagedChunks else { return [] }
        let culprits = Culprits(frames)
        let names = chunks.joined(separator: ", ")
        let noun = chunks.count == 1 ? "the chunk \(names)" : "the chunks \(names)"
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "\(noun) \(chunks.count == 1 ? "is" : "are") damaged: the checksum is wrong.",
                    many: "have damaged chunks, the first one \(names): the checksum is wrong."
                ),
                fix: "Render or copy \(frames.count == 1 ? "this frame" : "these frames") again.",
                measured: names
            )
        ]
    }
}
