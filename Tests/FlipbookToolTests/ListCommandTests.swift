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
        #expect(outcome.status == 0)
        #expect(
            outcome.text == """
                bar@.png       0-30x10        4 frames  8x6  8 bit rgb srgb
                odd_@.png      1-3            3 frames  mixed 8x6,16x12  8 bit rgb srgb
                run@.png       1-3            3 frames  8x6  8 bit rgb srgb  @1x @2x
                twice.@.png    1-2            2 frames  8x6  8 bit rgb srgb  doubled 1
                twice.@@@.png  1              1 frame   8x6  8 bit rgb srgb  doubled 1
                walk.####.png  1-10     7 of 10 frames  8x6  8 bit rgb srgb  missing 4,6-7

                """
        )
        #expect(outcome.errors == "besides: 1 single image, 1 other file\n")
    }

    @Test("the JSON has every key for every sequence, frames and missing as ranges")
    func json() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list", "--json", folder.path])
        let listed = try JSONDecoder().decode([Listed].self, from: outcome.output)
        #expect(
            listed.map(\.pattern) == [
                "bar@.png", "odd_@.png", "run@.png", "twice.@.png", "twice.@@@.png", "walk.####.png",
            ]
        )
        #expect(
            listed.last
                == Listed(
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
        #expect(listed.first?.step == 10)
        #expect(listed[2].scales == [1, 2])
        #expect(listed[3].duplicates == [1])
        #expect(outcome.errors.isEmpty)
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
        #expect(outcome.status == 0)
        #expect(
            outcome.text
                == "a/deep/w@.png  1-2  2 frames  8x6  8 bit rgb srgb\nb/w@.png       1-2  2 frames  8x6  8 bit rgb srgb\n"
        )
        #expect(try Program.flipbook.run(["list", "--json"], in: folder.path).text == "[\n\n]\n")
        // What lies behind a link is listed by the link's name, as lint names it.
        let other = try TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: other.path + "/link",
            withDestinationPath: folder.path + "/b"
        )
        let linked = try Program.flipbook.run(["list", "-r"], in: other.path)
        #expect(linked.text == "link/w@.png  1-2  2 frames  8x6  8 bit rgb srgb\n")
    }

    @Test("a name is printed so that a shell reads the same name and a terminal shows nothing else")
    func names() throws {
        let folder = try TemporaryDirectory()
        for number in 1...2 { try folder.write([], to: "a b\u{1B}[31m\(number).png") }
        let outcome = try Program.flipbook.run(["list"], in: folder.path)
        #expect(outcome.text == "$'a b\\033[31m@.png'  1-2  2 frames  ?  damaged 1-2\n")
    }

    @Test("a folder that is not there ends with status 3, the others are listed all the same")
    func missingFolder() throws {
        let folder = try folder()
        let outcome = try Program.flipbook.run(["list", "nowhere", "."], in: folder.path)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("nowhere: there is no such file or folder; check the spelling"))
        #expect(outcome.text.contains("walk.####.png"))
        let empty = try TemporaryDirectory()
        #expect(try Program.flipbook.run(["list"], in: empty.path).status == 0)
    }

    @Test("a folder that is not there is not said to be empty, and one that is given twice is listed once")
    func folders() throws {
        let folder = try TemporaryDirectory()
        for number in 1...2 { try folder.write([], to: "w/" + TestFrames.name(number)) }
        let absent = try Program.flipbook.run(["list", "NOPE"], in: folder.path)
        #expect(absent.status == 3)
        #expect(!absent.errors.contains("no sequence"), "\(absent.errors)")
        let twice = try Program.flipbook.run(["list", "w", "w/", "w"], in: folder.path)
        #expect(twice.text.split(separator: "\n").count == 1, "\(twice.text)")
    }
}
