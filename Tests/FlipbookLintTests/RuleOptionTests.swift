import FlipbookCore
import FlipbookLint
import FlipbookTestSupport
import Testing

@Suite("Options of rules")
struct RuleOptionTests {
    private let declared = [
        RuleOption("most", "How many.", default: 3, in: 1...10),
        RuleOption("part", "What part.", default: 0.5, in: 0...1),
        RuleOption("unit", "Which.", default: "px"),
    ]

    @Test("without values an option has its default")
    func defaults() {
        let options = RuleOptions(declared)
        expectEqual(options.integer("most"), 3)
        expectEqual(options.number("part"), 0.5)
        expectEqual(options.text("unit"), "px")
    }

    @Test("a value within its bounds replaces the default, a whole number does for a number")
    func replaced() {
        let values: [String: RuleOptionValue] = ["most": .integer(10), "part": .integer(1), "unit": .text("pt")]
        let options = RuleOptions(declared, replacing: values)
        expectEqual(options.integer("most"), 10)
        expectEqual(options.number("part"), 1)
        expectEqual(options.text("unit"), "pt")
    }

    @Test(
        "a value of another kind or beyond its bounds changes nothing",
        arguments: [
            ("most", .integer(11)), ("most", .integer(.max)), ("most", .number(1.5)), ("part", .number(.nan)),
            ("part", .number(.infinity)), ("part", .text("1")), ("unit", .integer(1)), ("mots", .integer(1)),
        ] as [(String, RuleOptionValue)]
    )
    func refused(name: String, value: RuleOptionValue) {
        expectEqual(RuleOptions(declared, replacing: [name: value]), RuleOptions(declared))
    }

    @Test("a rule judges with its options, and without them as it is by default")
    func rule() {
        expectEqual(found(by: mostFrames.judge()), 1)
        expectEqual(found(by: mostFrames.judge(["most": .integer(5)])), 0)
    }

    /// How many verdicts there are on three frames.
    private func found(by judge: Judge) -> Int {
        guard case .sequence(let check, _) = judge else { return -1 }
        let frames = [1, 2, 3].map { (number: Int) in FrameEvidence(path: FilePath("a.\(number).png"), number: number) }
        return check(SequenceEvidence(name: "a.#.png", kind: .animation, frames: frames)).count
    }

    @Test("rules that need more than the linter may read are left out")
    func depth() {
        expectEqual(Linter(rules: [.empty, mostFrames]).rules.count, 2)
        let shallow = Linter(rules: [.empty, mostFrames], deepest: .headers)
        expect(shallow.rules.count == 1 && shallow.leftOut == [mostFrames.id])
        let ofNames = Linter(deepest: .names).rules
        expect(ofNames.count > 5 && ofNames.allSatisfy { $0.description.evidence <= .names })
    }
}

/// A rule with an option.
private let mostFrames = LintRule(
    .init("test.most-frames", .info, evidence: .pixels),
    summary: "There are many frames.",
    why: "A test needs a rule.",
    remedy: "Leave some out.",
    options: [RuleOption("most", "How many frames there may be.", default: 2, in: 1...9)],
    passing: [],
    failing: []
) { options in
    let most = options.integer("most")
    return .wholeSequence { sequence in
        sequence.frameCount > most ? Verdict(on: sequence.frames, message: "many.", fix: "Leave some out.") : nil
    }
}
