import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Missing frames")
struct FrameListTests {
    private func list(_ present: [Int], of numbers: String) throws -> FrameList {
        let frames = present.map { Frame(number: $0, source: .file(FilePath("a.\($0).png"))) }
        return FrameList(name: "a.@.png", numbers: try FrameSet(parsing: numbers), frames: frames)
    }

    private func shown(_ list: FrameList) -> String {
        list.frames.map { frame in
            switch frame.substitution {
            case nil: "\(frame.number ?? 0)"
            case .black?: "black\(frame.number ?? 0)"
            case .held(let from)?: "\(frame.number ?? 0)<\(from)"
            case .nearest(let from)?: "\(frame.number ?? 0)~\(from)"
            }
        }.joined(separator: " ")
    }

    @Test(
        "each policy fills the gaps in its way, in display order",
        arguments: [
            ([1, 2, 5], "1-6", "1 2 3<2 4<2 5 6<5", "1 2 black3 black4 5 black6", "1 2 5"),
            ([3, 4], "1-4", "1<3 2<3 3 4", "black1 black2 3 4", "3 4"),
            ([1, 3], "3-1", "3 2<3 1", "3 black2 1", "3 1"), ([1, 2], "1-2", "1 2", "1 2", "1 2"),
            ([1, 5], "1-9x4", "1 5 9<5", "1 5 black9", "1 5"),
        ]
    )
    func policies(present: [Int], numbers: String, hold: String, black: String, skip: String) throws {
        let list = try list(present, of: numbers)
        for (policy, expected) in [(MissingFramePolicy.hold, hold), (.black, black), (.skip, skip)] {
            let filled = try list.substituting(policy)
            expectEqual(shown(filled), expected)
            expect(filled.missing.isEmpty)
            expectEqual(filled.substituted.count, filled.frames.count - present.count)
        }
    }

    @Test("a held frame shows the file of the frame that it holds")
    func source() throws {
        let filled = try list([1, 3], of: "1-3").substituting(.hold)
        expectEqual(filled.frames[1].path, FilePath("a.1.png"))
        expectEqual(filled.substituted, [filled.frames[1]])
    }

    @Test("what was done is said in a hint")
    func hints() throws {
        let gaps = try list([3, 5], of: "1-6")
        try expectEqual(
            gaps.substituting(.hold).hints,
            [
                "a.@.png: no frame precedes missing frames 1-2, so frame 3 is shown there",
                "a.@.png: held the previous frame for missing frames 4,6",
            ]
        )
        try expectEqual(gaps.substituting(.black).hints, ["a.@.png: showed black for missing frames 1-2,4,6"])
        try expectEqual(gaps.substituting(.skip).hints, ["a.@.png: left out missing frames 1-2,4,6"])
    }

    @Test("the policy error names all missing numbers")
    func refusal() throws {
        let numbers = (1...100).filter { $0 % 7 != 0 }
        let error = try #require(throws: MissingFramesError.self) {
            try list(numbers, of: "1-100").substituting(.error)
        }
        expectEqual(error.missing.description, "7-98x7")
        expectEqual(
            error.description,
            "a.@.png: frames 7-98x7 are missing (14 of 100). Render them, or accept the gap with missing: hold (or nearest, black, skip)."
        )
        try expectEqual(list([1, 2], of: "1-2").substituting(.error).frames.count, 2)
        let beyond = try list([1, 2], of: "1-2").selecting(FrameSet(parsing: "2-4"))
        let choice = try #require(throws: MissingFramesError.self) { try beyond.substituting(.error) }
        expect(choice.description.contains(". Choose different frames, or accept the gap with "), "\(choice)")
    }

    @Test("a list of nothing but missing frames has nothing to hold, and a gap of a billion is not filled")
    func impossible() throws {
        for policy in MissingFramePolicy.allCases {
            #expect(throws: MissingFramesError.self) { try list([], of: "1-3").substituting(policy) }
        }
        let wide = try Resolution.directory(".", names: ["a.1.png", "a.1000000000.png"])
        expectEqual(wide.missing.description, "2-999999999")
        let error = #expect(throws: MissingFramesError.self) { try wide.substituting(.hold) }
        expectEqual(error?.reason, .tooMany)
        try expectEqual(wide.substituting(.skip).frames.count, 2)
    }

    @Test("frames are chosen by number, in the order asked for; a number that is not there is missing")
    func selecting() throws {
        let list = try list([1, 2, 3, 5], of: "1-5")
        let chosen = try list.selecting(try FrameSet(parsing: "5-1x2,4,9"))
        expectEqual(shown(chosen), "5 3 1")
        expectEqual(chosen.missing.description, "4,9")
        try expect(list.selecting(try FrameSet(parsing: "1-3")).missing.isEmpty)
        let still = FrameList(name: "s", frames: [Frame(number: nil, source: .black)])
        #expect(throws: FrameSelectionError.self) { try still.selecting(FrameSet([1])) }
        let twice = FrameList(name: "s", frames: [list.frames[0], list.frames[0]])
        #expect(throws: FrameSelectionError.self) { try twice.selecting(FrameSet([1])) }
    }
}
