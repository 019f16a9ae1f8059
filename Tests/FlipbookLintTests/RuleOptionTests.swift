import FlipbookCore
import FlipbookLint
import Testing

@Suite("Options of rules")
struct RuleOptionTests {
    private let declared = [
        RuleOption("most", "How many.", default: 3, in: 1...10),
        RuleOption("part", "What part.", default: 0.5, in: 0...1),
        RuleOption("strict", "Whether.", default: false),
        RuleOption("unit", "Which.", default: "px", oneOf: ["px", "pt"]),
        RuleOption("names", "Which.", default: ["a"]),
        RuleOption("kinds", "Which.", default: ["png"], among: ["png", "jpg"]),
    ]

    @Test("without values an option has its default")
    func defaults() {
        let options = RuleOptions(declared)
        #expect(options.integer("most") == 3)
        #expect(options.number("part") == 0.5)
        #expect(options.flag("strict") == false)
        #expect(options.text("unit") == "px")
        #expect(options.list("names") == ["a"])
        #expect(options.list("kinds") == ["png"])
    }

    @Test("a value within its bounds replaces the default, a whole number does for a number")
    func replaced() throws {
        let options = try RuleOptions(
            declared,
            replacing: ["most": .integer(10), "part": .integer(1), "kinds": .list(["jpg", "png"]), "names": .list([])]
        )
        #expect(options.integer("most") == 10)
        #expect(options.number("part") == 1)
        #expect(options.list("kinds") == ["jpg", "png"])
        #expect(options.list("names") == [])
        #expect(options.text("unit") == "px")
    }

    @Test(
        "a value of another kind or beyond its bounds is refused, with what would be right",
        arguments: [
            ("most", .integer(11), "most: expected a whole number from 1 to 10, found 11"),
            ("most", .integer(.max), "most: expected a whole number from 1 to 10, found 9223372036854775807"),
            ("most", .number(1.5), "most: expected a whole number from 1 to 10, found 1.5"),
            ("part", .number(.nan), "part: expected a number from 0 to 1, found nan"),
            ("part", .number(.infinity), "part: expected a number from 0 to 1, found inf"),
            ("strict", .text("yes"), #"strict: expected true or false, found "yes""#),
            ("unit", .text("em\n"), #"unit: expected px or pt, found "em\n""#),
            ("names", .text("a"), #"names: expected a list of texts, found "a""#),
            ("kinds", .list(["gif"]), #"kinds: expected a list of some of png and jpg, found ["gif"]"#),
            (
                "mots", .integer(1),
                "there is no option 'mots'; this rule's options are most, part, strict, unit, names and kinds"
            ),
        ] as [(String, RuleOptionValue, String)]
    )
    func refused(name: String, value: RuleOptionValue, message: String) {
        let error = #expect(throws: RuleOptionError.self) { try RuleOptions(declared, replacing: [name: value]) }
        #expect(error?.description == message)
    }

    @Test("a rule judges with its options, and without them as it is by default")
    func rule() throws {
        func count(_ options: [String: RuleOptionValue]) throws -> Int {
            try mostFrames.check(options)
            return found(by: mostFrames.judge(options))
        }
        #expect(try count([:]) == 1)
        #expect(try count(["most": .integer(5)]) == 0)
        #expect(throws: RuleOptionError.conflict("most: 7 is no good")) { try count(["most": .integer(7)]) }
        #expect(found(by: mostFrames.judge(["most": .integer(7)])) == 1)
    }

    /// How many verdicts there are on three frames.
    private func found(by judge: Judge) -> Int {
        guard case .sequence(let check, _) = judge else { return -1 }
        let frames = [1, 2, 3].map { (number: Int) in FrameEvidence(path: FilePath("a.\(number).png"), number: number) }
        return check(SequenceEvidence(name: "a.#.png", kind: .animation, frames: frames)).count
    }

    @Test("rules that need more than the linter may read are left out")
    func depth() {
        #expect(Linter(rules: [.empty, mostFrames]).rules.count == 2)
        let shallow = Linter(rules: [.empty, mostFrames], deepest: .headers)
        #expect(shallow.rules.count == 1 && shallow.leftOut == [mostFrames.id])
        let ofNames = Linter(deepest: .names).rules
        #expect(ofNames.count > 5 && ofNames.allSatisfy { $0.description.evidence <= .names })
    }
}

/// A rule with an option.
private let mostFrames = LintRule(
    id: "test.most-frames",
    severity: .info,
    evidence: .pixels,
    summary: "There are many frames.",
    rationale: "A test needs a rule.",
    remedy: "Leave some out.",
    options: [RuleOption("most", "How many frames there may be.", default: 2, in: 1...9)],
    passing: [],
    failing: []
) { options throws(RuleOptionError) in
    let most = options.integer("most")
    if most == 7 { throw .conflict("most: 7 is no good") }
    return .wholeSequence { sequence in
        sequence.frameCount > most ? Verdict(on: sequence.frames, message: "many.", fix: "Leave some out.") : nil
    }
}
