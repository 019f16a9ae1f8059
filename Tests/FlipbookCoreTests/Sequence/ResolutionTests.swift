import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Resolving names")
struct ResolutionTests {
    private func names(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private func shown(_ list: FrameList) -> String {
        list.frames.map { $0.path?.string ?? "black" }.joined(separator: " ")
    }

    @Test("a folder's sequence is in numeric order, with its gaps")
    func directory() throws {
        let list = try Resolution.directory("walk", names: names("w10.png w1.png w2.png w4.png notes.txt"))
        expectEqual(list.name, "walk/w@.png")
        expectEqual(shown(list), "walk/w1.png walk/w2.png walk/w4.png walk/w10.png")
        expectEqual(list.missing.description, "3,5-9")
        expectEqual(list.expected?.description, "1-10")
        expect(list.hints.isEmpty)
    }

    @Test("9,999 frames without three of them: the three are missing")
    func large() throws {
        let numbers = (1...9999).filter { ![17, 100, 5000].contains($0) }
        let pattern = try FramePattern(parsing: "a.####.png")
        let list = try Resolution.directory(".", names: numbers.reversed().map(pattern.name(of:)))
        expectEqual(list.frames.map(\.number), numbers)
        expectEqual(list.missing.description, "17,100,5000")
        expectEqual(list.name, "a.####.png")
    }

    @Test("a sequence beside stills is taken, and a hint names what was left out")
    func stillsBeside() throws {
        let list = try Resolution.directory("d/", names: names("w1.png w2.png sheet.png poster3.png"))
        expectEqual(shown(list), "d/w1.png d/w2.png")
        expectEqual(list.hints, ["d/: used w@.png and left out poster3.png, sheet.png"])
    }

    @Test("a folder's only picture is a still", arguments: ["sheet.png", "w7.png", "w7.png w7@2x.png"])
    func onlyStill(files: String) throws {
        let list = try Resolution.directory("d", names: names(files + " notes.txt"))
        expectEqual(list.frames.count, 1)
        expectEqual(list.frames[0].scale, 1)
        expect(list.missing.isEmpty)
    }

    @Test(
        "a folder that does not make one sequence is refused with what to do",
        arguments: [
            ("", "d: the folder has no files; specify a folder of images, or a pattern such as walk.####.png"),
            (
                "a.txt b.txt",
                "d: none of the 2 files is an image; images are recognized by their extension, such as png or jpg"
            ),
            (
                "a.1.png a.2.png b_0001.png b_0003.png",
                "d: the folder has 2 sequences; specify one of them:\n  d/a.@.png  1-2  2 frames\n  d/b_####.png  1,3  "
                    + "2 frames"
            ),
            (
                "a.1.png a.2.png a.003.png",
                "d: a.@.png (2 frames) leaves out a.003.png (padding differs). Rename it (a name fix), "
                    + "or use d/a.@.png to exclude it"
            ),
            ("a.10.png a.0010.png", "d/a.10.png and d/a.0010.png are both frame 10; remove or rename one of them"),
            (
                "a.1.png a.2.png a.3.png a.02.png",
                "d/a.2.png and d/a.02.png are both frame 2; remove or rename one of them"
            ),
            ("a.1.png a.1@1x.png a.2.png", "d/a.1.png and d/a.1@1x.png are both frame 1; remove or rename one of them"),
            (
                "x.png y.png z1.png",
                "d: 3 images, but no two names differ only in a frame number (x.png, y.png, z1.png); "
                    + "list the files in the desired order"
            ),
            (
                "w1.png w2@2x.png w3.png",
                "d/w@.png: the frames have different scale factors: @1x frames 1,3, @2x frame 2; "
                    + "add the missing variants, choose a scale that all frames have, or place them with mismatch: fit"
            ),
        ]
    )
    func refusals(files: String, message: String) throws {
        let error = try #require(throws: ResolutionError.self) { try Resolution.directory("d", names: names(files)) }
        expectEqual(error.description, message)
    }

    @Test("candidates are quoted for the shell where they need it, and no option")
    func quoting() throws {
        let files = ["0001.png", "0002.png", "-a1.png", "-a2.png", "it's 1.png", "it's 2.png", "b\n1.png", "b\n2.png"]
        let error = try #require(throws: ResolutionError.self) { try Resolution.directory(".", names: files) }
        expectEqual(
            error.description,
            #"""
            .: the folder has 4 sequences; specify one of them:
              ./-a@.png  1-2  2 frames
              '####.png'  1-2  2 frames
              $'b\012@.png'  1-2  2 frames
              'it'\''s @.png'  1-2  2 frames
            """#
        )
    }

    @Test(
        "the scale picks the exact variant, else the next larger, else the largest",
        arguments: [
            (1, "w1.png w2.png"), (2, "w1@2x.png w2@2x.png"), (3, "w1@4x.png w2@4x.png"), (4, "w1@4x.png w2@4x.png"),
            (9, "w1@4x.png w2@4x.png"),
        ]
    )
    func scales(scale: Int, expected: String) throws {
        let files = names("w1.png w1@2x.png w1@4x.png w2.png w2@2x.png w2@4x.png")
        let options = Resolution.Options(scale: scale)
        expectEqual(shown(try Resolution.directory(".", names: files, options: options)), expected)
        let pattern = try FramePattern(parsing: "w@.png")
        expectEqual(shown(try Resolution.pattern(pattern, names: files, options: options)), expected)
        let paths = files.map { FilePath($0) }
        expectEqual(shown(try Resolution.files(paths, options: options)), expected)
    }

    @Test("frames of different scale may stand together where a mismatch is to be fitted")
    func fitting() throws {
        let options = Resolution.Options(mismatch: .fit)
        let list = try Resolution.directory(".", names: names("w1.png w2@2x.png"), options: options)
        expectEqual(list.frames.map(\.scale), [1, 2])
    }

    @Test(
        "a pattern with a range has its numbers in its order; what is not there is missing",
        arguments: [
            ("w1-5@.png", "w1.png w2.png w4.png", "3,5"), ("w4-1@.png", "w4.png w2.png w1.png", "3"),
            ("w2,1@.png", "w2.png w1.png", ""), ("w1-9x3@.png", "w1.png w4.png", "7"),
            ("w@.png", "w1.png w2.png w4.png", "3"), ("w@@.png", "w10.png", ""),
            ("w%d.png", "w1.png w2.png w4.png", "3"),
        ]
    )
    func patterns(text: String, files: String, missing: String) throws {
        let folder = text == "w@@.png" ? "w10.png w1.png" : "w1.png w2.png w4.png x3.png w3.jpg"
        let options = Resolution.Options(naming: text == "w@@.png" ? .chosen : .error)
        let list = try Resolution.pattern(try FramePattern(parsing: text), names: names(folder), options: options)
        expectEqual(shown(list), files)
        expectEqual(list.missing.description, missing)
        expectEqual(list.name, text)
    }

    @Test("a pattern that matches nothing says what is there instead")
    func noMatch() throws {
        func message(_ text: String) throws -> String {
            let pattern = try FramePattern(parsing: text)
            return try #require(throws: ResolutionError.self) {
                try Resolution.pattern(pattern, names: names("w.001.png w.002.png v1.png v2.png"))
            }.description
        }
        try expectEqual(
            message("d/w.####.png"),
            "d/w.####.png: no file matches; the folder has:\n  d/w.@@@.png  1-2  2 frames"
        )
        try expect(message("w.##.png").hasPrefix("w.##.png: no file matches (## stands for 8 digits, @@ for 2); the"))
        try expectEqual(
            message("d/x.5-9#.png"),
            "d/x.5-9#.png: no file matches; the folder has:\n  d/v@.png  1-2  2 frames\n  d/w.@@@.png  1-2  2 frames"
        )
        expectEqual(
            ResolutionError.noMatch(try FramePattern(parsing: "w#.png"), similar: []).description,
            "w#.png: no file matches, and . has no sequence"
        )
    }

    @Test(
        "files come in natural order, or in the order given",
        arguments: [
            (FileOrder.natural, "a10.png a2.png a1.png", "a1.png a2.png a10.png"),
            (.none, "a10.png a2.png a1.png", "a10.png a2.png a1.png"),
            (.natural, "b.png a.png C.png", "C.png a.png b.png"),
            (.natural, "a.1.png a.-1.png a.0.png", "a.-1.png a.0.png a.1.png"),
            (.natural, "d/a1.png c/a2.png", "c/a2.png d/a1.png"), (.none, "b.png b.png a.png", "b.png b.png a.png"),
            (.natural, "b@2x.png b.png a.png", "a.png b.png"),
            (.natural, "x9y2.png x10y1.png x9y10.png", "x9y2.png x9y10.png x10y1.png"),
            (.natural, "a99999999999999999999999.png a5.png", "a5.png a99999999999999999999999.png"),
        ]
    )
    func files(order: FileOrder, given: String, expected: String) throws {
        let list = try Resolution.files(names(given).map { FilePath($0) }, sorted: order)
        expectEqual(shown(list), expected)
        expect(list.missing.isEmpty)
    }

    @Test("a hint tells of numbers that the given files leave out, and one file is a still")
    func filesHints() throws {
        let list = try Resolution.files([FilePath("a.3.png"), FilePath("a.1.png")])
        expectEqual(list.hints, ["a.@.png: the given files do not include frame 2"])
        expectEqual(list.name, "a.@.png")
        let still = try Resolution.files([FilePath("d/a.0007@2x.png")])
        expectEqual(still.frames, [Frame(number: 7, source: .file(FilePath("d/a.0007@2x.png")), scale: 2)])
        expectEqual(still.name, "d/a.0007@2x.png")
        #expect(throws: ResolutionError.noFiles) { try Resolution.files([]) }
    }

    @Test(
        "listed files have gaps like their folder, unless files between them are left out",
        arguments: [
            ("a1 a2 a4", "a1 a2 a4", "3", ""), ("a1 a2 a4", "a1 a2 a4 a5 a6 b3", "3", ""),
            ("a1 a4", "a1 a2 a4", "", "2-3"), ("a1 a3", "a1 a2 a3", "", "2"), ("a1 a3", "a1 a3 a2@2x", "", "2"),
            ("a1 a2 a3", "a1 a2 a3 a4", "", ""),
        ]
    )
    func gapsOfLists(given: String, there: String, missing: String, chosen: String) throws {
        func files(_ text: String) -> [String] { names(text).map { "\($0).png" } }
        let paths = files(given).map { FilePath("d/" + $0) }
        let list = try Resolution.files(paths, among: files(there))
        expectEqual(list.missing.description, missing)
        expectEqual(list.hints.contains { $0.contains("the given files do not include") }, !chosen.isEmpty)
        var options = Resolution.Options()
        options.countsGaps = true
        let filled = try Resolution.files(paths, among: files(there), options: options)
        expectEqual(filled.missing.description, missing + chosen)
    }

    @Test("a file between listed files is left out on purpose, however its name is spelled")
    func respelledBetween() throws {
        let all = names("f1.png f2.png f4.png f3.PNG")
        let list = try Resolution.files(all.prefix(3).map { FilePath($0) }, among: all)
        expect(list.missing.isEmpty)
        expectEqual(
            list.hints,
            [
                "f@.png: the given files do not include frame 3",
                "f@.png leaves out f3.PNG (upper and lower case differ)",
            ]
        )
    }

    @Test("gaps of joined files are missing frames, unless the files exist, and their repeated numbers are refused")
    func gapsOfJoined() throws {
        let all = try Resolution.files(joinedFiles, among: [])
        expectEqual(all.joinedGaps.map(\.missing.count), [1, 2])
        #expect(throws: MissingFramesError.self) { try all.substituting(.error) }
        for names in [nil, (1...5).map { "w\($0).png" }] {
            expectEqual(
                try Resolution.files(joinedFiles, among: names).hints,
                [
                    "joined 2 sequences and 1 image: d/title.png, d/w@.png, e/w@.png",
                    "d/w@.png: the given files do not include frame 2",
                    "e/w@.png: the given files do not include frames 3-4",
                ]
            )
        }
        for twin in ["w02.png", "w2.PNG"] {
            let paths = names("w1.png w2.png \(twin) w3.png title.png").map { FilePath($0) }
            #expect(throws: ResolutionError.repeatedNumber(2, "w2.png", FilePath(twin))) {
                try Resolution.files(paths, among: [])
            }
            try expectEqual(Resolution.files(paths).frames.count, 5)
        }
    }

    private var joinedFiles: [FilePath] {
        names("d/w1.png d/w3.png d/title.png e/w1.png e/w2.png e/w5.png").map { FilePath($0) }
    }

    @Test("joined sequences are judged one by one: a gap is refused or left out with a note, and never filled")
    func policyOfJoined() throws {
        var options = Resolution.Options()
        options.countsGaps = true
        let list = try Resolution.files(joinedFiles, among: [], options: options)
        expectEqual(shown(list), "d/title.png d/w1.png d/w3.png e/w1.png e/w2.png e/w5.png")
        let skipped = try list.substituting(.skip)
        expectEqual(skipped.frames, list.frames)
        let notes = ["d/w@.png: left out missing frame 2", "e/w@.png: left out missing frames 3-4"]
        expectEqual(skipped.hints.suffix(2), notes[...])
        let error = #expect(throws: MissingFramesError.self) { try list.substituting(.error) }
        let refusal = "d/w@.png: frame 2 is missing (1 of 3), and joined sequences cannot be filled. Render it, "
        expectEqual(error?.description.hasPrefix(refusal), true)
        let limited = #expect(throws: MissingFramesError.self) { try list.substituting(.skip, maximumGap: 1) }
        expectEqual(limited?.name, "e/w@.png")
        let paths = names("w1.png w1.5.png w2.5.png w3.png c.png").map { FilePath($0) }
        let between = try Resolution.files(paths, options: options)
        expectEqual(shown(try between.substituting(.hold)), "c.png w1.png w1.5.png w2.5.png w3.png")
    }

    @Test(
        "a number is repeated whatever the format, the padding, the case or the restart of the counter",
        arguments: [
            ("I9998.png I9999.png I0001.png I0002.png I0001.jpg I0002.jpg", 1),
            ("A1.png A2.png a1.png a2.png B.png", 1), ("w01.png w02.png w03.png w2.jpg", 2),
        ]
    )
    func repeatedInJoined(given: String, number: Int) throws {
        let paths = names(given).map { FilePath($0) }
        for areTrees in [false, true] {
            let error = #expect(throws: ResolutionError.self) {
                try Resolution.joined([paths], areTrees: areTrees, Resolution.Options())
            }
            guard case .repeatedNumber(number, _, _) = error else {
                Issue.record("\(given): \(String(describing: error))")
                continue
            }
        }
    }

    @Test("the folders of a tree are joined with one note, and its formats stay sequences of their own")
    func trees() throws {
        let groups = ["a/w1.png a/w2.png a/w3.png a/w10.jpg a/w11.jpg", "b/w1.png b/w2.png"].map {
            names($0).map { FilePath($0) }
        }
        let list = try Resolution.joined(groups, areTrees: true, Resolution.Options())
        expect(list.joinedGaps.isEmpty)
        expectEqual(list.hints, ["joined 3 sequences: a/w@.png, a/w@@.jpg, b/w@.png"])
    }

    @Test("listed files of two formats are one sequence if their numbers differ, and refused if a number is repeated")
    func formatsInLists() throws {
        let paths = names("w1.png w2.png w4.png w3.jpg").map { FilePath($0) }
        let list = try Resolution.files(paths, among: [])
        expectEqual(shown(list), "w1.png w2.png w3.jpg w4.png")
        expectEqual(list.hints, ["w@.png: also used w3.jpg (extension differs)"])
        #expect(throws: ResolutionError.repeatedNumber(1, "w1.jpg", "w1.png")) {
            try Resolution.files(paths + ["w1.jpg"], among: [])
        }
    }

    @Test("two listed files with one number are refused as in their folder, and are both shown in the order given")
    func repeatedInLists() throws {
        let all = names("a1.png a2.png a10.png a010.png")
        let paths = all.map { FilePath("d/" + $0) }
        #expect(throws: ResolutionError.repeatedNumber(10, FilePath("d/a10.png"), FilePath("d/a010.png"))) {
            try Resolution.files(paths, among: all)
        }
        try expectEqual(Resolution.files(paths, sorted: .none, among: all).frames.count, 4)
        let spelled = names("f8.png f9.png f010.png")
        let list = try Resolution.files(spelled.reversed().map { FilePath($0) }, among: spelled)
        expectEqual(shown(list), "f8.png f9.png f010.png")
        expect(list.hints.isEmpty)
    }

    @Test(
        "a hint names the sequences and other images that are joined in a list, in their order",
        arguments: [
            ("d/a1.png, d/a2.png, d/b1.png, d/b2.png", ["joined 2 sequences: d/a@.png, d/b@.png"]),
            ("d/f1.png, d/f2.png, e/f1.png, e/f2.png", ["joined 2 sequences: d/f@.png, e/f@.png"]),
            (
                "f1.png, f2.png, cover.png, thumb.png",
                ["joined 1 sequence and 2 images: cover.png, f@.png, thumb.png"]
            ),
            ("f1.png, f2.png, f2.jpg, f3.jpg", ["joined 2 sequences: f@.png, f@.jpg"]),
            ("f1.png, f2.png, f2 (1).png", ["f@.png: also used f2 (1).png (named as a copy)"]),
            ("cat.png, dog.png", []),
        ]
    )
    func joined(files: String, hints: [String]) throws {
        let list = try Resolution.files(files.split(separator: ", ").map { FilePath(String($0)) })
        expectEqual(list.hints, hints)
    }
}

@Suite("What stands in messages")
struct SequenceMessageTests {
    @Test("a folder of one device's images alone says how to take them")
    func devices() {
        let error = #expect(throws: ResolutionError.self) {
            try Resolution.directory("d", names: ["w1~ipad.png", "w2~ipad.png"])
        }
        expectEqual(
            error?.description,
            "d: 2 images, all for one kind of device (w1~ipad.png, w2~ipad.png); "
                + "select it with idiom: phone or idiom: pad"
        )
    }

    @Test("a message does not repeat a hundred thousand characters")
    func longTexts() {
        for text in [String(repeating: "#", count: 100_000), String(repeating: "#", count: 100_000) + "a#"] {
            let error = #expect(throws: FramePatternError.self) { try FramePattern(parsing: text) }
            expect((error?.description.utf8.count ?? .max) < 500)
        }
        let range = #expect(throws: FrameSetError.self) {
            try FrameSet(parsing: String(repeating: "1,", count: 90_000) + "x")
        }
        expect((range?.description.utf8.count ?? .max) < 500)
    }

    @Test(
        "no text and a lone comma are ranges of no frame, as in fileseq; decimals are refused as that",
        arguments: ["", ",", ",1", " "]
    )
    func emptyRanges(text: String) throws {
        let expected = text.contains("1") ? [1] : []
        try expectEqual(PatternReading(text), .range(FrameSet(expected)))
        try expectEqual(PatternReading(text, dialect: .fileseq), .range(FrameSet(expected)))
        let error = #expect(throws: FrameSetError.self) { try PatternReading("1-2x0.25") }
        expectEqual(error?.reason, .unexpected("."))
    }

    @Test("a range behind the name is read without a dialect, as Nuke and RV paste it")
    func rangeBehind() throws {
        let pattern = try require(FramePattern(withRangeBehind: "d/ball.####.png 1-4"))
        expectEqual(pattern.frames?.description, "1-4")
        expectEqual(pattern.path(of: 1), FilePath("d/ball.0001.png"))
        expect(FramePattern(withRangeBehind: "ball.####.png") == nil)
        expect(FramePattern(withRangeBehind: "ball.png 1-4") == nil)
    }
}

/// Two files of one number, where one of them is to be shown.
@Suite struct RepeatedFrameTests {
    private let options = Resolution.Options(naming: .show)

    @Test("the file is taken whose name is padded as most are, and a hint names both")
    func usual() throws {
        let padded = ["a.0001.png", "a.0002.png", "a.0003.png", "a.0004.png", "a.3.png", "a.9.png", "a.2.png"]
        let list = try Resolution.directory("walk", names: padded, options: options)
        expectEqual(
            list.frames.map { $0.path?.lastComponent },
            [
                "a.0001.png", "a.0002.png", "a.0003.png", "a.0004.png", "a.9.png",
            ]
        )
        expect(
            list.hints.contains("a.0002.png and a.2.png are both frame 2: the first is shown; likewise for 1 more")
        )
        let plain = ["a.1.png", "a.2.png", "a.3.png", "a.0003.png"]
        let other = try Resolution.directory("walk", names: plain, options: options)
        expectEqual(other.frames.map { $0.path?.lastComponent }, ["a.1.png", "a.2.png", "a.3.png"])
    }

    @Test("without the policy they are refused")
    func refused() {
        for naming in [NamingPolicy.error, .chosen] {
            #expect(throws: ResolutionError.self) {
                try Resolution.directory(
                    "walk",
                    names: ["a.0001.png", "a.1.png", "a.0002.png"],
                    options: Resolution.Options(naming: naming)
                )
            }
        }
    }
}
