import FlipbookCore
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
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    private func frames(_ numbers: some Sequence<Int>, in folder: String = "") -> [(file: String, as: String)] {
        numbers.map { ("walk/\(TestFrames.name($0))", folder + TestFrames.name($0)) }
    }

    @Test("frames are read in place, by their numbers", arguments: [true, false], ["", "shot/"])
    func export(isDeflated: Bool, folder: String) throws {
        try bench.folder.write(Array("notes".utf8), to: "notes.txt")
        try pack(
            "walk.zip",
            frames([2, 1, 3, 6, 5, 4], in: folder) + [("notes.txt", "notes.txt")],
            isDeflated: isDeflated
        )
        let outcome = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("1 file of the archive is no picture and is left out"), "\(outcome.errors)")
        #expect(try bench.shown(in: "a.mkv", among: 1...6) == [1, 2, 3, 4, 5, 6])
        #expect(try bench.exported(["walk.zip", "--frames", "2-4"], among: 1...6) == [2, 3, 4])
    }

    @Test("pictures of an archive need no other name than the archive has")
    func linting() throws {
        try pack("walk.zip", frames(1...6))
        #expect(try bench.flipbook("lint", "--deep", "walk.zip").text.hasSuffix("1 sequence, 6 frames: no findings\n"))
        try pack("a.ora", [("walk/\(TestFrames.name(1))", "mergedimage.png")])
        #expect(try bench.flipbook("lint", "--deep", "a.ora").text.hasSuffix("1 still: no findings\n"))
    }

    @Test("a number that is missing in the archive is missing, and nothing stands for it unasked")
    func gap() throws {
        try pack("walk.zip", frames([1, 2, 4, 5]))
        let refused = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        #expect(refused.status == 1 && refused.errors.contains("frame 3"), "\(refused.errors)")
        #expect(try bench.exported(["walk.zip", "--missing", "hold"], among: 1...6) == [1, 2, 2, 4, 5])
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
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(try bench.shown(in: "a.mkv", among: 1...6) == [3, 1, 3])
        let listed = try bench.flipbook("list", "u.zip")
        #expect(listed.text.contains("3 frames") && listed.text.contains("0.22 s"), "\(listed.text)")
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
        #expect(try bench.exported(["one.ora"], among: 1...6) == [5])
    }

    @Test("a picture whose name leads out of the archive is left out and named, as is one that unpacks to too much")
    func strays() throws {
        try pack("up.zip", frames(1...2, in: "../"))
        let up = try bench.flipbook("export", "up.zip", "-o", "a.mkv")
        let words = "a ZIP archive whose pictures have names that lead out of it, such as ../walk.0001.png; unpack it"
        #expect(up.status == 1 && up.errors.contains(words), "\(up.errors)")
        try pack("mixed.zip", frames(1...3) + frames(4...4, in: "../"))
        let mixed = try bench.flipbook("export", "mixed.zip", "-o", "b.mkv")
        let note = "1 picture of the archive is left out for a name that leads out of it (../walk.0004.png)"
        #expect(mixed.status == 0 && mixed.errors.contains(note), "\(mixed.errors)")
        #expect(try bench.shown(in: "b.mkv", among: 1...6) == [1, 2, 3])
        let script = """
            import struct, zipfile
            with zipfile.ZipFile("bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive: archive.writestr("f.1.png", b"text")
            file = bytearray(open("bomb.zip", "rb").read())
            struct.pack_into("<I", file, file.index(b"PK\\x01\\x02") + 24, 1025 << 20)
            open("bomb.zip", "wb").write(file)
            with zipfile.ZipFile("text.zip", "w") as archive: archive.writestr("f.1.png", b"some text")
            """
        try #require(try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path).status == 0)
        let bomb = try bench.flipbook("export", "bomb.zip", "-o", "c.mkv")
        let size = "too large: f.1.png in the archive unpacks to 1025 MiB, the most allowed is 1024 MiB"
        #expect(bomb.status == 1 && bomb.errors.contains(size), "\(bomb.errors)")
        let text = try bench.flipbook("export", "text.zip", "-o", "c.mkv")
        #expect(text.errors.contains("but a ZIP archive whose f.1.png is text; unpack it"), "\(text.errors)")
    }

    @Test("what cannot be read is refused with the reason")
    func refusals() throws {
        try pack("two.zip", frames(1...2, in: "a/") + frames(3...4, in: "b/"))
        let two = try bench.flipbook("export", "two.zip", "-o", "a.mkv")
        #expect(two.status == 1 && two.errors.contains("its pictures lie in 2 folders (a/, b/)"), "\(two.errors)")
        try bench.folder.write(Array("notes".utf8), to: "notes.txt")
        try pack("none.zip", [("notes.txt", "notes.txt")])
        let none = try bench.flipbook("export", "none.zip", "-o", "a.mkv")
        let words = "a ZIP archive without pictures; unpack it and give its pictures, or leave it out."
        #expect(none.status == 1 && none.errors.contains(words), "\(none.errors)")
        try pack("walk.zip", frames(1...3), isDeflated: false)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("walk.zip").string)))
        let whole = bytes
        let pixels = bytes.indices.dropLast(4).filter { bytes[$0..<$0 + 4].elementsEqual("IDAT".utf8) }
        bytes[pixels[1] + 9] ^= 1
        try bench.folder.write(bytes, to: "walk.zip")
        let damaged = try bench.flipbook("export", "walk.zip", "-o", "a.mkv")
        #expect(damaged.status == 1 && damaged.errors.contains("walk.0002.png"), "\(damaged.errors)")
        for count in stride(from: 0, to: whole.count, by: 97) {
            try bench.folder.write(Array(whole.prefix(count)), to: "cut.zip")
            let cut = try bench.flipbook("export", "cut.zip", "-o", "a.mkv")
            #expect(cut.status == 1, "\(count): \(cut.errors)")
        }
        #expect(try !bench.names().contains("a.mkv"))
    }
}
