import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// No frame is lost in silence, nor shown in another order: each verb refuses a folder, or says what it does.
@Suite(.hangLimit) struct FrameLossTests {
    /// A folder whose names leave a frame out, or the order open.
    struct Folder: Sendable, CustomTestStringConvertible {
        /// The files in the order of their frames.
        let names: [String]
        /// The one that the refusal names.
        let stray: String
        /// How many frames a player shows.
        let played: Int
        var testDescription: String { names.joined(separator: " ") }
    }

    private static let folders = [
        Folder(names: ["DSC_9998.png", "DSC_9999.png", "DSC_0001.png"], stray: "9998-9999,1", played: 3),
        Folder(names: ["f998.png", "f999.png", "f000.png", "f001.png"], stray: "998-999,0-1", played: 4),
        Folder(names: ["f97.png", "f98.png", "f99.png", "f00.png", "f01.png"], stray: "97-99,0-1", played: 5),
        Folder(names: ["f.1.00.png", "f.1.25.png", "f.1.5.png", "f.1.75.png"], stray: "f.1.5.png", played: 4),
        Folder(
            names: ["f.1.00.png", "f.1.10.png", "f.1.20.png", "f.1.30.png", "f.2.00.png"],
            stray: "f.2.00.png",
            played: 5
        ),
        Folder(
            names: ["f.0001.0.png", "f.0001.1.png", "f.0001.2.png", "f.0002.0.png"],
            stray: "f.0002.0.png",
            played: 4
        ),
        Folder(
            names: ["f.0001.png", "f.0001.1.png", "f.0002.png", "f.0002.1.png"],
            stray: "f.0001.1.png",
            played: 4
        ),
        Folder(names: ["f_0001.png", "f_0001_5.png", "f_0002.png"], stray: "f_0001_5.png", played: 3),
        Folder(
            names: ["f_1.png", "f_1_5.png", "f_2.png", "f_2_5.png", "f_3.png"],
            stray: "f_1_5.png",
            played: 5
        ),
        Folder(
            names: ["f_1_00.png", "f_1_25.png", "f_1_5.png", "f_1_75.png", "f_2_00.png"],
            stray: "f_1_5.png",
            played: 5
        ),
        Folder(
            names: ["f-0001-00.png", "f-0001-25.png", "f-0001-5.png", "f-0001-75.png", "f-0002-00.png"],
            stray: "f-0001-5.png",
            played: 5
        ),
        Folder(
            names: ["f-0001-0.png", "f-0001-1.png", "f-0001-2.png", "f-0002-0.png"],
            stray: "f-0002-0.png",
            played: 4
        ),
        Folder(names: ["f.1.0.png", "f.1.5.png", "f.1.10.png", "f.2.0.png"], stray: "f.2.0.png", played: 4),
        Folder(
            names: ["f.1.00_main.png", "f.1.25_main.png", "f.1.5_main.png", "f.2.00_main.png"],
            stray: "f.1.25_main.png",
            played: 4
        ),
        Folder(
            names: ["f_1_00_L.png", "f_1_25_L.png", "f_1_5_L.png", "f_2_00_L.png"],
            stray: "f_1_5_L.png",
            played: 4
        ),
        Folder(names: ["f-1.png", "f-1-25.png", "f-2.png"], stray: "f-1-25.png", played: 3),
        Folder(names: ["f.1.00.png", "f.1.33.png", "f.1.67.png", "f.2.00.png"], stray: "f.2.00.png", played: 4),
        Folder(names: ["f0001.png", "f0002.png", "f0003.PNG"], stray: "f0003.PNG", played: 3),
        Folder(names: ["walk.1.png", "walk.2.png", "Walk.3.png"], stray: "Walk.3.png", played: 3),
        Folder(names: ["a.0001.png", "a.0002.png", "a.3.png"], stray: "a.3.png", played: 3),
        Folder(names: ["it.png", "it (1).png", "it (2).png"], stray: "it.png", played: 3),
        Folder(names: ["it_1.png", "it_2.png", "it_2 (1).png"], stray: "it_2 (1).png", played: 2),
        Folder(names: ["f.1.png", "f.1.5.png", "f.2.png"], stray: "f.1.5.png", played: 3),
        Folder(names: ["f.9.png", "f.9.5.png", "f.10.png", "f.11.png"], stray: "f.9.5.png", played: 4),
        Folder(names: ["f.1.png", "f.1.5.png", "f.2.png", "f.3.PNG"], stray: "f.3.PNG", played: 4),
        Folder(names: ["it.png", "it copy.png", "it copy 2.png", "it copy 3.png"], stray: "it copy.png", played: 4),
        Folder(
            names: ["DSC_9998.png", "DSC_9999.png", "DSC_0001.png", "DSC_0001 (1).png"],
            stray: "DSC_0001 (1).png",
            played: 3
        ),
    ]

    private let bench: Workbench

    init() throws { bench = try Workbench() }

    /// Writes the files, each with the picture of its place, from 1.
    private func write(_ names: [String]) throws {
        for (index, name) in names.enumerated() {
            try bench.folder.write(bench.frames.png(index + 1), to: "my walk/\(name)")
        }
    }

    @Test(
        "export, render, a plan and a manifest refuse the folder, and nothing is written",
        arguments: LongTests.cases(folders, every: 3)
    )
    func refused(folder: Folder) throws {
        try write(folder.names)
        try bench.folder.write(Array("animationImages: my walk\n".utf8), to: "walk.yaml")
        for input in ["my walk", "walk.yaml"] {
            for arguments in [
                ["export", input, "-o", "a.mkv"], ["export", input, "-o", "a.mkv", "--dry-run"],
                ["render", input, "-o", "a.png"], ["manifest", input],
                ["plan", input, "-o", "a.mkv"],
            ] where input == "my walk" || arguments[0] != "manifest" {
                let outcome = try bench.flipbook(arguments)
                expect([1, 2].contains(outcome.status), "\(arguments): \(outcome.errors)")
                expect(outcome.errors.contains(folder.stray), "\(arguments): \(outcome.errors)")
            }
        }
        try expectEqual(bench.names(), ["my walk", "walk.yaml"])
    }

    @Test("what the refusal offers shows every frame in its order", arguments: LongTests.cases(folders, every: 3))
    func remedy(folder: Folder) throws {
        try write(folder.names)
        let refusal = try bench.flipbook("export", "my walk", "-o", "a.mkv").errors
        let words =
            if let frames = refusal.firstMatch(of: /\((--frames \S+)\)/) {
                "export 'my walk' \(frames.1)"
            } else if let files = refusal.firstMatch(of: /List all files \((.*)\), or use/) {
                "export \(files.1)"
            } else {
                "export 'my walk'"
            }
        if let fix = refusal.firstMatch(of: /\(flipbook (fix .*)\), or use/) { try run(String(fix.1)) }
        try run("\(words) -o 'all.@@.png' --start-number 1")
        if let pattern = refusal.firstMatch(of: /use (\S+|'.*') to exclude/)?.1 {
            let part = try run("export \(pattern) -o 'part.@@.png' --start-number 1")
            // A pattern that has the numbers itself leaves nothing out.
            let leavesOut = !refusal.contains("flipbook fix") && !pattern.contains(",")
            expectEqual(part.errors.contains("leaves out"), leavesOut, "\(part.errors)")
            let count = try bench.names().count { $0.hasPrefix("part.") }
            if let taken = refusal.firstMatch(of: /\(([0-9]+) frame/)?.1, !refusal.contains("flipbook fix") {
                expectEqual(count, Int(taken))
            }
            let all = folder.names.indices.map { bench.frames.pixels($0 + 1) }
            let order = try pictures("part", count).map { all.firstIndex(of: $0) ?? -1 }
            expectEqual(order, order.sorted())
        }
        try expectEqual(pictures("all", folder.names.count), (1...folder.names.count).map { bench.frames.pixels($0) })
    }

    @Test(
        "what the refusal of a manifest offers is what the manifest reads",
        arguments: LongTests.cases(folders, every: 3)
    )
    func manifestRemedy(folder: Folder) throws {
        try write(folder.names)
        let manifest = bench.folder.path + "/walk.yaml"
        func export(_ images: some StringProtocol, to output: String) throws -> Program.Outcome {
            try bench.folder.write(Array("animationImages: \(images)\n".utf8), to: "walk.yaml")
            return try bench.flipbook("export", manifest, "-o", output)
        }
        let refusal = try export("my walk", to: "a.mkv").errors
        if let all = refusal.firstMatch(of: /(?:List all files|Choose the order) \((.*?)\)(?:, or use|\.\s)/)?.1 {
            let outcome = try export(all, to: "all.@@.png")
            expectEqual(outcome.status, 0, "\(all): \(outcome.errors)")
            try expectEqual(
                pictures("all", folder.names.count),
                (1...folder.names.count).map { bench.frames.pixels($0) }
            )
        } else {
            expect(refusal.contains("flipbook fix"), "\(refusal)")
        }
        if let pattern = refusal.firstMatch(of: /or use (".*") to exclude/)?.1 {
            let outcome = try export(pattern, to: "part.@@.png")
            expectEqual(outcome.status, 0, "\(pattern): \(outcome.errors)")
        }
    }

    @Test(
        "lint finds sub-frames, in one sequence or in several, and a number in two spellings, which export refuses",
        arguments: [
            ["f.1.00.png", "f.1.25.png", "f.2.00.png", "f.2.75.png", "f.3.00.png", "f.3.75.png"],
            ["f.1.png", "f.1.5.png", "f.2.png"],
            ["f.1.00.png", "f.1.33.png", "f.1.67.png", "f.2.00.png", "f.2.33.png", "f.2.67.png"],
            ["f0001.png", "f0002.png", "f0003.png", "f0003.PNG"],
            ["f.1.00.png", "f.1.25.png", "f.1.5.png", "f.1.75.png"],
            ["f.1.00.png", "f.1.25.png", "f.1.5.PNG", "f.1.75.png"],
            ["f_0001.png", "f_0001_5.png", "f_0002.png"],
            ["f_1.png", "f_1_5.png", "f_2.png", "f_2_5.png", "f_3.png"],
            ["f_1_00.png", "f_1_25.png", "f_1_5.png", "f_1_75.png", "f_2_00.png"],
            ["f_1_00.png", "f_1_25.png", "f_1_5.png", "f_1_75.png"],
            ["f-1-00.png", "f-1-25.png", "f-1-5.png", "f-1-75.png", "f-2-00.png"],
            ["f_1_00.png", "f_1_5.png", "f_2_00.png", "f_2_5.png"],
            ["f_1_00_L.png", "f_1_25_L.png", "f_1_5_L.png", "f_2_00_L.png"],
            ["f.1.00_main.png", "f.1.25_main.png", "f.1.5_main.png", "f.2.00_main.png"],
        ]
    )
    func lintedSubframes(names: [String]) throws {
        try write(names)
        let before = try bench.contents("my walk")
        for options in [[], ["--unsafe"]] {
            _ = try bench.flipbook(["fix", "my walk"] + options)
            let after = try bench.contents("my walk")
            expect(before.allSatisfy { after[$0.key] == $0.value }, "\(after.keys)")
        }
        let linted = try bench.flipbook("lint", "my walk", "--format", "compact", "--no-config")
        expect(linted.status == 1 && linted.text.contains("[seq.mixed-spelling]"), "\(linted.text)")
        try expect(bench.flipbook("export", "my walk", "-o", "a.mkv").status != 0)
    }

    @Test(
        "files by name are in the order of their numbers, then of the parts behind these, as fractions or as whole numbers",
        arguments: [
            ["f_1_00", "f_1_25", "f_1_5", "f_1_75", "f_2_00"], ["f-1-00", "f-1-25", "f-1-5", "f-1-75", "f-2-00"],
            ["f-0001-00", "f-0001-25", "f-0001-5", "f-0001-75", "f-0002-00"],
            ["f.1_00", "f.1_25", "f.1_5", "f.1_75", "f.2_00"],
            ["f_01_00", "f_01_25", "f_01_5", "f_01_75", "f_02_00", "f_02_25", "f_02_5", "f_02_75"],
            ["f.0001", "f.0001.5", "f.0001.10", "f.0001.15", "f.0002"], ["f.1.0", "f.1.5", "f.1.10", "f.2.0"],
            ["f.1", "f.1.5", "f.1.10", "f.2"], ["f.0001", "f.0001_5", "f.0001_10", "f.0002"],
            ["f.1.0", "f.1.5", "f.1.20", "f.1.100", "f.2.0"], ["f.1.00", "f.1.02", "f.1.4", "f.1.06"],
            ["f_1_5", "f_1_10", "f_1_15", "f_1_20", "f_2_5"], ["p01", "p02", "p03", "p98"],
            ["f01", "f02", "f03", "f05", "f99"], ["f_1_00_L", "f_1_25_L", "f_1_5_L", "f_2_00_L"],
            ["f.1.00_main", "f.1.25_main", "f.1.5_main", "f.2.00_main"],
        ]
    )
    func namedFiles(names: [String]) throws {
        try write(names.map { $0 + ".png" })
        let files = names.sorted().map { "my walk/\($0).png" }
        let order: [Int?] = Array(1...names.count)
        try expectEqual(bench.exported(files + ["--missing", "skip"], among: 1...names.count), order)
    }

    @Test("a counter that left numbers out is in its order, also in a list of names, with a note")
    func tornCounter() throws {
        try write(["DSC_9995.png", "DSC_0002.png", "DSC_0003.png"])
        let names = ["0002", "0003", "9995"].map { "my walk/DSC_\($0).png" }
        let torn = try bench.flipbook(["export", "-o", "a.mkv"] + names)
        expect(torn.status == 1 && torn.errors.contains("frames 9996-9999,1 are missing"), "\(torn.errors)")
        try expectEqual(bench.exported(names + ["--missing", "skip"], among: 1...3), [1, 2, 3])
        try expectEqual(bench.exported(names + ["--sort", "none"], among: 1...3), [2, 3, 1])
        let rendered = try bench.flipbook(["render", "-o", "a.png", "--missing", "skip"] + names)
        expect(rendered.status == 0 && rendered.errors.contains("--sort none"), "\(rendered.errors)")
        for policy in ["skip", "hold"] {
            let refused = try bench.flipbook("export", "my walk", "-o", "a.mkv", "--missing", policy)
            expect(refused.status == 2 && refused.errors.contains("--frames 9995-9999,1-3"), "\(refused.errors)")
            expect(refused.errors.contains("frames 9996-9999,1 are missing"), "\(refused.errors)")
        }
        try expect(bench.flipbook("lint", "my walk", "--no-config").text.contains("--frames 9995-9999,1-3"))
        // What is offered hides no gap.
        let chosen = ["my walk", "--frames", "9995-9999,1-3"]
        let gap = try bench.flipbook(["export", "-o", "a.mkv"] + chosen)
        expect(gap.status == 1 && gap.errors.contains("9996-9999,1"), "\(gap.errors)")
        try expectEqual(bench.exported(chosen + ["--missing", "hold"], among: 1...3), [1, 1, 1, 1, 1, 1, 2, 3])
        for options in [[], ["--missing", "hold"]] {
            let played = try bench.flipbook(
                ["play", "my walk", "--sink", "fakesink", "--repeat", "1", "--every-frame"] + options
            )
            expect(played.status == 0 && played.errors.contains("restarted"), "\(played.errors)")
        }
    }

    @Test(
        "lint finds copies by their marks, which export refuses",
        arguments: [" (1) (1)", " – Kopie (2)", " - コピー", ".copy", "[1]", "~1"]
    )
    func copyMarks(mark: String) throws {
        try write(["f.0001.png", "f.0002.png", "f.0002\(mark).png"])
        let found = try bench.flipbook("lint", "my walk", "--format", "compact")
        expect(found.text.contains("[name.copy]"), "\(found.text)")
        let refused = try bench.flipbook("export", "my walk", "-o", "a.mkv")
        expect(refused.status == 1 && refused.errors.contains("f.0002\(mark).png"), "\(refused.errors)")
    }

    @Test("play notes copies that are a sequence by themselves")
    func sequenceOfCopies() throws {
        try write(["it_1.png", "it_2.png", "it_1 (1).png", "it_1 (2).png"])
        let played = try bench.flipbook("play", "my walk", "--sink", "fakesink", "--repeat", "1")
        expect(played.status == 0 && played.errors.contains("it_1 (1).png"), "\(played.errors)")
    }

    @Test("list names a folder in a frame's place")
    func folderAsFrame() throws {
        try write(["f1.png", "f2.png", "f3.png/a.png"])
        let listed = try bench.flipbook("list", "my walk")
        expect(listed.text.contains("3 frames") && listed.text.contains("no image 3"), "\(listed.text)")
    }

    @Test("a list of files with a repeated number is refused, as is its folder, and rendered in the order given")
    func repeated() throws {
        try write(["f0.png", "f00.png", "f1.png"])
        let names = ["my walk/f0.png", "my walk/f00.png", "my walk/f1.png"]
        for input in [["my walk"], names] {
            let refused = try bench.flipbook(["render", "--frame", "1", "-o", "a.png"] + input)
            expect(refused.status == 1 && refused.errors.contains("f00.png"), "\(refused.errors)")
        }
        let all = try bench.flipbook(["export", "-o", "a.mkv", "--sort", "none"] + names)
        expect(all.text.hasPrefix("a.mkv: 3 frames, "), "\(all.errors)")
    }

    /// Runs a line of a shell.
    @discardableResult
    private func run(_ line: String) throws -> Program.Outcome {
        let command = "\"$0\" \(line)"
        let outcome = try Program("bash").run(["-c", command, Program.flipbook.name], in: bench.folder.path)
        expectEqual(outcome.status, 0, "\(line): \(outcome.errors)")
        return outcome
    }

    private func pictures(_ name: String, _ count: Int) throws -> [[UInt8]] {
        try (1...count).map { number in
            try ImageDecoder().decode(contentsOf: bench.folder.file("\(name).0\(number).png")).withUnsafeBytes {
                Array($0)
            }
        }
    }

    @Test("play shows every frame, or says which it leaves out", arguments: LongTests.cases(folders, every: 3))
    func played(folder: Folder) throws {
        try write(folder.names)
        let played = try bench.flipbook(
            "play",
            "my walk",
            "--sink",
            "fakesink",
            "--repeat",
            "1",
            "--every-frame",
            "--report",
            "r.json"
        )
        expect(played.status == 0 && played.errors.contains("note:"), "\(played.errors)")
        let report = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(fileURLWithPath: bench.folder.path + "/r.json"))
        )
        expectEqual((report as? [String: Any])?["presented"] as? Int, folder.played)
        let listed = try bench.flipbook("list", "my walk")
        expectEqual(listed.status, 0)
        let explained = try bench.flipbook("explain", "my walk")
        expectEqual(explained.status, 0)
        let document = try bench.flipbook("list", "--json", "my walk")
        let explanation = try bench.flipbook("explain", "--json", "my walk")
        let isCounter = folder.stray.contains(",")
        expect(explanation.text.contains("\"\(folder.stray)\"") != isCounter, "\(explanation.text)")
        expect(listed.text.contains(isCounter ? "restarts after" : folder.stray), "\(listed.text)")
        expect(explained.text.contains(isCounter ? "restarted after" : folder.stray), "\(explained.text)")
        expect(document.text.contains("\"\(folder.stray)\""), "\(document.text)")
    }

    @Test("lint finds it, and neither it nor fix removes, copies or invents a picture of a burst")
    func burst() throws {
        try write(["it.png", "it (1).png", "it (2).png", "it (4).png"])
        let before = try bench.contents("my walk")
        let found = try bench.flipbook("lint", "my walk", "--format", "compact")
        expect(found.text.contains("[name.copy]"))
        for options in [[], ["--unsafe"]] {
            _ = try bench.flipbook(["fix", "my walk"] + options)
            try expectEqual(bench.contents("my walk"), before)
        }
    }

    @Test("list names a frame that is left out among many sequences, too")
    func manySequences() throws {
        let picture = try bench.frames.png(1)
        for place in 1...257 {
            for number in 1...2 { try bench.folder.write(picture, to: "all/shot \(place) - \(number).png") }
        }
        try bench.folder.write(picture, to: "all/shot 9 - 3.PNG")
        try expect(bench.flipbook("list", "all").text.contains("not counting shot 9 - 3.PNG"))
    }

    @Test(
        "fix invents no photograph between those of a camera, and a frame between rendered ones",
        arguments: LongTests.cases(
            [
                ("DSC_0", ".JPG", true), ("_MG_0", ".tif", true), ("P1010", ".webp", true), ("DSC_0", ".png", true),
                ("PXL_20260101_0", ".png", true), ("dscn0", ".png", true), ("walk_0", ".png", false),
                ("img_0", ".png", false), ("DSC_walk_0", ".png", false), ("exif_0", ".png", true),
            ],
            every: 3
        )
    )
    func photographs(start: String, end: String, arePhotographs: Bool) throws {
        try write([101, 102, 103, 105, 106, 107].map { "\(start)\($0)\(end)" })
        if start == "exif_0" {
            // One entry: the camera's maker.
            let exif: [UInt8] = [73, 73, 42, 0, 8, 0, 0, 0, 1, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0, 65, 66, 67, 0]
            let picture = try bench.frames.png(3)
            let signed = picture[..<33] + PNGWriter.Chunk("eXIf", exif).bytes + picture[33...]
            try bench.folder.write(Array(signed), to: "my walk/exif_0103.png")
        }
        let before = try bench.contents("my walk")
        _ = try bench.flipbook("fix", "my walk", "--unsafe", "--select", "seq.gap")
        let after = try bench.contents("my walk")
        expect(arePhotographs ? after == before : after["\(start)104\(end)"] != nil)
    }

    @Test("a clip that chooses its frames, and frames that are chosen beside a copy, are no refusal")
    func chosenByClip() throws {
        try write(["DSC_9998.png", "DSC_9999.png", "DSC_0001.png"])
        let text = "frameRate: 24\ntimeline: [{input: my walk, frames: \"9998-9999,1\"}]\n"
        try bench.folder.write(Array(text.utf8), to: "cut.yaml")
        try expectEqual(bench.exported(["cut.yaml"], among: 1...3), [1, 2, 3])
        try bench.folder.write(bench.frames.png(4), to: "my walk/DSC_0001 (1).png")
        try expectEqual(bench.exported(["my walk", "--frames", "9998-9999"], among: 1...4), [1, 2])
    }

    @Test("numbers that are chosen are in the order that is asked for")
    func chosen() throws {
        try write(["DSC_9998.png", "DSC_9999.png", "DSC_0001.png"])
        try expectEqual(bench.exported(["my walk", "--frames", "1,9998"], among: 1...3), [3, 1])
        try expectEqual(bench.exported(["my walk/DSC_####.png"], among: 1...3), [1, 2, 3])
        try expectEqual(bench.exported(["my walk/DSC_1,9998-9999#.png"], among: 1...3), [3, 1, 2])
    }
}
