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
            ("unit", .text("em\n"), #"unit: expected px or pt, found "em\u000a""#),
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

    @Test("a rule is made with its options, and without them as it is by default")
    func rule() throws {
        #expect(MostFrames().most == 2)
        #expect(try MostFrames(options: MostFrames.defaults).most == 2)
        #expect(try MostFrames(options: RuleOptions(MostFrames.options, replacing: ["most": .integer(5)])).most == 5)
        #expect(throws: RuleOptionError.conflict("most: 7 is no good")) {
            try MostFrames(options: RuleOptions(MostFrames.options, replacing: ["most": .integer(7)]))
        }
        #expect(try EmptyRule(options: EmptyRule.defaults).check(FolderEvidence(name: "x", sequences: [])).count == 1)
    }

    @Test("rules that need more than the linter may read are left out")
    func depth() {
        #expect(Linter(rules: [EmptyRule(), MostFrames()]).rules.count == 1)
        #expect(Linter(rules: [EmptyRule(), MostFrames()], deepest: .pixels).rules.count == 2)
        #expect(Linter(deepest: .names).rules.allSatisfy { type(of: $0).description.evidence == .names })
    }
}

/// A rule with an option.
private struct MostFrames: SequenceRule {
    static let description = RuleDescription(
        id: "test.most-frames",
        severity: .info,
        evidence: .pixels,
        summary: "There are many frames.",
        rationale: "A test needs a rule.",
        remedy: "Leave some out.",
        options: [RuleOption("most", "How many frames there may be.", default: 2, in: 1...9)],
        passing: [],
        failing: []
    )

    let most: Int

    init() { most = Self.defaults.integer("most") }

    init(options: RuleOptions) throws(RuleOptionError) {
        most = options.integer("most")
        if most == 7 { throw .conflict("most: 7 is no good") }
    }

    func check(_ sequence: SequenceEvidence) -> [Finding] { [] }
}
