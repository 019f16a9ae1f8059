import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Missing frames: nearest and the longest gap")
struct MissingFrameTests {
    private func list(_ numbers: String, of expected: String) throws -> FrameList {
        let pattern = try FramePattern(parsing: "a.\(expected)@.png")
        let names = try FrameSet(parsing: numbers).map(pattern.name(of:))
        return try Resolution.pattern(pattern, names: names)
    }

    @Test(
        "the nearest number is shown, of two equally near the one before",
        arguments: [
            ("1,5", "1-5", [1, 1, 1, 5, 5]), ("1,4", "1-4", [1, 1, 4, 4]), ("3", "1-5", [3, 3, 3, 3, 3]),
            ("1,51", "1,50,51", [1, 51, 51]), ("5,1", "5-1", [5, 5, 5, 1, 1]), ("2,4", "1-6", [2, 2, 2, 4, 4, 4]),
        ]
    )
    func nearest(present: String, expected: String, shown: [Int]) throws {
        let list = try list(present, of: expected).substituting(.nearest)
        let sources = list.frames.compactMap { frame in frame.path.flatMap { Int($0.string.dropFirst(2).dropLast(4)) } }
        expectEqual(sources, shown)
        for (frame, source) in pairs(list.frames, shown) {
            expectEqual(frame.substitution, (frame.number == source ? nil : .nearest(from: source)))
        }
        expectEqual(list.hints.last?.contains("showed the nearest frame for missing"), true)
    }

    @Test("a gap longer than allowed is refused whatever the policy, and only the long ones are named")
    func maximumGap() throws {
        let list = try list("1-3,5,9-10,14", of: "1-14")
        for policy in MissingFramePolicy.allCases where policy != .error {
            let error = try #require(throws: MissingFramesError.self) { try list.substituting(policy, maximumGap: 2) }
            expectEqual(
                error.description,
                "a.1-14@.png: frames 6-8,11-13 are missing, more than 2 in a row. "
                    + "Render them, or allow longer gaps with maxGap."
            )
            try expect(list.substituting(policy, maximumGap: 3).missing.isEmpty)
            #expect(throws: MissingFramesError.self) { try list.substituting(policy, maximumGap: 0) }
        }
        try expectEqual(list.substituting(.hold, maximumGap: 3).substituted.count, 7)
    }

    @Test("a damaged frame is a missing one that keeps its time, with a number or without")
    func damaged() throws {
        let frames = (1...5).map {
            Frame(number: nil, source: .file(FilePath("p\($0)x.png")), duration: RationalTime(Int64($0)))
        }
        let list = FrameList(name: "p", frames: frames)
        let damaged: [Frame.Source: String] = [frames[1].source: "cut short", frames[2].source: "empty"]
        func filled(_ policy: MissingFramePolicy, _ list: FrameList, maximumGap: Int? = nil) throws -> FrameList.Filled
        {
            try list.substituting(GapPolicy(missing: policy, maximumGap: maximumGap), damaged: damaged)
        }
        let shown: [(MissingFramePolicy, [Int?])] = [
            (.hold, [1, 1, 1, 4, 5]), (.nearest, [1, 1, 4, 4, 5]), (.black, [1, nil, nil, 4, 5]),
        ]
        for (policy, numbers) in shown {
            let list = try filled(policy, list).list
            expectEqual(list.frames.map(\.path), numbers.map { $0.map { FilePath("p\($0)x.png") } })
            expectEqual(list.frames.map(\.duration), frames.map(\.duration))
            expectEqual(list.substituted.map(\.damage?.number), [2, 3])
            expectEqual(list.hints.count, 2)
        }
        let left = try filled(.skip, list)
        expectEqual(left.list.frames, [frames[0], frames[3], frames[4]])
        expectEqual(left.leftOut.map { $0.place }, [1, 1])
        let numbered = try self.list("1-2,4-6", of: "1-6")
        let both = try numbered.substituting(
            GapPolicy(missing: .hold),
            damaged: [numbered.frames[1].source: "empty", numbered.frames[0].source: "empty"]
        )
        expectEqual(both.list.frames.map(\.path), [4, 4, 4, 4, 5, 6].map { FilePath("a.\($0).png") })
        expectEqual(both.list.frames.map(\.damage?.number), [1, 2, nil, nil, nil, nil])
        #expect(throws: MissingFramesError.self) {
            try numbered.substituting(
                GapPolicy(missing: .hold, maximumGap: 1),
                damaged: [numbered.frames[1].source: "empty"]
            )
        }
        #expect(throws: MissingFramesError.self) {
            try numbered.substituting(
                GapPolicy(missing: .hold),
                damaged: Dictionary(uniqueKeysWithValues: numbered.frames.map { ($0.source, "empty") })
            )
        }
    }

    @Test("what stands in for a damaged frame is named, also where it is drawn and no file")
    func standIns() throws {
        let drawn = GraphicsImageRenderer(size: Size(width: 1, height: 1)).image { _ in }
        for (policy, name) in [(MissingFramePolicy.hold, "a drawing"), (.nearest, "a drawing"), (.black, "black")] {
            let broken = Frame(number: nil, source: .file(FilePath("a.png")))
            let list = FrameList(name: "a", frames: [Frame(drawn), broken])
            let damaged = [broken.source: "cut short; copy it"]
            let filled = try list.substituting(GapPolicy(missing: policy), damaged: damaged)
            expectEqual(filled.list.hints, ["a.png: cut short (\(name) is shown instead)"])
        }
    }
}
