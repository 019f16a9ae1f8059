import FlipbookCore
import FlipbookImaging

/// Sequences that take much memory where all frames are decoded at once.
public struct MemoryRule: SequenceRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "size.memory",
        severity: .warning,
        isDefault: false,
        evidence: .headers,
        summary: "Decoded, all frames together take much memory.",
        discussion: "Counted at 4 bytes a pixel, the largest scale factor only. Not run by default: Flipbook streams. "
            + "Choose it where the frames go into an app that decodes them all, as an array of UIImages is.",
        rationale: "An app that holds all frames is ended by the system, or drops what else it had in memory.",
        remedy: "Make the frames smaller or fewer, or play a video instead.",
        options: [
            RuleOption("megabytes", "How many megabytes of 1,048,576 bytes it may be.", default: 512, in: 1...1_000_000)
        ],
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [
            RuleExample((1...20).map { RuleExample.File("walk.\($0).png", 3840, 2160) })
        ]
    )

    private let megabytes: Int

    /// The rule with its options as they are declared.
    public init() {
        megabytes = Self.defaults.integer("megabytes")
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        megabytes = options.integer("megabytes")
    }

    /// One finding for a sequence that is too large.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.kind == .animation, let scale = sequence.scales.last else { return [] }
        let frames = sequence.frames.filter { $0.scale == scale }
        // As numbers with a fraction, since a header can claim sizes whose sum no integer holds.
        let bytes = frames.compactMap(\.size).reduce(0.0) { $0 + Double($1.area) * 4 }
        let needed = bytes / 1_048_576
        guard needed > Double(megabytes), needed < 1e12 else { return [] }
        let count = frames.count.of("frame")
        return [
            finding(
                in: sequence.name,
                message: "\(count) take \(Int(needed.rounded(.up))) MiB of memory when all are decoded.",
                fix: "Make the frames smaller or fewer, or play a video instead.",
                measured: "\(Int(needed.rounded(.up))) MiB",
                expected: "at most \(megabytes) MiB"
            )
        ]
    }
}
