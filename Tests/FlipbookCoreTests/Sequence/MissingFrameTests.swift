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
        #expect(sources == shown)
        for (frame, source) in pairs(list.frames, shown) {
            #expect(frame.substitution == (frame.number == source ? nil : .nearest(from: source)))
        }
        #expect(list.hints.last?.contains("showed the nearest frame for missing") == true)
    }

    @Test("a gap longer than allowed is refused whatever the policy, and only the long ones are named")
    func maximumGap() throws {
        let list = try list("1-3,5,9-10,14", of: "1-14")
        for policy in MissingFramePolicy.allCases where policy != .error {
            let error = try #require(throws: MissingFramesError.self) { try list.substituting(policy, maximumGap: 2) }
            #expect(
                error.description
                    == "a.1-14@.png: frames 6-8,11-13 are missing, more than 2 in a row. "
                    + "Render them, or allow longer gaps with maxGap."
            )
            #expect(try list.substituting(policy, maximumGap: 3).missing.isEmpty)
            #expect(throws: MissingFramesError.self) { try list.substituting(policy, maximumGap: 0) }
        }
        #expect(try list.substituting(.hold, maximumGap: 3).substituted.count == 7)
    }
}
