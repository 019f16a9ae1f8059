import FlipbookCore

/// Numbers that go by a step, but not throughout: 1, 3, 5, 7, 8, 10, 12.
public struct IrregularStepRule: SequenceRule {
    /// The rule's documentation and examples.
    public static let description = RuleDescription(
        id: "seq.irregular-step",
        severity: .error,
        evidence: .names,
        summary: "The numbers go by a step, such as two, and leave it somewhere.",
        discussion: "Where at least six frames in seven keep to a step of two or more, or all of at least five but for "
            + "one slip; a frame between two others is one slip. The finding takes the place of seq.gap, which would "
            + "call every number between two drawings missing.",
        rationale: "Programs either call the sequence full of gaps or close them all up; the timing is wrong from that "
            + "frame on.",
        remedy: "Renumber the frames, or accept the gaps with --missing \(MissingFramePolicy.acceptingWords).",
        passing: [
            RuleExample(names: stride(from: 1, through: 25, by: 2).map { "a.\($0 + 100).png" }),
            RuleExample(names: ["a.1.png", "a.2.png", "a.3.png"]),
        ],
        failing: [
            RuleExample(
                names: (stride(from: 101, through: 125, by: 2).map { $0 } + stride(from: 126, through: 140, by: 2))
                    .map { "a.\($0).png" }
            ),
            RuleExample(names: [1, 3, 5, 7, 8, 9, 11, 13, 15].map { "a.0\($0 < 10 ? "0" : "")\($0).png" }),
        ]
    )

    /// A rule without options.
    public init() {}

    /// One finding for a sequence that leaves its step.
    public func check(_ sequence: SequenceEvidence) -> [Finding] {
        guard let (step, odd) = Self.irregularity(of: sequence), let first = odd.first else { return [] }
        let culprits = Culprits(odd.map(\.frame))
        let (number, before) = (first.frame.number ?? 0, first.before)
        return [
            finding(
                in: sequence.name,
                culprits: culprits,
                message: "the numbers go by \(step), but \(number) follows \(before)"
                    + (odd.count == 1 ? "." : " (and \((odd.count - 1).of("more such place"))."),
                fix:
                    "Renumber the frames by \(step), or accept the gaps with \(sequence.acceptingWords).",
                measured: "\(number.distance(from: before))",
                expected: "\(step)"
            )
        ]
    }

    /// The step of a sequence that mostly has one, and the frames that do not keep to it; `nil` for one without a
    /// step, for one that keeps it throughout, and for one that only leaves frames out.
    static func irregularity(
        of sequence: SequenceEvidence
    ) -> (step: Int, odd: [(before: Int, frame: FrameEvidence)])? {
        guard sequence.kind == .animation, !sequence.missing.isEmpty else { return nil }
        var distances: [Int: Int] = [:]
        var steps: [(distance: Int, before: Int, frame: FrameEvidence)] = []
        var previous: Int?
        for frame in sequence.frames {
            guard let number = frame.number else { return nil }
            if let previous, previous != number {
                let distance = number.distance(from: previous)
                distances[distance, default: 0] += 1
                steps.append((distance, previous, frame))
            }
            previous = number
        }
        // Of equally frequent distances the smaller one counts, whatever the order of the dictionary.
        guard let (step, count) = distances.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            step > 1
        else { return nil }
        // A frame between two that are a step apart is one slip, although it is at both of its sides.
        var odd: [(distance: Int, before: Int, frame: FrameEvidence)] = []
        var open: Int?
        for here in steps {
            if let distance = open, here.distance == step &- distance {
                open = nil
            } else if here.distance != step {
                odd.append(here)
                open = here.distance
            } else {
                open = nil
            }
        }
        let keepsStep = count >= 6 && count * 7 >= (count + odd.count) * 6
        guard keepsStep || count >= 4 && odd.count == 1, odd.contains(where: { $0.distance % step != 0 }) else {
            return nil
        }
        return (step, odd.map { ($0.before, $0.frame) })
    }
}

extension Int {
    /// How far the number is from a smaller one; file names hold none so large that this overflows.
    fileprivate func distance(from other: Int) -> Int { self &- other }
}
