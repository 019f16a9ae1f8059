import FlipbookCore
import FlipbookImaging

/// Bytes after a picture's end.
public struct TrailingDataRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "load.trailing-data",
        severity: .warning,
        evidence: .headers,
        summary: "Bytes follow the end of the picture.",
        discussion: "Looked for in PNG files, after their IEND chunk.",
        rationale: "Decoders ignore them. They come from two files that were joined, from a transfer that added "
            + "something, or from something that was hidden there.",
        remedy: "Export the file again, or cut off what does not belong to it.",
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample([
                RuleExample.File("walk.1.png"),
                RuleExample.File("walk.2.png", 160, 90) { $0.trailingByteCount = 512 },
            ])
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for all such files.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        let frames = sequence.frames.filter { frame in
            guard let details = frame.details, details.trailingByteCount > 0 else { return false }
            // A file that nothing reads for its size is load.too-large's.
            return !TooLargeRule.isTooLarge(fileOf: details.byteCount)
        }
        guard let most = frames.compactMap({ $0.details?.trailingByteCount }).max() else { return [] }
        let culprits = Culprits(frames)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "\(most.of("byte")) \(most == 1 ? "follows" : "follow") the end of the picture.",
                    many: "have up to \(most.of("byte")) after the end of the picture."
                ),
                fix: "Export \(frames.count == 1 ? "it" : "them") again, or cut off what does not belong there.",
                measured: most.of("byte"),
                expected: "0 bytes"
            )
        ]
    }
}
