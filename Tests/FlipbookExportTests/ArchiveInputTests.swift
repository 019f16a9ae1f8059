import FlipbookCore
import FlipbookScene
import FlipbookTestSupport
import Foundation
import Testing

@Suite("An archive of frames is an input, as the folder would be")
struct ArchiveInputTests {
    private let bench: Workbench

    init() throws { bench = try Workbench(walk: 1...6) }

    /// Packs files with Python's own library.
    private func pack(_ name: String, _ files: [(file: String, as: String)], isDeflated: Bool = true) throws {
        let list = files.map { "(\"\($0.file)\", \"\($0.as)\")" }.joined(separator: ",")
        let script = """
            import zipfile
            with zipfile.ZipFile("\(name)", "w", zipfile.\(isDeflated ? "ZIP_DEFLATED" : "ZIP_STORED")) as archive:
                for file, name in [\(list),]: archive.write(file, name)
            """
        let outcome = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    /// Packs frames under names that are written as they are, without the care of the library.
    private func packRaw(_ archive: String, _ names: [String]) throws {
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let script = """
            import zipfile
            with zipfile.ZipFile("\(archive)", "w") as archive:
                for number, name in enumerate([\(list)], 1):
                    info = zipfile.ZipInfo("x"); info.filename = name
                    archive.writestr(info, open("walk/walk.%04d.png" % number, "rb").read())
            """
        let outcome = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        try require(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("an archive with a name that no system has a path for is called damaged, and its name is not shown")
    func longNames() throws {
        try packRaw("long.zip", [String(repeating: "a", count: 5000) + ".1.png"])
        let outcome = try bench.flipbook("list", "long.zip")
        expect(outcome.errors.contains("the list of files is damaged"), "\(outcome.errors.prefix(300))")
        expect(outcome.errors.utf8.count < 300)
    }

    @Test(
        "a small archive that unpacks to hundreds of megabytes is refused before there is memory for them",
        .enabled(if: LongTests.areWanted, LongTests.absence),
        .enabled(if: Sanitizer.isAbsent, Sanitizer.presence)
    )
    func bombs() throws {
        // 400 MiB of zeros are the packed block of 4 MiB, a hundred times.
        let script = """
            import struct, zlib
            picture, zeros = open("walk/walk.0001.png", "rb").read(), bytes(4 << 20)
            def packed(head, count):
                packer, check = zlib.compressobj(9, zlib.DEFLATED, -15), zlib.crc32(head)
                for _ in range(count): check = zlib.crc32(zeros, check)
                first = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
                block = packer.compress(zeros) + packer.flush(zlib.Z_FULL_FLUSH)
                return check, first + block * count + b"\\3\\0", len(head) + len(zeros) * count
            def write(name, files):
                with open(name, "wb") as archive:
                    entries = []
                    for number, (check, data, size) in enumerate(files):
                        file = b"f.%d.png" % number
                        facts = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, check, len(data), size, len(file), 0)
                        entries.append(b"PK\\1\\2" + struct.pack("<H", 20) + facts + struct.pack("<HHHII", 0, 0, 0, 0, archive.tell()) + file)
                        archive.write(b"PK\\3\\4" + facts + file + data)
                    start, list = archive.tell(), b"".join(entries)
                    archive.write(list + b"PK\\5\\6" + struct.pack("<HHHHIIH", 0, 0, len(files), len(files), len(list), start, 0))
            write("zeros.zip", [packed(b"", 100)])
            write("tail.zip", [packed(picture, 0), packed(picture, 100)])
            """
        try require(try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path).status == 0)
        for (name, words) in [
            ("zeros", "f.0.png is data of an unknown type"),
            ("tail", "unpacks to 400 MiB, which no intact PNG file does"),
        ] {
            for verb in LongTests.cases([["lint", "--deep"], ["list"], ["export", "-o", "a.mkv"]], every: 2) {
                let outcome = try Program("sh").run(
                    ["-c", "ulimit -v 500000; exec \"$0\" \"$@\"", Program.flipbook.name] + verb + [name + ".zip"],
                    in: bench.folder.path
                )
                let isListed = verb == ["list"] && name == "tail"
                let said = isListed ? "unsupported 1" : words
                expect((outcome.text + outcome.errors).contains(said), "\(verb) \(name): \(outcome)")
            }
        }
    }

    @Test("a PNG that is not packed, all of one color, gets small in an archive, and is read")
    func flat() throws {
        let script = """
            import struct, zipfile, zlib
            def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            rows = zlib.compress(bytes((2400 * 3 + 1) * 2400), 0)
            head = struct.pack(">IIBBBBB", 2400, 2400, 8, 2, 0, 0, 0)
            png = bytes([137]) + b"PNG\\r\\n" + bytes([26, 10]) + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
            with zipfile.ZipFile("flat.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for number in (1, 2): archive.writestr("f.%d.png" % number, png)
            """
        try require(try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path).status == 0)
        let outcome = try bench.flipbook("lint", "--deep", "flat.zip")
        expect(outcome.status == 0 && outcome.text.contains("2 frames"), "\(outcome.text)")
    }

    @Test("numbers that are far apart are listed in an instant, the ones between them not one by one")
    func farNumbers() throws {
        try pack("far.zip", [1, 2].map { ("walk/\(TestFrames.name($0))", "f.\($0 == 1 ? 1 : 900_000_000).png") })
        let listed = try bench.flipbook("list", "far.zip", "--json")
        expect(listed.status == 0 && listed.text.contains("\"missing\" : \"2-899999999\""), "\(listed)")
    }

    private func frames(_ numbers: some Sequence<Int>, in folder: String = "") -> [(file: String, as: String)] {
        numbers.map { ("walk/\(TestFrames.name($0))", folder + TestFrames.name($0)) }
    }

    @Test(
        "frames are read in place, by their numbers",
        arguments: LongTests.cases([(true, ""), (true, "shot/"), (false, ""), (false, "shot/")], every: 3)
    )
    func export(isDeflated: Bool, folder: String) throws {
        try bench.folder.write(Array("notes".utf8), to: "notes.txt")
        try pack(
            "walk.zip",
            frames([2, 1, 3, 6, 5, 4], in: folder) + [("notes.txt", "notes.txt")],
            isDeflated: isDeflated
        )
        let outcome = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        try require(outcome.status == 0, "\(outcome.errors)")
        expect(outcome.errors.contains("1 other file in the archive is left out"), "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), [1, 2, 3, 4, 5, 6])
        try expectEqual(bench.exported(["walk.zip", "--frames", "2-4"], among: 1...6), [2, 3, 4])
    }

    @Test(
        "an archive is listed, linted, exported and rendered in the words and with the status of its folder",
        arguments: LongTests.cases(
            [
                ["f0003 (1).png"], ["poster.png", "README.md"], ["f0003.PNG"], ["f0004.PNG"], ["f6.png"], ["f3.png"],
                ["f0001.50.png"], ["f0006.png", "g0001.png", "g0002.png"], ["f0001.png.tmp", ".f0002.png.swp"],
            ],
            every: 2
        )
    )
    func asFolder(others: [String]) throws {
        let names = others + (1...5).map { "f000\($0).png" }.filter { $0 != "f0004.png" || others != ["f0004.PNG"] }
        for name in names { try bench.folder.write(bench.frames.png(1), to: "shot/\(name)") }
        try pack("shot.zip", names.map { ("shot/\($0)", $0) })
        for verb in [
            ["list"], ["lint"], ["export", "--overwrite", "-o", "a.mkv"], ["render", "--overwrite", "-o", "a.png"],
        ] {
            let folder = try bench.flipbook(verb + ["shot"])
            let archive = try bench.flipbook(verb + ["shot.zip"])
            expectEqual(archive.status, folder.status, "\(verb): \(archive)")
            // Nothing is renamed in an archive: the ways out differ.
            func facts(_ outcome: Program.Outcome) -> String {
                let ways = /; \d+ fixable.*|\. Rename it \(.*|\. List all files.*|\. Add --recursive.*/
                let words = (outcome.text + outcome.errors).replacing("shot.zip", with: "shot")
                return words.replacing(ways, with: "").split(separator: "\n").filter {
                    !$0.contains(" of the archive ") && !$0.contains(" in the archive ")
                }
                .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
            }
            expectEqual(facts(archive), facts(folder), "\(verb)")
        }
        let folder = try bench.flipbook("lint", "shot/f####.png")
        let archive = try bench.flipbook("lint", "shot.zip/f####.png")
        expectEqual(archive.status, folder.status, "\(archive)")
    }

    @Test("pictures of an archive need no other name than the archive has")
    func linting() throws {
        try pack("walk.zip", frames(1...6))
        try expect(bench.flipbook("lint", "--deep", "walk.zip").text.hasSuffix("1 sequence, 6 frames: no findings\n"))
        try pack("a.ora", [("walk/\(TestFrames.name(1))", "mergedimage.png")])
        try expect(bench.flipbook("lint", "--deep", "a.ora").text.hasSuffix("1 still: no findings\n"))
    }

    @Test("a number that is missing in the archive is missing, and nothing stands for it unasked")
    func gap() throws {
        try pack("walk.zip", frames([1, 2, 4, 5]))
        let refused = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        expect(refused.status == 1 && refused.errors.contains("frame 3"), "\(refused.errors)")
        let linted = try bench.flipbook("lint", "walk.zip")
        expect(linted.status == 1 && linted.text.contains("seq.gap  frame 3 is missing (1 of 5)"), "\(linted.text)")
        let fixed = try bench.flipbook("fix", "--unsafe", "walk.zip")
        expect(fixed.errors.isEmpty || !fixed.errors.contains("walk.0003"), "\(fixed)")
        try expectEqual(bench.names().filter { $0.hasPrefix("walk") }, ["walk", "walk.zip"])
        let listed = try bench.flipbook("list", "walk.zip")
        expectEqual(
            listed.text,
            "walk.zip/walk.####.png  1-5  4 of 5 frames  24x18  8 bit rgb srgb  missing 3\n",
            "\(listed.text)"
        )
        try expectEqual(bench.exported(["walk.zip", "--missing", "hold"], among: 1...6), [1, 2, 2, 4, 5])
    }

    @Test("damaged pictures have their names and numbers, not their places, and the first one does not cost the others")
    func damaged() throws {
        try bench.folder.write([], to: "walk/\(TestFrames.name(3))")
        try pack("walk.zip", [3, 1, 2, 4].map { ("walk/\(TestFrames.name($0))", TestFrames.name($0)) })
        let outcome = try bench.flipbook("export", "walk.zip", "-o", "a.mkv", "--missing", "hold")
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expect(outcome.errors.contains("walk.zip/walk.0003.png: "), "\(outcome.errors)")
        expect(outcome.errors.contains("walk.0002.png is shown instead"), "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...4), [1, 2, 2, 4])
        let refused = try bench.flipbook("export", "walk.zip", "-o", "b.mkv")
        expect(refused.status == 1 && refused.errors.contains("walk.zip/walk.0003.png: "), "\(refused.errors)")
        try expect(bench.flipbook("list", "walk.zip").text.contains("damaged 3"))
    }

    @Test("a number that two pictures of the archive have is refused by export, and told of by lint and list")
    func doubled() throws {
        try pack("walk.zip", frames(1...4) + [("walk/\(TestFrames.name(5))", "walk.2.png")])
        let refused = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        expect(refused.status == 1 && refused.errors.contains("are both frame 2"), "\(refused.errors)")
        let linted = try bench.flipbook("lint", "walk.zip")
        expect(linted.status == 1 && linted.text.contains("seq.duplicate-number"), "\(linted.text)")
        expect(linted.text.contains("walk.2.png") && linted.text.contains("walk.0002.png"), "\(linted.text)")
        try expect(bench.flipbook("list", "walk.zip").text.contains("repeated 2"))
    }

    @Test("of an archive with several sequences one is chosen by its pattern, and play shows all")
    func several() throws {
        let others = (5...6).map { (file: "walk/\(TestFrames.name($0))", as: TestFrames.name($0, stem: "other")) }
        try pack("two.zip", frames(1...3) + others)
        let refused = try bench.flipbook("export", "two.zip", "-o", "a.mkv")
        expect(refused.status == 2 && refused.errors.contains("two.zip/other.####.png"), "\(refused.errors)")
        try expectEqual(bench.exported(["two.zip/other.####.png"], among: 1...6), [5, 6])
        let played = try bench.flipbook("play", "two.zip", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expectEqual(played.status, 0, "\(played.errors)")
        try pack("one.zip", frames(1...2))
        let twice = ["play", "one.zip", "two.zip", "--sink", "fakesink", "--repeat", "1", "--fps", "60"]
        let both = try bench.flipbook(twice)
        expect(both.status == 0 && both.errors.isEmpty, "\(both.errors)")
        let listed = try bench.flipbook("list", "two.zip").text
        expect(listed.contains("two.zip/other.####.png  5-6") && listed.contains("two.zip/walk.####.png"), "\(listed)")
    }

    /// A comic in chapters, which the archive has in the order of their letters.
    private func packChapters() throws {
        try pack("book.cbz", frames(1...2, in: "1/") + frames(5...6, in: "10/") + frames(3...4, in: "2/"))
    }

    @Test(
        "an archive of several folders is refused with the folders in natural order and both ways out",
        arguments: [
            ["export", "-o", "a.mkv"], ["render", "-o", "a.png"], ["manifest"], ["explain"], ["diff", "walk"],
        ]
    )
    func folders(verb: [String]) throws {
        try packChapters()
        let outcome = try bench.flipbook(verb + ["book.cbz"])
        expectEqual(outcome.status, 2, "\(outcome)")
        let sentence =
            "book.cbz: the archive has pictures in multiple folders; specify one of them, or add --recursive to join"
        expectEqual(
            outcome.errorLines,
            [
                "error: \(sentence) them in order:", "    book.cbz/1", "    book.cbz/2", "    book.cbz/10",
            ]
        )
    }

    @Test(
        "a folder of an archive is an input by its name, by a pattern, and by a picture's name",
        arguments: [
            ("book.cbz/2", [3, 4]), ("book.cbz/2/", [3, 4]), ("book.cbz/10/walk.####.png", [5, 6]),
            ("book.cbz/2/walk.0003.png", [3]),
        ]
    )
    func folder(input: String, numbers: [Int]) throws {
        try packChapters()
        try expectEqual(bench.exported([input], among: 1...6), numbers)
        try expectEqual(bench.flipbook("render", input, "-o", "a.png").status, 0)
        let played = try bench.flipbook("play", input, "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expectEqual(played.status, 0, "\(played.errors)")
        let linted = try bench.flipbook("lint", "--deep", input)
        expect(linted.status == 0 || numbers.count == 1, "\(linted)")
    }

    @Test("-r joins all folders of an archive, and of a folder, in natural order")
    func recursive() throws {
        try packChapters()
        try expectEqual(bench.exported(["-r", "book.cbz"], among: 1...6), [1, 2, 3, 4, 5, 6])
        for (folder, numbers) in [("1", 1...1), ("2", 2...3), ("10", 4...6)] {
            try bench.add(numbers, to: "book/\(folder)")
        }
        try expectEqual(bench.exported(["-r", "book"], among: 1...6), [1, 2, 3, 4, 5, 6])
        let joined = try bench.flipbook("export", "-r", "book", "-o", "joined.mkv")
        let names = "book/1/walk.0001.png, book/2/walk.####.png, book/10/walk.####.png"
        expect(joined.errors.contains("note: joined 2 sequences and 1 image: \(names).\n"), "\(joined.errors)")
        try expectEqual(bench.exported(["-r", "book/10", "book.cbz/1"], among: 1...6), [4, 5, 6, 1, 2])
        let file = try bench.flipbook("export", "-r", "walk/walk.0001.png", "-o", "a.mkv")
        expect(
            file.status == 2 && file.errors.contains("--recursive requires a folder or picture archive"),
            "\(file.errors)"
        )
        let pattern = try bench.flipbook("export", "walk/walk.%04d.png", "-r", "-o", "a.mkv")
        expect(pattern.errors.contains("--recursive requires a folder"), "\(pattern.errors)")
        let piped = try Program("sh").run(
            ["-c", "cat book.cbz | \"$0\" render /dev/stdin/2 -o b.png", Program.flipbook.name],
            in: bench.folder.path
        )
        expectEqual(piped.status, 0, "\(piped.errors)")
        let played = try bench.flipbook(
            ["play", "-r", "book.cbz", "--sink", "fakesink", "--repeat", "1", "--fps", "60"]
        )
        expectEqual(played.status, 0, "\(played.errors)")
    }

    @Test("pictures beside the folders of an archive are a choice of their own, and chapter 1 comes before 1.5")
    func cover() throws {
        try pack(
            "cover.cbz",
            frames(3...3, in: "Ch 1.5/") + frames(4...5, in: "Ch 2/") + frames(2...2, in: "Ch 1/")
                + [("walk/\(TestFrames.name(1))", "cover.png"), ("walk/\(TestFrames.name(6))", "Ch 10/1.png")]
        )
        let refused = try bench.flipbook("export", "cover.cbz", "-o", "a.mkv")
        let inputs = ["cover.png", "Ch 1", "Ch 1.5", "Ch 2", "Ch 10"].map { "cover.cbz/\($0)" }
        expectEqual(refused.errorLines.dropFirst().map { $0.filter { $0 != "'" }.dropFirst(4) }, inputs.map { $0[...] })
        for (input, numbers) in zip(inputs, [[1], [2], [3], [4, 5], [6]]) {
            try expectEqual(bench.exported([input], among: 1...6), numbers, "\(input)")
        }
        try expectEqual(bench.exported(["-r", "cover.cbz"], among: 1...6), [1, 2, 3, 4, 5, 6])
        let played = try bench.flipbook("play", "cover.cbz", "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expect(played.status == 0 && played.errors.isEmpty, "\(played.errors)")
        try bench.folder.write(Array("animationImages: cover.cbz\n".utf8), to: "all.yaml")
        let manifest = try bench.flipbook("export", "all.yaml", "-o", "a.mkv")
        expect(manifest.errors.contains("specify one of them:") && !manifest.errors.contains("--recursive"))
    }

    @Test("-r takes one of two variants, and a gap is refused or left out, as the verb decides")
    func recursiveNames() throws {
        for (index, number) in [1, 2, 4].enumerated() {
            for scale in ["", "@2x"] {
                try bench.folder.write(bench.frames.png(index + 1), to: "book/1/f\(number)\(scale).png")
            }
        }
        for inputs in [["book/1"], ["-r", "book/1"], ["-r", "book"], ["-r", "book", "book"]] {
            let refused = try bench.flipbook(["export", "-o", "a.mkv"] + inputs)
            expect(refused.status == 1 && refused.errors.contains("book/1/f@.png: frame 3 is missing (1 of 4)"))
            let shown = Array(repeating: [1, 2, 3], count: inputs.count { $0 == "book" } == 2 ? 2 : 1).joined()
            try expectEqual(bench.exported(inputs + ["--missing", "skip"], among: 1...6), Array(shown))
            let manifest = try bench.flipbook(["manifest", "-o", "m.otio", "--overwrite"] + inputs)
            expectEqual(manifest.status, inputs.count == 1 ? 0 : 2, "\(inputs): \(manifest.errors)")
            for arguments in [["render", "-o", "one.png"], ["diff", "book/1"]] {
                let run = try bench.flipbook(arguments + inputs + (arguments[0] == "diff" ? [] : ["--overwrite"]))
                expect(run.status == 0 || inputs.count > 2, "\(arguments) \(inputs): \(run.errors)")
            }
        }
        for policy in ["hold", "black", "nearest"] {
            for verb in ["export", "manifest"] {
                let filled = try bench.flipbook(
                    verb,
                    "-r",
                    "book",
                    "-o",
                    "m.\(verb == "export" ? "mkv" : "json")",
                    "--missing",
                    policy
                )
                expect(filled.status == 1 && filled.errors.contains("joined sequences cannot be filled"), "\(filled)")
            }
        }
        try pack("one.cbz", frames(4...4, in: "1/"))
        try bench.folder.write([], to: "shelf/1/a.cbz")
        let shelf = try bench.flipbook("render", "-r", "shelf", "-o", "a.png")
        expect(shelf.errors.contains("shelf: the only file is not an image"), "\(shelf.errors)")
        let both = ["-r", "book", "one.cbz", "--missing", "skip"]
        try expectEqual(bench.exported(both, among: 1...6), [1, 2, 3, 4])
    }

    @Test("list and lint take each folder of an archive by itself, and list's patterns are inputs")
    func eachFolder() throws {
        try packChapters()
        let patterns = try bench.flipbook("list", "book.cbz").text.split(separator: "\n").map {
            $0.prefix { $0 != " " }
        }
        expectEqual(patterns, ["1", "2", "10"].map { "book.cbz/\($0)/walk.####.png" })
        for input in ["book.cbz/2", "book.cbz/2/walk.####.png"] {
            try expect(bench.flipbook("list", input).text.hasPrefix("book.cbz/2/walk.####.png  3-4"), "\(input)")
        }
        try expect(bench.flipbook("lint", "--deep", "book.cbz").text.contains("6 frames"))
        try expect(bench.flipbook("explain", "book.cbz/2/walk.####.png").text.contains("3-4"))
        try bench.folder.write(Array("animationImages: book.cbz/10/walk.####.png\n".utf8), to: "ten.yaml")
        try expectEqual(bench.exported(["ten.yaml"], among: 1...6), [5, 6])
        try expectEqual(bench.flipbook("manifest", "book.cbz/2", "-o", "two.yaml").status, 0)
        try expectEqual(bench.exported(["two.yaml"], among: 1...6), [3, 4])
    }

    @Test("an Ugoira is shown in the order and for the times of its list")
    func ugoira() throws {
        let list = #"{"frames":[{"file":"3.png","delay":120},{"delay":40,"file":"1.png"},{"file":"3.png","delay":60}]}"#
        try bench.folder.write(Array(list.utf8), to: "animation.json")
        try pack(
            "u.zip",
            [
                ("walk/\(TestFrames.name(1))", "1.png"), ("walk/\(TestFrames.name(3))", "3.png"),
                ("animation.json", "animation.json"),
            ]
        )
        let outcome = try bench.flipbook("export", "u.zip", "-o", "a.mkv")
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(bench.shown(in: "a.mkv", among: 1...6), [3, 1, 3])
        let listed = try bench.flipbook("list", "u.zip")
        expect(listed.text.contains("3 frames") && listed.text.contains("0.22 s"), "\(listed.text)")
    }

    @Test("of an OpenRaster file the merged picture is shown")
    func openRaster() throws {
        try bench.folder.write(Array("image/openraster".utf8), to: "mimetype")
        try pack(
            "one.ora",
            [
                ("mimetype", "mimetype"), ("walk/\(TestFrames.name(2))", "data/layer0.png"),
                ("walk/\(TestFrames.name(5))", "mergedimage.png"),
            ]
        )
        try expectEqual(bench.exported(["one.ora"], among: 1...6), [5])
    }

    @Test("a picture whose name leads out of the archive is left out and named, as is one that unpacks to too much")
    func strays() throws {
        try pack("up.zip", frames(1...2, in: "../"))
        let up = try bench.flipbook("export", "up.zip", "-o", "a.mkv")
        let words = "a ZIP archive whose pictures have names that lead outside it, such as ../walk.0001.png; unpack it"
        expect(up.status == 1 && up.errors.contains(words), "\(up.errors)")
        try pack("mixed.zip", frames(1...3) + frames(4...4, in: "../"))
        let mixed = try bench.flipbook("export", "mixed.zip", "-o", "b.mkv")
        let note = "1 picture in the archive is left out because its name leads outside it (../walk.0004.png)"
        expect(mixed.status == 0 && mixed.errors.contains(note), "\(mixed.errors)")
        try expectEqual(bench.shown(in: "b.mkv", among: 1...6), [1, 2, 3])
        let ways = [
            ("/tmp/", "root.zip"), ("../", "one.zip"), ("C:\\\\", "drive.zip"), ("..\\\\", "back.zip"),
        ]
        for (folder, name) in LongTests.cases(ways, every: 2) {
            try packRaw(name, [TestFrames.name(1), folder + TestFrames.name(2)])
            let shown = try bench.flipbook("export", name, "-o", "b.mkv", "--overwrite")
            expect(
                shown.status == 0 && shown.errors.contains("left out because its name leads outside it"),
                "\(name): \(shown.errors)"
            )
            try expectEqual(bench.shown(in: "b.mkv", among: 1...6), [1], "\(name)")
            let linted = try bench.flipbook("lint", name)
            expect(linted.text.contains("load.outside-archive"), "\(name): \(linted.text)")
        }
        let script = """
            import struct, zipfile
            with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive: archive.writestr("f.1.png", b"text")
            file = bytearray(open("bomb.zip", "rb").read())
            struct.pack_into("<I", file, file.index(b"PK\\x01\\x02") + 24, 1025 << 20)
            open("bomb.zip", "wb").write(file)
            with zipfile.ZipFile("text.zip", "w") as archive: archive.writestr("f.1.png", b"some text")
            """
        try require(try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path).status == 0)
        let bomb = try bench.flipbook("export", "bomb.zip", "-o", "c.mkv")
        let size = "too large: f.1.png in the archive unpacks to 1025 MiB; the limit is 1024 MiB"
        expect(bomb.status == 1 && bomb.errors.contains(size), "\(bomb.errors)")
        let text = try bench.flipbook("export", "text.zip", "-o", "c.mkv")
        expect(text.errors.contains("but a ZIP archive whose f.1.png is text; unpack it"), "\(text.errors)")
    }

    @Test("what cannot be read is refused with the reason")
    func refusals() throws {
        let script = """
            import zipfile
            with zipfile.ZipFile("bz.zip", "w", zipfile.ZIP_BZIP2) as archive: archive.writestr("f.1.png", b"1" * 99)
            zipfile.ZipFile("empty.zip", "w").close()
            """
        try require(try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path).status == 0)
        let packed = try bench.flipbook("export", "bz.zip", "-o", "a.mkv")
        let method = "but a ZIP archive whose f.1.png is compressed with method 12; unpack it"
        expect(packed.status == 1 && packed.errors.contains(method), "\(packed.errors)")
        let empty = try bench.flipbook("export", "empty.zip", "-o", "a.mkv")
        expect(empty.status == 1 && empty.errors.contains("but an empty ZIP archive"), "\(empty.errors)")
        try bench.folder.write(Array("notes".utf8), to: "notes.txt")
        try pack("none.zip", [("notes.txt", "notes.txt")])
        let none = try bench.flipbook("export", "none.zip", "-o", "a.mkv")
        let words = "a ZIP archive without pictures; unpack it, and specify its pictures, or leave it out."
        expect(none.status == 1 && none.errors.contains(words), "\(none.errors)")
        try pack("walk.zip", frames(1...3), isDeflated: false)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk.zip").string)))
        let whole = bytes
        let pixels = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("IDAT".utf8) }
        bytes[pixels[1] + 9] ^= 1
        try bench.folder.write(bytes, to: "walk.zip")
        let damaged = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        expect(damaged.status == 1 && damaged.errors.contains("walk.0002.png"), "\(damaged.errors)")
        for count in stride(from: 0, to: whole.count, by: LongTests.areWanted ? 97 : 300) {
            try bench.folder.write(Array(whole.prefix(count)), to: "cut.zip")
            let cut = try bench.flipbook("export", "cut.zip", "-o", "a.mkv")
            expectEqual(cut.status, 1, "\(count): \(cut.errors)")
        }
        try expect(!bench.names().contains("a.mkv"))
    }
}
