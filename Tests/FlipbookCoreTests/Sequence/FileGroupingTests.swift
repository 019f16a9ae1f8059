import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Grouping names into sequences")
struct FileGroupingTests {
    @Test(
        "names are grouped as fileseq groups them",
        arguments: [
            ("a.1.png a.2.png a.10.png", ["a.1-2,10@.png"]),
            ("a.0998.png a.0999.png a.1000.png", ["a.998-1000#.png"]),
            ("a.998.png a.999.png a.1000.png", ["a.998-1000@@@.png"]),
            ("p.004.jpg p.08.jpg p.009.jpg p.015.jpg", ["p.8@@.jpg", "p.4,9,15@@@.jpg"]),
            ("a.-001.png a.0000.png a.0001.png", ["a.-1-1#.png"]),
            ("a_v001.0001.png a_v001.0002.png a_v002.0001.png", ["a_v001.1-2#.png", "a_v002.1#.png"]),
            ("f_0001@2x.png f_0002@2x.png", ["f_1-2#.png"]),
            ("f_0001.png f_0001@2x.png f_0001@3x.png", ["f_1#.png"]),
            ("A.0001.PNG a.0002.png", ["A.1#.PNG", "a.2#.png"]),
            ("w10.png w9.png w11.png w100.png", ["w9-11,100@.png"]),
            ("0001.png 0002.png", ["1-2#.png"]), ("-1.png 0.png 1.png", ["-1-1@.png"]),
            ("throbber-00.png throbber-01.png", ["throbber-0-1@@.png"]),
            ("walk.1.beauty.png walk.2.beauty.png", ["walk.1-2@.beauty.png"]),
            ("a.-0.png a.-1.png a.1.png", ["a.-1,1@.png", "a.\\-0@.png"]),
            ("s_1_left.png s_2_left.png s_1_right.png s_3_right.png", ["s_1-2@_left.png", "s_1,3@_right.png"]),
            ("s1.png s2.png t_1_left.png t_2_left.png", ["s1-2@.png", "t_1-2@_left.png"]),
            ("a1.png a2.png a(1).png a(2).png", ["a(1-2@).png", "a1-2@.png"]),
            ("thumb1.png thumb2.png cover_7_b.png cover_7_c.png x_1_a.png x_01_a.png", ["thumb1-2@.png"]),
            ("e_0.png e_0-mini.png e_1.png e_1-mini.png", ["e_0-1@.png"]),
            ("w1.png w2.png x_1_a.png x_0002_a.png", ["w1-2@.png", "x_1@_a.png", "x_2#_a.png"]),
            ("10.png 9.png 0010.png", ["9-10@.png", "10#.png"]),
        ]
    )
    func sequences(names: String, expected: [String]) {
        let names = names.split(separator: " ").map(String.init)
        for order in [names, names.reversed()] {
            let grouping = FileSequence.grouping(names: order)
            expectEqual(grouping.sequences.map(\.description).sorted(), expected.sorted())
        }
    }

    @Test(
        "a name without a frame number is a still",
        arguments: [
            "thumb.png", "f@2x.png", "a.٠٠١.png", "a.99999999999999999999.png", "a1b.png", "icon_a.png",
            "00000000000000000001.png", "netspot-self-A.png",
        ]
    )
    func stills(name: String) {
        let grouping = FileSequence.grouping(names: [name])
        expectEqual(grouping.stills, [FilePath(name)])
        expect(grouping.sequences.isEmpty)
    }

    @Test("a sequence whose number stands inside the name is not passed over for two pictures beside it")
    func innerNumbers() {
        let names = (1...24).map { "a_\(String($0 + 10_000).dropFirst())_left.png" } + ["thumb1.png", "thumb2.png"]
        let grouping = FileSequence.grouping(names: names + ["cover_1_a.png"])
        expectEqual(grouping.sequences.map(\.description), ["a_1-24#_left.png", "thumb1-2@.png"])
        expectEqual(grouping.stills, [FilePath("cover_1_a.png")])
        let error = #expect(throws: ResolutionError.self) { try Resolution.directory("set", names: names) }
        guard case .severalSequences(_, let candidates) = error else {
            Issue.record("\(error.map(\.description) ?? "one was taken")")
            return
        }
        expectEqual(candidates.count, 2)
    }

    @Test("hidden files are skipped, and what is no image is set apart")
    func others() {
        let grouping = FileSequence.grouping(names: [
            ".a.1.png", ".png", "a.1.txt", "README", "b.1.png", "c.tar.gz", "d1",
        ])
        expectEqual(grouping.sequences.map(\.description), ["b.1@.png"])
        expect(grouping.stills.isEmpty)
        expectEqual(grouping.others, ["a.1.txt", "README", "c.tar.gz", "d1"].map { FilePath($0) })
        expectEqual(FileSequence.grouping(names: ["a.1.x"], extensions: ["x"]).sequences.count, 1)
    }

    @Test("scale variants are files of one frame")
    func scales() throws {
        let names = ["w2@2x.png", "w1.png", "w1@3x.png", "w2.png", "w1@2x.png"]
        let sequence = try require(FileSequence.grouping(names: names).sequences.first)
        expectEqual(sequence.frames.description, "1-2")
        expectEqual(sequence.scales, [1, 2, 3])
        expectEqual(sequence.files.map(\.name.string), ["w1.png", "w1@2x.png", "w1@3x.png", "w2.png", "w2@2x.png"])
    }

    @Test(
        "the usual step tells gaps from a rhythm",
        arguments: [
            ([1, 2, 3], 1, ""), ([1, 2, 4, 5], 1, "3"), ([60, 65, 70, 75], 5, ""), ([60, 65, 75, 80], 5, "70"),
            ([1, 3], 1, "2"), ([1, 3, 5], 2, ""), ([1, 3, 5, 6], 1, "2,4"), ([1, 4, 10], 1, "2-3,5-9"), ([7], 1, ""),
            ([0, 10, 20, 40, 100], 10, "30,50-90x10"), ([-5, 0, 5], 5, ""), ([1, 2, 3, 10_000], 1, "4-9999"),
            ([2, 4, 6, 7], 1, "3,5"), ([1, 3, 5, 7, 107], 2, "9-105x2"),
        ] as [([Int], Int, String)]
    )
    func steps(numbers: [Int], step: Int, missing: String) throws {
        let sequence = try require(FileSequence.grouping(names: numbers.map { "a.\($0).png" }).sequences.first)
        expectEqual(Array(sequence.frames), numbers)
        expectEqual(sequence.step, step)
        expectEqual(sequence.missing.description, missing)
        expectEqual(Set(sequence.expected), Set(numbers).union(sequence.missing))
    }

    @Test("what a grouping prints can be given again and names the same files, whatever they are called")
    func roundTrip() throws {
        let pieces = [
            "", "#", "@", "%", "%d", "%%", "$F", "$", "<UDIM>", "\\", "'", "\"", " ", "5-", "1,", "x", ".", "@2x", "\n",
            "\u{202E}",
            "é", "!", "\\#", "-", "~", "a", "%04d.", "1-10x",
        ]
        for first in pieces {
            for second in pieces {
                for (prefix, suffix) in [
                    (first + second, ".png"), (first, second + ".png"), (first, ".\(second)b.png"),
                ] {
                    for digits in [["1", "2", "10"], ["0009", "0010", "-001"]] {
                        let names = digits.map { prefix + $0 + suffix }
                        let grouping = FileSequence.grouping(names: names)
                        for sequence in grouping.sequences {
                            let pattern = try FramePattern(parsing: sequence.pattern.description)
                            expectEqual(pattern, sequence.pattern, "\(sequence.pattern)")
                            let described = try FramePattern(parsing: sequence.description)
                            for file in sequence.files {
                                try expectEqual(require(pattern.match(file.name.string)).number, file.number)
                                expect(
                                    file.scale != 1 || described.name(of: file.number) == file.name.string,
                                    "\(sequence) \(described)"
                                )
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("a hundred thousand names in any order are one sequence, without a wait", .timeLimit(.minutes(60)))
    func speed() {
        let names = (1...100_000).map { "shot_v002.\(String($0 + 1_000_000).dropFirst()).png" }.shuffled()
        let grouping = FileSequence.grouping(names: names)
        expectEqual(grouping.sequences.map(\.description), ["shot_v002.1-100000@@@@@@.png"])
    }
}
