import FlipbookCore
import FlipbookImaging

/// Frames whose files are far smaller than those around them.
public struct FileSizeOutlierRule: SequenceRule {
    /// The rule's documentation, options and examples.
    public static let description = RuleDescription(
        id: "size.file-outlier",
        severity: .info,
        evidence: .headers,
        summary: "A frame's file is far smaller than the others.",
        discussion:
            "Frames at the beginning and the end, as of a fade, are left alone, and so are sequences where more "
            + "than a tenth of the frames are small, or the usual file has less than 4 kB.",
        rationale: "A picture that is black, blank or half rendered compresses to almost nothing.",
        remedy: "Look at the frame; render it again if it is not as meant.",
        options: [
            RuleOption("factor", "How many times smaller than the usual file it has to be.", default: 20, in: 2...1000)
        ],
        passing: [
            RuleExample(
                (1...12).map { number in
                    RuleExample.File("walk.\(number).png", 160, 90) { $0.byteCount = number < 3 ? 500 : 100_000 }
                }
            )
        ],
        failing: [
            RuleExample(
                (1...12).map { number in
                    RuleExample.File("walk.\(number).png", 160, 90) { $0.byteCount = number == 7 ? 500 : 100_000 }
                }
            )
        ]
    )

    /// The fewest frames of which one can be told to be odd.
    private static let fewestFrames = 10
    /// Usual files of fewer bytes are too small to judge by.
    private static let smallestUsual = 4_000
    private let factor: Int

    /// The rule with its options as they are declared.
    public init() {
        self.init(factor: Self.defaults.integer("factor"))
    }

    /// The rule with its options set.
    public init(options: RuleOptions) throws(RuleOptionError) {
        self.init(factor: options.integer("factor"))
    }

    private init(factor: Int) {
        self.factor = factor
    }

    /// One finding for all small files of each scale factor.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard sequence.isComparable else { return [] }
        return sequence.scales.compactMap { scale in
            let frames = sequence.frames.filter { $0.scale == scale && $0.details != nil }
            let counts = frames.compactMap { $0.details?.byteCount }
            guard counts.count >= Self.fewestFrames else { return nil }
            let usual = counts.sorted()[counts.count / 2]
            guard usual >= Self.smallestUsual else { return nil }
            let isSmall = counts.map { $0 < usual / factor }
            guard let begin = isSmall.firstIndex(of: false), let end = isSmall.lastIndex(of: false) else { return nil }
            let odd = (begin...end).filter { isSmall[$0] }
            guard let least = odd.map({ counts[$0] }).min(), odd.count * 10 <= counts.count else { return nil }
            let culprits = Culprits(odd.map { frames[$0] })
            return finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "its file has \(least) bytes; half of the others have \(usual) or more.",
                    many: "have files of \(least) bytes upwards; half of the others have \(usual) or more."
                ),
                fix: "Look at \(odd.count == 1 ? "it" : "them"): a picture that is blank compresses to almost nothing.",
                measured: "\(least) bytes",
                expected: "\(usual) bytes"
            )
        }
    }
}
