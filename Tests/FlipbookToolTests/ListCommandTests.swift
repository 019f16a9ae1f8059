import FlipbookTestSupport
import Foundation
import Testing

@Suite("flipbook list")
struct ListCommandTests {
    /// One object of `--json`, every key of it.
    private struct Listed: Decodable, Equatable {
        var pattern: String
        var directory: String
        var frames: String
        var count: Int
        var missing: String
        var step: Int
        var padding: Int
        var `extension`: String
        var scales: [Int]
        var width: Int?
        var height: Int?
        var depths: [Int]
        var channels: [String]
        var colors: [String]
        var duplicates: [Int]
    }

    /// A folder with a gap, a step, scale variants, another size, a doubled number, a still and a text.
    private func folder() throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let small = try TestFrames(width: 8, height: 6).png(1)
        let large = try TestFrames(width: 16, height: 12).png(1)
        for number in [1, 2, 3, 5, 8, 9, 10] { try folder.write(small, to: TestFrames.name(number)) }
        for number in [0, 10, 20, 30] { try folder.write(small, to: "bar\(number).png") }
        for number in 1...3 {
            try folder.write(small, to: "run\(number).png")
            try folder.write(large, to: "run\(number)@2x.png")
        }
        for (number, bytes) in [(1, small), (2, small), (3, large)] { try folder.write(bytes, to: "odd_\(number).png") }
        for name in ["twice.1.png", "twice.2.png", "twice.001.png"] { try folder.write(small, to: name) }
        try folder.write(small, to: "logo.png")
        try folder.write([], to: "notes.txt")
        try folder.write([], to: ".hidden.0001.png")
        return folder
    }

    @Test("each sequence is one aligned line with its range, count, size, scales and faults")
    func lines() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list"], in: folder.path)
        expectEqual(outcome.status, 0)
        expectEqual(
            outcome.text,
            """
            bar@.png       0-30x10        4 frames  8x6  8 bit rgb srgb
            odd_@.png      1-3            3 frames  mixed 8x6,16x12  8 bit rgb srgb
            run@.png       1-3            3 frames  8x6  8 bit rgb srgb  @1x @2x
            twice.@.png    1-2            2 frames  8x6  8 bit rgb srgb  repeated 1
            twice.@@@.png  1              1 frame   8x6  8 bit rgb srgb  repeated 1
            walk.####.png  1-10     7 of 10 frames  8x6  8 bit rgb srgb  missing 4,6-7

            """
        )
        expectEqual(outcome.errors, "Also here: 1 single image, 1 other file.\n")
    }

    @Test("the JSON has every key for every sequence, frames and missing as ranges")
    func json() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list", "--json", folder.path])
        let listed = try JSONDecoder().decode([Listed].self, from: outcome.output)
        expectEqual(
            listed.map(\.pattern),
            [
                "bar@.png", "odd_@.png", "run@.png", "twice.@.png", "twice.@@@.png", "walk.####.png",
            ]
        )
        expectEqual(
            listed.last,
            Listed(
                pattern: "walk.####.png",
                directory: folder.path,
                frames: "1-3,5,8-10",
                count: 7,
                missing: "4,6-7",
                step: 1,
                padding: 4,
                extension: "png",
                scales: [1],
                width: 8,
                height: 6,
                depths: [8],
                channels: ["rgb"],
                colors: ["srgb"],
                duplicates: []
            )
        )
        expectEqual(listed.first?.step, 10)
        expectEqual(listed[2].scales, [1, 2])
        expectEqual(listed[3].duplicates, [1])
        expect(outcome.errors.isEmpty)
    }

    @Test("-r looks into folders below, sorted, each once and through links, but not into hidden ones")
    func recursion() throws {
        let folder = try TemporaryDirectory()
        let png = try TestFrames(width: 8, height: 6).png(1)
        for place in ["b", "a/deep", ".git"] {
            for number in 1...2 { try folder.write(png, to: "\(place)/w\(number).png") }
        }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: folder.path)
        let outcome = try Program.flipbook.run(["list", "-r"], in: folder.path)
        expectEqual(outcome.status, 0)
        expectEqual(
            outcome.text,
            "a/deep/w@.png  1-2  2 frames  8x6  8 bit rgb srgb\nb/w@.png       1-2  2 frames  8x6  8 bit rgb srgb\n"
        )
        try expectEqual(Program.flipbook.run(["list", "--json"], in: folder.path).text, "[\n\n]\n")
        // What lies behind a link is listed by the link's name, as lint names it.
        let other = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/link",
            withDestinationPath: folder.path + "/b"
        )
        let linked = try Program.flipbook.run(["list", "-r"], in: other.path)
        expectEqual(linked.text, "link/w@.png  1-2  2 frames  8x6  8 bit rgb srgb\n")
    }

    @Test("a name is printed so that a shell reads the same name and a terminal shows nothing else")
    func names() throws {
        let folder = try TemporaryDirectory()
        for number in 1...2 { try folder.write([], to: "a b\u{1B}[31m\(number).png") }
        let outcome = try Program.flipbook.run(["list"], in: folder.path)
        expectEqual(outcome.text, "$'a b\\033[31m@.png'  1-2  2 frames  ?  empty 1-2\n")
    }

    /// The kinds of file that are no frame, and the word for each.
    private static let faults: [(String, [UInt8])] = [
        ("damaged", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), ("empty", []),
        ("no image", Array("<!DOCTYPE html>\n<html>".utf8)), ("no image", [0]),
        ("Git LFS pointer", Array("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n".utf8)),
        ("unsupported", Array("8BPS".utf8) + [0, 1, 0, 0] + [UInt8](repeating: 0, count: 64)),
    ]

    @Test("a frame that is not whole counts as one, has its word in the line and in the JSON, and ends with status 1")
    func faults() throws {
        let folder = try TemporaryDirectory()
        for number in [1, 9] { try folder.write(try TestFrames(width: 8, height: 6).png(1), to: "f.\(number).png") }
        for (index, (_, bytes)) in Self.faults.enumerated() { try folder.write(bytes, to: "f.\(index + 2).png") }
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/f.8.png", withDestinationPath: "gone.png")
        let outcome = try Program.flipbook.run(["list"], in: folder.path)
        expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
        let words = "damaged 2  empty 3  no image 4-5  Git LFS pointer 6  unreadable 8  unsupported 7"
        expectEqual(outcome.text, "f.@.png  1-9  9 frames  8x6  8 bit rgb srgb  \(words)\n")
        let document = try Program.flipbook.run(["list", "--json"], in: folder.path)
        let found = try JSONDecoder().decode([Faulty].self, from: document.output).first?.faults ?? []
        expectEqual(document.status, 1)
        expectEqual(found.map { "\($0.kind) \($0.frames)" }.joined(separator: "  "), words)
        try folder.write(
            Array("animationImages: [f.1.png, f.3.png, f.9.png]\nframeRate: 24\n".utf8),
            to: "some.yaml"
        )
        let named = try Program.flipbook.run(["list", "some.yaml"], in: folder.path)
        expect(named.status == 1 && named.text.hasSuffix("empty 3\n"), "\(named)")
    }

    /// The faults of one object of `--json`.
    private struct Faulty: Decodable {
        struct Fault: Decodable {
            var kind, frames: String
        }

        var faults: [Fault]
        var sizes: [String]
    }

    @Test("a file that is no picture does not keep those behind it from being listed")
    func severalFiles() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list", "notes.txt", "logo.png"], in: folder.path)
        expect(outcome.status == 1 && outcome.errors.contains("notes.txt: empty (0 bytes)"), "\(outcome)")
        expectEqual(outcome.text, "logo.png    1 frame   8x6  8 bit rgb srgb\n")
    }

    @Test("two sizes in one file are both named")
    func sizes() throws {
        let folder = try TemporaryDirectory()
        // A little-endian TIFF of two pages in gray, its pixels behind both directories.
        let little = { (value: Int, count: Int) in (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        let pages = [(4, 3), (3, 4)].enumerated().map { index, size -> [UInt8] in
            let tags = [
                (256, size.0), (257, size.1), (258, 8), (259, 1), (262, 1), (273, 8 + 2 * 114), (277, 1), (278, size.1),
                (279, 12),
            ]
            let entries = tags.flatMap { little($0, 2) + little(4, 2) + little(1, 4) + little($1, 4) }
            return little(tags.count, 2) + entries + little(index == 0 ? 8 + 114 : 0, 4)
        }
        let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        try folder.write(head + pages.joined() + [UInt8](repeating: 9, count: 12), to: "stack.tif")
        let outcome = try Program.flipbook.run(["list", "stack.tif"], in: folder.path)
        expectEqual(outcome.text, "stack.tif  1-2  2 frames  mixed 4x3,3x4  8 bit gray\n", "\(outcome)")
        let document = try Program.flipbook.run(["list", "--json", "stack.tif"], in: folder.path)
        try expectEqual(JSONDecoder().decode([Faulty].self, from: document.output).first?.sizes, ["4x3", "3x4"])
    }

    @Test("a pattern that is printed is an input, and has the same line")
    func patterns() throws {
        let folder = try folder()
        let png = try TestFrames(width: 8, height: 6).png(1)
        for name in ["a#b", "c%d", "d@2x", "e$F", "[1-2]", "g h"] {
            for number in 1...2 { try folder.write(png, to: "odd/\(name).\(number).png") }
        }
        for number in ["1.00", "1.50", "2.00", "2.50"] { try folder.write(png, to: "parts/f.\(number).png") }
        try folder.write([], to: "parts/f.2.50.png")
        try folder.write(png, to: "odd/g h.0003.png")
        for place in [".", "odd", "parts"] {
            let listed = try Program.flipbook.run(["list", "--json", place], in: folder.path)
            for object in try JSONDecoder().decode([Listed].self, from: listed.output) {
                let pattern = (place == "." ? "" : place + "/") + object.pattern
                let again = try Program.flipbook.run(["list", "--json", pattern], in: folder.path)
                try expectEqual(
                    JSONDecoder().decode([Listed].self, from: again.output),
                    [object],
                    "\(pattern): \(again)"
                )
            }
        }
        try expect(Program.flipbook.run(["list", "parts/f.@.@@.png"], in: folder.path).text.hasSuffix("empty 2.5\n"))
        let part = try Program.flipbook.run(["list", "walk.1-4####.png"], in: folder.path)
        expectEqual(
            part.text,
            "walk.1-4####.png  1-4  3 of 4 frames  8x6  8 bit rgb srgb  missing 4\n",
            "\(part)"
        )
        let none = try Program.flipbook.run(["list", "none.####.png", "run@.png"], in: folder.path)
        expect(none.status == 3 && none.errors.contains("none.####.png: no file matches"), "\(none)")
        expect(none.text.hasPrefix("run@.png"))
    }

    @Test("folders within the folder are mentioned, with what lists them")
    func foldersWithin() throws {
        let folder = try TemporaryDirectory()
        for place in ["a", "b", ".git"] { try folder.write([], to: "\(place)/notes.txt") }
        let outcome = try Program.flipbook.run(["list"], in: folder.path)
        expectEqual(outcome.errors, "No sequences here, but 2 folders (a/, b/). To also list the subfolders, add -r.\n")
        let all = try Program.flipbook.run(["list", "-r"], in: folder.path)
        expectEqual(all.errors, "No sequences here, but 2 other files.\n")
    }

    @Test("a frame of which only a leftover is there is told of by every verb")
    func leftovers() throws {
        let bench = try Workbench()
        for number in 1...2 { try bench.folder.write(bench.frames.png(number), to: "walk/f.\(number).png") }
        for name in ["f.3.png.tmp", "f.3.png~"] { try bench.folder.write([], to: "walk/\(name)") }
        try bench.folder.write([], to: "walk/f.2.png~")
        for verb in [
            ["export", "-o", "a.mkv", "--overwrite"], ["play", "--sink", "fakesink", "--repeat", "1"], ["explain"],
        ] {
            for input in verb == ["explain"] ? ["walk/f.@.png"] : ["walk", "walk/f.@.png"] {
                let outcome = try bench.flipbook(verb + [input])
                let words = outcome.text + outcome.errors
                expect(words.contains("f.3.png is missing, but a program left f.3.png"), "\(verb): \(words)")
                expect(words.contains(" behind."), "\(verb): \(words)")
            }
        }
        let listed = try bench.flipbook("list", "walk")
        expectEqual(listed.errors, "Also here: 3 other files, leftovers of 1 missing frame.\n", "\(listed)")
    }

    @Test("a folder that is not there ends with status 3, the others are listed all the same")
    func missingFolder() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list", "nowhere", "."], in: folder.path)
        expectEqual(outcome.status, 3)
        expect(outcome.errors.contains("nowhere: there is no such file or folder; check the spelling"))
        expect(outcome.text.contains("walk.####.png"))
        let empty = try TemporaryDirectory()
        try expectEqual(Program.flipbook.run(["list"], in: empty.path).status, 0)
    }

    @Test("a folder that is not there is not said to be empty, and one that is given twice is listed once")
    func folders() throws {
        let folder = try TemporaryDirectory()
        for number in 1...2 { try folder.write([], to: "w/" + TestFrames.name(number)) }
        let absent = try Program.flipbook.run(["list", "NOPE"], in: folder.path)
        expectEqual(absent.status, 3)
        expect(!absent.errors.contains("No sequence"), "\(absent.errors)")
        let twice = try Program.flipbook.run(["list", "w", "w/", "w"], in: folder.path)
        expectEqual(twice.text.split(separator: "\n").count, 1, "\(twice.text)")
    }
}
