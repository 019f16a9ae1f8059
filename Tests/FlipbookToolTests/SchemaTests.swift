import FlipbookTestSupport
import Foundation
import Testing

@Suite("Every result of --json is what its published schema says", .hangLimit)
struct SchemaTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench(walk: [1, 2, 4, 5, 6, 7, 8])
    }

    @Test(
        "results of real runs are valid",
        arguments: LongTests.cases(
            [
                ("export-report", ["export", "walk", "-o", "a.mkv", "--missing", "hold", "--json"]),
                ("export-report", ["export", "walk", "-o", "a.mkv", "--missing", "skip", "--json", "--stats"]),
                ("export-report", ["export", "walk", "-o", "a.mkv", "-o", "a.gif", "--missing", "black", "--json"]),
                (
                    "export-report",
                    [
                        "export", "walk", "-o", "a.mkv", "--missing", "hold", "--poster", "a.png", "--verify", "pixels",
                        "--json",
                    ]
                ),
                ("render-report", ["render", "walk", "--missing", "hold", "--frame", "3", "-o", "a.png", "--json"]),
                ("render-report", ["render", "walk", "--missing", "black", "-o", "a.png", "--json", "--stats"]),
                (
                    "play-report",
                    [
                        "play", "walk", "--missing", "hold", "--sink", "fakesink,sync=true", "--repeat", "2", "--fps",
                        "100", "--json",
                    ]
                ),
                ("list", ["list", "walk", "--json"]),
                ("explanation", ["explain", "walk", "--json"]),
                ("explanation", ["explain", "1-100x2", "--json"]),
                ("machine-report", ["doctor", "--json"]),
                ("lint-report", ["lint", "walk", "--json"]),
                ("diff-report", ["diff", "walk", "walk", "--json"]),
                ("diff-report", ["diff", "walk", "other", "--json"]),
            ],
            every: 3
        )
    )
    func valid(schema: String, arguments: [String]) throws {
        try bench.add(2...6, to: "other") { TestFrames.name($0 == 5 ? 9 : $0) }
        let outcome = try bench.flipbook(arguments)
        expect(!outcome.text.isEmpty, "\(outcome.errors)")
        try expectEqual(JSONSchema(named: schema).faults(in: outcome.text), [])
    }

    @Test("a document that differs from its schema is found")
    func invalid() throws {
        let schema = try JSONSchema(named: "explanation")
        try expectEqual(schema.faults(in: #"{"pattern": 1, "dialect": "a", "frames": [1.5], "more": 1}"#).count, 6)
        try expectEqual(schema.faults(in: "[]").count, 1)
    }
}
