import FlipbookCore
import FlipbookTestSupport
import Testing

/// No frame is lost in silence, nor shown in another order, by the names of a folder alone.
@Suite struct StrayFileTests {
    /// A folder, and the files of it that its pattern leaves out.
    struct Folder: Sendable, CustomTestStringConvertible {
        /// All frames in their order.
        let names: [String]
        /// Those that the pattern leaves out; none where only the order is at stake.
        let strays: [String]
        /// What is shown where nothing is refused; all where it is `nil`.
        var shown: [String]?
        var testDescription: String { names.joined(separator: " ") }
    }

    private static let folders = [
        Folder(names: ["f0001.png", "f0002.png", "f0003.PNG"], strays: ["f0003.PNG"]),
        Folder(names: ["f0001.PNG", "f0002.png", "f0003.png", "f0004.png"], strays: ["f0001.PNG"]),
        Folder(names: ["f1.png", "f2.png", "f3.PNG", "f4.PNG"], strays: ["f1.png", "f2.png"]),
        Folder(names: ["walk.1.png", "walk.2.png", "Walk.3.png", "walk.4.png"], strays: ["Walk.3.png"]),
        Folder(names: ["a.1.jpg", "a.2.jpg", "a.3.jpeg"], strays: ["a.3.jpeg"]),
        Folder(names: ["a.0001.png", "a.0002.png", "a.3.png"], strays: ["a.3.png"]),
        Folder(names: ["a.-02.png", "a.-1.png", "a.001.png", "a.002.png"], strays: ["a.-1.png"]),
        Folder(names: ["a.01.png", "a.02.png", "a.003.png", "a.004.png"], strays: ["a.003.png", "a.004.png"]),
        Folder(names: ["walk.png", "walk (1).png", "walk (2).png"], strays: ["walk.png"]),
        Folder(names: ["walk.png", "walk 2.png", "walk 3.png", "walk 4.png"], strays: ["walk.png"]),
        Folder(
            names: ["DSC_1.png", "DSC_2.png", "DSC_2 (1).png", "DSC_3.png"],
            strays: ["DSC_2 (1).png"],
            shown: ["DSC_1.png", "DSC_2.png", "DSC_3.png"]
        ),
        Folder(names: ["f.1.0.png", "f.1.25.png", "f.1.5.png", "f.1.75.png", "f.2.0.png"], strays: ["f.2.0.png"]),
        Folder(names: ["f.1.00.png", "f.1.33.png", "f.1.67.png", "f.2.00.png"], strays: ["f.2.00.png"]),
        Folder(
            names: ["f.1.00.png", "f.1.17.png", "f.1.33.png", "f.1.50.png", "f.1.67.png", "f.1.83.png", "f.2.00.png"],
            strays: ["f.2.00.png"]
        ),
        Folder(names: ["f.1.png", "f.1.33.png", "f.1.66.png", "f.2.png"], strays: ["f.1.33.png", "f.1.66.png"]),
        Folder(names: ["f_1_00.png", "f_1_33.png", "f_1_67.png", "f_2_00.png"], strays: ["f_2_00.png"]),
        Folder(
            names: ["f.0.5.png", "f.1.png", "f.2.png", "f.2.5.png", "f.10.png"],
            strays: ["f.0.5.png", "f.2.5.png"]
        ),
        Folder(names: ["DSC_9998.png", "DSC_9999.png", "DSC_0001.png", "DSC_0002.png"], strays: []),
        Folder(names: ["f.9.png", "f.9.5.png", "f.10.png", "f.11.png"], strays: ["f.9.5.png"]),
        Folder(names: ["f.1.png", "f.1.5.png", "f.2.png", "f.3.PNG"], strays: ["f.1.5.png", "f.3.PNG"]),
        Folder(names: ["f.1.png", "f.1.5.png", "f.02.png", "f.3.png"], strays: ["f.1.5.png", "f.02.png"]),
        Folder(names: ["f.1.png", "f.2.png", "f.2.50.PNG"], strays: ["f.2.50.PNG"]),
        Folder(
            names: ["f.1.0.png", "f.1.25.png", "f.1.5.png", "f.2.0.png", "f.2.25.png", "f.2.5.png"],
            strays: ["f.2.0.png", "f.2.25.png", "f.2.5.png"]
        ),
        Folder(
            names: ["DSC_9998.png", "DSC_9999.png", "DSC_9999.5.png", "DSC_0001.png", "DSC_0002.png"],
            strays: ["DSC_9999.5.png"]
        ),
        Folder(
            names: ["DSC_9998.png", "DSC_9999.png", "DSC_0001.png", "DSC_0002.png", "DSC_0002 (1).png"],
            strays: ["DSC_0002 (1).png"],
            shown: ["DSC_9998.png", "DSC_9999.png", "DSC_0001.png", "DSC_0002.png"]
        ),
        Folder(
            names: ["DSC_9997.JPG", "DSC_9998.JPG", "DSC_9999.JPG", "DSC_0001.jpg", "DSC_0002.jpg"],
            strays: ["DSC_0001.jpg", "DSC_0002.jpg"]
        ),
        Folder(
            names: ["walk.jpg", "walk copy.jpg", "walk copy 2.jpg", "walk copy 3.jpg"],
            strays: ["walk.jpg", "walk copy.jpg"]
        ),
        Folder(
            names: ["walk.jpg", "walk - Copy.jpg", "walk - Copy (2).jpg", "walk - Copy (3).jpg"],
            strays: ["walk.jpg", "walk - Copy.jpg"]
        ),
        Folder(names: ["f0001.png", "f0002.png", "f0003.png", "f0005.PNG"], strays: ["f0005.PNG"]),
        Folder(names: ["f0001.PNG", "f0010.png", "f0011.png", "f0012.png"], strays: ["f0001.PNG"]),
        Folder(names: ["w.0001.png", "w.0002.png", "w.0003.png", "W.0100.png"], strays: ["W.0100.png"]),
        Folder(
            names: ["w.0001.png", "w.0002.PNG", "w.0002.png", "w.0003.png"],
            strays: ["w.0002.PNG"],
            shown: ["w.0001.png", "w.0002.png", "w.0003.png"]
        ),
        Folder(
            names: ["f1.jpeg", "f1.jpg", "f2.jpg", "f3.jpg"],
            strays: ["f1.jpeg"],
            shown: ["f1.jpg", "f2.jpg", "f3.jpg"]
        ),
        Folder(
            names: ["w1.png", "w2.png", "w3.png", "w5 (1).png"],
            strays: ["w5 (1).png"],
            shown: ["w1.png", "w2.png", "w3.png"]
        ),
        Folder(
            names: ["f.0001.png", "f.0002.png", "f.2 (1).png"],
            strays: ["f.2 (1).png"],
            shown: ["f.0001.png", "f.0002.png"]
        ),
        Folder(
            names: ["f.1.png", "f.2.png", "f.3.png", "f.3 (1).PNG"],
            strays: ["f.3 (1).PNG"],
            shown: ["f.1.png", "f.2.png", "f.3.png"]
        ),
        Folder(
            names: ["f.1.png", "f.2.png", "F.2 (1).png", "f.3.png"],
            strays: ["F.2 (1).png"],
            shown: ["f.1.png", "f.2.png", "f.3.png"]
        ),
        Folder(
            names: ["a1.png", "a2.png", "a2.png (1).png", "a3.png"],
            strays: ["a2.png (1).png"],
            shown: ["a1.png", "a2.png", "a3.png"]
        ),
        Folder(names: ["walk.JPG", "walk (1).jpg", "walk (2).jpg"], strays: ["walk.JPG"]),
        Folder(names: ["walk.jpeg", "walk (1).jpg", "walk (2).jpg"], strays: ["walk.jpeg"]),
        Folder(names: ["f.1.00.png", "f.1.25.png", "f.1.5.png", "f.1.75.png"], strays: ["f.1.5.png"]),
        Folder(
            names: ["f.1.00.png", "f.1.25.png", "f.1.5.png", "f.1.75.png", "f.2.00.png"],
            strays: ["f.1.5.png", "f.2.00.png"]
        ),
        Folder(names: ["f.1.00.png", "f.1.25.png", "f.1.5.PNG", "f.1.75.png"], strays: ["f.1.5.PNG"]),
        Folder(
            names: ["f.1.00.png", "f.1.10.png", "f.1.20.png", "f.1.30.png", "f.2.00.png"],
            strays: ["f.2.00.png"]
        ),
        Folder(
            names: ["f.0001.0.png", "f.0001.1.png", "f.0001.2.png", "f.0002.0.png"],
            strays: ["f.0002.0.png"]
        ),
        Folder(
            names: ["f.0001.png", "f.0001.1.png", "f.0002.png", "f.0002.1.png"],
            strays: ["f.0001.1.png", "f.0002.1.png"]
        ),
        Folder(names: ["f_0001.png", "f_0001_5.png", "f_0002.png"], strays: ["f_0001_5.png"]),
        Folder(names: ["f-1.png", "f-1-25.png", "f-2.png"], strays: ["f-1-25.png"]),
        Folder(
            names: ["f.1.00_main.png", "f.1.25_main.png", "f.1.5_main.png", "f.2.00_main.png"],
            strays: ["f.1.25_main.png", "f.1.5_main.png"]
        ),
        Folder(
            names: ["f.-2.00_L.png", "f.-1.50_L.png", "f.-1.00_L.png", "f.0.00_L.png", "f.1.00_L.png"],
            strays: ["f.-1.50_L.png"]
        ),
        Folder(
            names: ["f.1.00main.png", "f.1.25main.png", "f.1.5main.png", "f.2.00main.png"],
            strays: ["f.1.25main.png", "f.1.5main.png"]
        ),
        Folder(
            names: ["f_1_00_L.png", "f_1_25_L.png", "f_1_5_L.png", "f_2_00_L.png"],
            strays: ["f_1_5_L.png", "f_2_00_L.png"]
        ),
        Folder(names: ["logo.1.png", "logo.2.png", "logo.2.1.png"], strays: ["logo.2.1.png"]),
        Folder(names: ["f97.png", "f98.png", "f99.png", "f00.png", "f01.png"], strays: []),
        Folder(names: ["DSC_9995.png", "DSC_0002.png", "DSC_0003.png"], strays: []),
    ]

    private static let copies = [" (1) (1)", " – Kopie (2)", " - コピー", ".copy", "[1]", " [1]", "~1"].map { mark in
        Folder(
            names: ["f.0001.png", "f.0002.png", "f.0002\(mark).png"],
            strays: ["f.0002\(mark).png"],
            shown: ["f.0001.png", "f.0002.png"]
        )
    }

    private func shown(_ list: FrameList) -> [String] { list.frames.compactMap { $0.path?.lastComponent } }

    @Test(
        "a folder is refused, and the error names the files and the pattern that leaves them out",
        arguments: folders + copies
    )
    func refused(folder: Folder) {
        let error = #expect(throws: ResolutionError.self) {
            try Resolution.directory("d", names: folder.names.reversed())
        }
        switch error {
        case .leftOut(_, let taken, let strays):
            expectEqual(strays.map(\.name.string).sorted(), folder.strays.sorted())
            for name in folder.strays { expect(taken.pattern.match(name) == nil) }
            expectEqual(taken.frames.count + strays.count, folder.names.count)
        case .rollover(let pattern, let before, let after, let missing):
            let frames = (Array(before) + after).filter { !Set(missing).contains($0) }
            expect(folder.strays.isEmpty && frames.map { pattern.name(of: $0) } == folder.names)
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test(
        "where nothing is refused, every frame is shown in its place, or a hint names it",
        arguments: folders + copies
    )
    func shown(folder: Folder) throws {
        let list = try Resolution.directory(
            "d",
            names: folder.names.reversed(),
            options: Resolution.Options(naming: .show)
        )
        expectEqual(shown(list), folder.shown ?? folder.names)
        for name in folder.strays { expect(list.hints.contains { $0.contains(name) }) }
        expect(!list.hints.isEmpty)
    }

    @Test(
        "files that are given by name are all shown in their order, also those of several spellings",
        arguments: folders
    )
    func files(folder: Folder) throws {
        let paths = folder.names.reversed().map { FilePath("d/" + $0) }
        expectEqual(shown(try Resolution.files(paths)), folder.names)
    }

    @Test("a pattern and files by name choose: a hint names what they leave out", arguments: folders)
    func chosen(folder: Folder) throws {
        guard
            case .leftOut(_, let taken, _) = #expect(
                throws: ResolutionError.self,
                performing: { try Resolution.directory("", names: folder.names) }
            )
        else { return }
        let list = try Resolution.pattern(taken.pattern, names: folder.names)
        expectEqual(list.frames.count, taken.frames.count)
        for name in folder.strays { expect(list.hints.contains { $0.contains(name) }) }
        let files = try Resolution.files(list.frames.compactMap(\.path), among: folder.names)
        for name in folder.strays { expect(files.hints.contains { $0.contains(name) }) }
    }

    @Test(
        "numbers that start again are in the order of the counter for a pattern, and in that of a range that is asked for"
    )
    func rollover() throws {
        let names = ["DSC_0001.png", "DSC_0002.png", "DSC_9998.png", "DSC_9999.png"]
        let list = try Resolution.pattern(FramePattern(parsing: "DSC_####.png"), names: names)
        expectEqual(list.frames.map(\.number), [9998, 9999, 1, 2])
        expectEqual(list.expected, FrameSet([9998, 9999, 1, 2]))
        let range = try Resolution.pattern(FramePattern(parsing: "DSC_1-2,9998-9999#.png"), names: names)
        expectEqual(range.frames.map(\.number), [1, 2, 9998, 9999])
        let folder = try Resolution.directory("", names: names, options: Resolution.Options(naming: .chosen))
        try expectEqual(folder.selecting(FrameSet([1, 2, 9998])).frames.map(\.number), [1, 2, 9998])
        let torn = ["DSC_0001.png", "DSC_0003.png", "DSC_9997.png", "DSC_9999.png", "DSC_0004.png", "DSC_9996.png"]
        let held = try Resolution.pattern(FramePattern(parsing: "DSC_####.png"), names: torn).substituting(.hold)
        expectEqual(
            shown(held),
            [
                "DSC_9996.png", "DSC_9997.png", "DSC_9997.png", "DSC_9999.png", "DSC_0001.png", "DSC_0001.png",
                "DSC_0003.png", "DSC_0004.png",
            ]
        )
    }

    @Test(
        "what is no frame of the sequence is a hint, or nothing, as before",
        arguments: [
            (["w1.png", "w2.png", "poster.png"], 1), (["w1.png", "w2.png", "w.png"], 1),
            (["w1.png", "w2.png", "README.md"], 0),
            (["w1.png", "w2.png", "W7_poster.png"], 1), (["w_v1.0001.png", "w_v1.0002.png", "w_v2.0001.png"], 1),
            (["w1.png", "w2.png", "w3.jpg"], 1), (["w1.png", "w2.png", "w1@2x.png", "w2@2x.png"], 0),
            (["w1.png", "w2.png", "w1~ipad.png"], 1), (["w1.png", "w2.png", "logo (1).png"], 1),
            (["W1.PNG", "W2.PNG"], 0), (["w 1.png", "w 2.png", "w.png"], 1), (["w1.png", "w2.png", "run7.PNG"], 1),
            (["w1.png", "w2.png", "w3.apng"], 1), (["logo_v1.png", "logo_v2.png", "logo_v2.1.png"], 1),
            (["sc.1.1.png", "sc.1.2.png", "sc.2.1.png"], 1), (["t.0.0.png", "t.0.1.png", "t.1.0.png"], 1),
            (["shot_1.1.png", "shot_1.2.png", "shot_2.1.png"], 1),
            (["a_1_1.png", "a_1_2.png", "a_2_1.png"], 1), (["cam_10_00.png", "cam_10_20.png", "cam_11_00.png"], 1),
            (["cam_08_00.png", "cam_08_20.png", "cam_09_00.png"], 1),
            (["i_2024-01-05.png", "i_2024-01-10.png", "i_2024-02-05.png"], 1),
            (["i.2024.01.05.png", "i.2024.01.10.png", "i.2024.02.05.png"], 1),
            (["1.1.png", "1.2.png", "2.1.png"], 1), (["w.1.720_x.png", "w.2.720_x.png", "w.1.1080_x.png"], 1),
        ]
    )
    func neighbors(names: [String], hints: Int) throws {
        let list = try Resolution.directory("d", names: names)
        expectEqual(list.frames.count, 2)
        expectEqual(list.hints.count, hints)
    }

    @Test(
        "sub-frames of one form, an even part of a frame apart and without a gap, are one sequence",
        arguments: [
            (["f.1.00", "f.1.25", "f.1.50", "f.1.75", "f.2.00"], "f.@.@@.png: sub-frames 1-2x0.25"),
            (["f_1_00", "f_1_25", "f_1_50", "f_1_75", "f_2_00"], "f_@_@@.png: sub-frames 1-2x0.25"),
            (["f.1,00", "f.1,50", "f.2,00"], "f.@,@@.png: sub-frames 1-2x0.5"),
            (["f.-1.50", "f.-1.00", "f.-0.50", "f.0.00"], "f.@.@@.png: sub-frames -1.5-0x0.5"),
            (["f-1-00", "f-1-25", "f-1-50", "f-1-75", "f-2-00"], "f-@-@@.png: sub-frames 1-2x0.25"),
        ]
    )
    func wholeSubframes(names: [String], words: String) throws {
        for naming in [NamingPolicy.error, .chosen, .show] {
            let options = Resolution.Options(naming: naming)
            let list = try Resolution.directory("d", names: names.reversed().map { $0 + ".png" }, options: options)
            expectEqual(shown(list), names.map { $0 + ".png" })
            expectEqual(list.hints, ["d/\(words), sorted by number"])
        }
    }

    @Test("sub-frames of one frame whose digits differ in number are in the order of their fractions, with a hint")
    func fractions() throws {
        let names = ["f.1.0.png", "f.1.25.png", "f.1.5.png", "f.1.75.png"]
        let reversed = Array(names.reversed())
        let lists = try [
            Resolution.directory("", names: reversed), Resolution.files(reversed.map { FilePath($0) }),
            Resolution.pattern(FramePattern(parsing: "f.1.@.png"), names: reversed),
            Resolution.directory("", names: reversed, options: Resolution.Options(naming: .show)),
        ]
        for list in lists { expect(shown(list) == names && !list.hints.isEmpty) }
        for numbers in [[8, 9, 10, 11], [0, 5, 10, 15, 20], [2, 4, 6, 8, 10], [5, 50], [0, 25, 50, 75]] {
            let names = numbers.map { "f.1.\($0).png" }
            let list = try Resolution.directory("", names: names.reversed())
            expect(shown(list) == names && list.hints.isEmpty)
        }
    }

    @Test("sub-frames in two scale factors are each one frame, and those that are missing among them are named")
    func subframes() throws {
        let names = ["f.1.png", "f.1@2x.png", "f.1.5.png", "f.2.png", "f.2@2x.png", "f.4.png"]
        let options = Resolution.Options(naming: .show)
        let list = try Resolution.directory("", names: names, options: options)
        expectEqual(shown(list), ["f.1.png", "f.1.5.png", "f.2.png", "f.4.png"])
        expect(list.hints.contains { $0.contains("frame 3 ") })
        #expect(throws: ResolutionError.self) { try Resolution.directory("", names: names) }
    }

    @Test("a pattern of another width than the numbers names the files that it leaves out, and the pattern of all")
    func widths() throws {
        func hints(_ pattern: String, _ names: [String]) throws -> [String] {
            let options = Resolution.Options(naming: .chosen)
            return try Resolution.pattern(FramePattern(parsing: pattern), names: names, options: options).hints
        }
        let (plain, padded) = ((1...12).map { "w\($0).png" }, (1...12).map { $0 < 10 ? "w0\($0).png" : "w\($0).png" })
        let words = "w%02d.png leaves out w1.png, w2.png, w3.png and 6 more (padding differs)"
        try expectEqual(hints("w%02d.png", plain), ["\(words); w@.png matches all 12"])
        let others = "w@.png leaves out w01.png, w02.png, w03.png and 6 more (padding differs)"
        try expectEqual(hints("w@.png", padded), ["\(others); w@@.png matches all 12"])
        let both = ["w1.png", "w2.png", "w0001.png", "w0002.png"]
        try expectEqual(hints("w####.png", both), ["w####.png leaves out w1.png, w2.png (padding differs)"])
        try expectEqual(hints("w%02d@2x.png", plain + ["w10@2x.png", "w11@2x.png"]), [])
        try expectEqual(hints("w10-12%02d.png", plain), [])
    }

    @Test("a pattern of a part of a sequence is an error with the patterns of all frames and of the part")
    func partOfSequence() throws {
        let names = (1...12).map { "w\($0).png" }
        let error = #expect(throws: ResolutionError.self) {
            try Resolution.pattern(FramePattern(parsing: "d/w%02d.png"), names: names)
        }
        expectEqual(error?.code, "frames.left-out")
        expectEqual(
            error?.description,
            "d/w%02d.png leaves out w1.png, w2.png, w3.png and 6 more (padding differs); use d/w@.png for all frames, "
                + "or d/w10-12%02d.png to exclude them"
        )
        try expectEqual(Resolution.pattern(FramePattern(parsing: "w10-12%02d.png"), names: names).frames.count, 3)
        // Both paddings have a sequence, so either pattern is a choice.
        let both = names + ["w01.png", "w02.png"]
        try expectEqual(Resolution.pattern(FramePattern(parsing: "w@@.png"), names: both).frames.count, 5)
    }

    @Test("a pattern names frames in another format that continue its numbers, and no other version of its frames")
    func formats() throws {
        func hints(_ names: String...) throws -> [String] {
            let pattern = try FramePattern(parsing: "f.%04d.png")
            return try Resolution.pattern(pattern, names: ["f.0001.png", "f.0002.png"] + names).hints
        }
        let words = "f.%04d.png leaves out f.0003.jpg, f.0004.jpg (extension differs)"
        try expectEqual(hints("f.0003.jpg", "f.0004.jpg"), [words])
        try expectEqual(hints("f.0001.jpg", "f.0002.jpg", "g.0003.jpg"), [])
        try expectEqual(hints("f.0001.jpg"), [])
    }

    @Test("frames that are chosen by their numbers leave out what has another name, with a hint")
    func selection() throws {
        let names = ["f1.png", "f2.png", "f3.png", "f3 (1).png", "f4.PNG"]
        let list = try Resolution.directory("", names: names, options: Resolution.Options(naming: .chosen))
        expect(list.frames.count == 3 && list.hints.contains { $0.contains("f3 (1).png") && $0.contains("f4.PNG") })
    }

    @Test("a sequence of another name, and a second rendition in capitals, stay sequences of their own")
    func several() {
        let films = [
            ["w1.png", "w2.png", "run1.png", "run2.png"], ["w1.png", "w2.png", "w1.PNG", "w2.PNG"],
            ["w.1.720_x.png", "w.2.720_x.png", "w.1.1080_x.png", "w.2.1080_x.png"],
        ]
        for names in films {
            for naming in [NamingPolicy.error, .chosen, .show] {
                let error = #expect(throws: ResolutionError.self) {
                    try Resolution.directory("d", names: names, options: Resolution.Options(naming: naming))
                }
                guard case .severalSequences(_, let candidates) = error else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
                expectEqual(candidates.count, 2)
            }
        }
    }
}
