import FlipbookCore
import FlipbookImaging
import FlipbookLint
import FlipbookTestSupport
import Foundation
import Testing

@Suite("Names that a fix does not take")
struct FixNameTests {
    private let bench: FixBench

    init() throws {
        bench = try FixBench()
    }

    @Test(
        "a file that a text beside it names keeps its name",
        arguments: [
            ("walk/walk.yaml", "animationImages: [a.0001.png, a.2.png]\n"),
            ("walk/walk.json", #"{"animationImages": ["./a.2.png"]}"#),
            ("walk/list.ffconcat", "ffconcat version 1.0\nfile 'a.2.png'\n"),
            ("walk/walk.yaml", "animationImages: a.@.png\n"),
            ("sprites.json", #"{"frames": [{"filename": "walk/a.2.png"}]}"#),
        ]
    )
    func namedElsewhere(text: (file: String, content: String)) async throws {
        for name in ["a.0001.png", "a.2.png", "a.0003.png"] { try bench.add(name) }
        try await expectEqual(bench.plan(["seq.mixed-padding"]).changeCount, 1)
        try bench.parent.write(Array(text.content.utf8), to: text.file)
        let plan = try await bench.plan(["seq.mixed-padding"])
        expectEqual(plan.changeCount, 0)
        expectEqual(plan.refusals.map(\.subject), ["a.2.png"])
        expectEqual(plan.refusals.first?.reason.description.hasSuffix("refers to it; rename it there, too"), true)
        // Another file of the name, a longer name, and a pattern that fits before and after, are no obstacles.
        let harmless = "x: run/a.2.png\ny: ba.2.png\nz: 'a.2.png.bak'\np: walk/b.@.png\n"
        try bench.parent.write(Array(harmless.utf8), to: text.file == "sprites.json" ? text.file : "sprites.json")
        if text.file == "sprites.json" {
            try await expectEqual(bench.plan(["seq.mixed-padding"]).changeCount, 1)
        }
    }

    @Test("a name that is taken, or that a link holds, is not given; a renumbered sequence moves whole or not at all")
    func collisions() async throws {
        for number in [2, 3, 4] { try bench.add("a.\(number).png", number) }
        try FileManager.default.createDirectory(atPath: bench.path + "/a.1.png", withIntermediateDirectories: true)
        let plans = try await bench.plans(["seq.start-index"])
        expect(plans.flatMap(\.operations).isEmpty)

        let linked = try FixBench()
        for name in ["a.0001.png", "a.0002.png", "a.3.png"] { try linked.add(name) }
        try FileManager.default.createSymbolicLink(atPath: linked.path + "/poster", withDestinationPath: "a.3.png")
        let plan = try await linked.plan(["seq.mixed-padding"])
        expect(plan.operations.isEmpty)
        expectEqual(
            plan.refusals.map(\.description),
            [
                "a.3.png: seq.mixed-padding is not fixed: a link in the folder points to it"
            ]
        )
    }
}
