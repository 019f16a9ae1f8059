import FlipbookCore
import FlipbookLint

/// Frames whose sides a video codec cannot divide.
struct OddSizeRule: SequenceRule {
    static let description = RuleDescription(
        id: "studio.odd-size",
        severity: .warning,
        evidence: .headers,
        summary: "A frame's sides are no multiple of what the codec wants.",
        rationale: "Most videos store colour for two by two pixels, so an odd row or column is lost or made up.",
        remedy: "Render the frames a pixel larger or smaller.",
        options: [RuleOption("multiple", "Both sides have to be a multiple of this.", default: 2, in: 2...64)],
        passing: [RuleExample(names: ["walk.1.png", "walk.2.png"])],
        failing: [RuleExample([RuleExample.File("walk.1.png", 161, 90), RuleExample.File("walk.2.png", 161, 90)])]
    )

    let multiple: Int

    init() { self.init(options: Self.defaults) }

    init(options: RuleOptions) { multiple = options.integer("multiple") }

    func check(_ sequence: SequenceEvidence) -> [Finding] {
        let odd = sequence.frames.filter { frame in
            frame.size.map { $0.width % multiple != 0 || $0.height % multiple != 0 } ?? false
        }
        guard let size = odd.first?.size else { return [] }
        let culprits = Culprits(odd)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: culprits.sentence(
                    one: "\(size) px is no multiple of \(multiple).",
                    many: "are no multiple of \(multiple) px, the first one is \(size)."
                ),
                fix: "Render the frames a pixel larger or smaller.",
                measured: "\(size)"
            )
        ]
    }
}
