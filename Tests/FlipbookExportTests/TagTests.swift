import FlipbookCore
import FlipbookTestSupport
import Foundation
import FoundationXML
import Testing

@Suite("What a file says about itself")
struct TagTests {
    private let bench: Workbench
    private let texts = [
        "title": "A walk", "description": "Käse & <Brot>", "author": "M. Ey", "comment": "take \"2\"",
    ]

    init() throws { bench = try Workbench(walk: 1...3) }

    private func export(_ arguments: String...) throws -> Program.Outcome {
        try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
    }

    /// The file's texts, by ffprobe, their names in small letters.
    private func tags(_ name: String) throws -> [String: String] {
        let outcome = try Program("ffprobe").run([
            "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "default=nw=1",
            bench.folder.file(name).string,
        ])
        try require(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        var found: [String: String] = [:]
        for line in outcome.text.split(separator: "\n") where line.hasPrefix("TAG:") {
            let parts = line.dropFirst(4).split(separator: "=", maxSplits: 1).map(String.init)
            found[parts[0].lowercased()] = parts.count > 1 ? parts[1] : ""
        }
        return found
    }

    @Test(
        "all texts are in a video's own fields",
        arguments: LongTests.cases(["a.mp4", "a.mov", "a.mkv", "a.webm"], every: 3)
    )
    func video(name: String) throws {
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", name] + texts.flatMap { ["--\($0.key)", $0.value] },
            in: bench.folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let found = try tags(name)
        expectEqual(found["title"], texts["title"])
        expectEqual(found["artist"], texts["author"], "\(found)")
        expectEqual(found["comment"] ?? found["comments"], texts["comment"], "\(found)")
        expectEqual(found["description"], texts["description"], "\(found)")
    }

    @Test("a manifest's title and description become the file's, where no option says others")
    func manifest() throws {
        try bench.folder.write(
            Array("title: A walk\ndescription: To the left\nanimationImages: walk/walk.####.png\n".utf8),
            to: "walk.yaml"
        )
        let outcome = try bench.flipbook("export", "walk.yaml", "-o", "a.mp4", "-o", "b.####.bmp", "--title", "Mine")
        try require(outcome.status == 0, "\(outcome.errors)")
        let found = try tags("a.mp4")
        expect(found["title"] == "Mine" && found["description"] == "To the left", "\(found)")
    }

    @Test("a frame that render writes has a manifest's title and description, too")
    func rendered() throws {
        let text = "title: A walk\naccessibilityLabel: To the left\nanimationImages: walk/walk.####.png\n"
        try bench.folder.write(Array(text.utf8), to: "walk.yaml")
        let outcome = try bench.flipbook("render", "walk.yaml", "-o", "a.png")
        try require(outcome.status == 0, "\(outcome.errors)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.png").string))
        // A text in a PNG is its keyword, five bytes that are 0 where nothing is compressed, and the text.
        expect(bytes.firstRange(of: Data("Title\0\0\0\0\0A walk".utf8)) != nil)
        expect(bytes.firstRange(of: Data("Description\0\0\0\0\0To the left".utf8)) != nil)
    }

    @Test("a GIF, which has room for one text, says what the sequence is called and shows")
    func comments() throws {
        for (keys, expected) in [
            ("title: A walk\naccessibilityLabel: Runner\n", "A walk\nRunner"),
            ("accessibilityLabel: Runner\n", "Runner"),
        ] {
            let text = "animationImages: walk/walk.####.png\n\(keys)"
            try bench.folder.write(Array(text.utf8), to: "walk.yaml")
            let outcome = try bench.flipbook("export", "walk.yaml", "-o", "a.gif", "--overwrite")
            try require(outcome.status == 0, "\(outcome.errors)")
            let comment: [UInt8] = [0x21, 0xFE, UInt8(expected.utf8.count)] + Array(expected.utf8) + [0]
            try expect(Array(Data(contentsOf: URL(filePath: bench.folder.file("a.gif").string))).contains(comment))
        }
    }

    @Test("without a description, the accessibility labels are the file's, ornaments left out")
    func labels() throws {
        let views = """
            views:
              - {frame: [0, 0, 4, 4], accessibilityLabel: A sun}
              - {frame: [4, 0, 4, 4], accessibilityLabel: Stars, isDecorative: true}
            duration: 1

            """
        let sequence = "animationImages: walk/walk.####.png\n"
        let cases = [
            ("accessibilityLabel: Runner\n", "Runner"), (views, "A sun"),
            (views + "description: A day\naccessibilityLabel: Runner\n", "A day"),
            ("accessibilityLabel: Runner\nisDecorative: true\n", nil),
            ("localized: {fr: {accessibilityLabel: Coureur}}\naccessibilityLabel: Runner\n", "Coureur"),
        ]
        for (text, expected) in LongTests.cases(cases, every: 2) {
            try bench.folder.write(Array((sequence + text).utf8), to: "walk.yaml")
            let outcome = try bench.flipbook("export", "walk.yaml", "-o", "a.mkv", "--overwrite", "--language", "fr")
            try require(outcome.status == 0, "\(outcome.errors)")
            try expectEqual(tags("a.mkv")["description"], expected, "\(text)")
        }
    }

    @Test("a PNG has them as texts in UTF-8", arguments: ["a.apng", "a.%04d.png"])
    func png(name: String) throws {
        let outcome = try export("-o", name, "--title", "A walk", "--author", "Mäx")
        try require(outcome.status == 0, "\(outcome.errors)")
        let file = bench.folder.file(name.replacingOccurrences(of: "%04d", with: "0001")).string
        let checked = try Program("pngcheck").run(["-t", file])
        expect(checked.text.contains("OK:") && checked.text.contains("Title:"), "\(checked.text)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        expect(bytes.firstRange(of: Data("Author\0\0\0\0\0Mäx".utf8)) != nil)
    }

    @Test("a GIF has a comment, however long")
    func gif() throws {
        let text = String(repeating: "long ", count: 100)
        let outcome = try export("-o", "a.gif", "--comment", text)
        try require(outcome.status == 0, "\(outcome.errors)")
        let shown = try Program("identify").run([
            "-format", "%c", bench.folder.file("a.gif").string + "[0]",
        ])
        expectEqual(shown.text, text, "\(shown.text)")
    }

    @Test("a WebP has them as XMP")
    func webP() throws {
        let outcome = try export("-o", "a.webp", "--title", "A & B")
        try require(outcome.status == 0, "\(outcome.errors)")
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: bench.folder.file("a.webp").string)))
        // RFC 9649, 2.7: the file's head says that there is XMP, in a chunk of its own.
        expect(Array(file[12..<16]) == Array("VP8X".utf8) && file[20] & 4 != 0)
        var (chunks, place): ([String: ArraySlice<UInt8>], Int) = ([:], 12)
        while place + 8 <= file.count {
            let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            try require(place + 8 + length <= file.count)
            chunks[String(decoding: file[place..<place + 4], as: UTF8.self)] =
                file[place + 8..<place + 8 + length]
            place += 8 + length + length % 2
        }
        let text = String(decoding: try require(chunks["XMP "]), as: UTF8.self)
        expect(
            text.contains("<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">A &amp; B</rdf:li>"),
            "\(text)"
        )
    }

    @Test(
        "JPEG, TIFF, WebP, AVIF and JPEG XL have all of them as XMP, numbered and animated",
        arguments: LongTests.cases(
            ["a.#.jpg", "a.#.tif", "a.#.webp", "a.#.avif", "a.#.jxl", "a.webp", "a.avif", "a.jxl"],
            every: 3
        )
    )
    func xmp(name: String) throws {
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", name] + texts.flatMap { ["--\($0.key)", $0.value] },
            in: bench.folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let file = bench.folder.file(name.replacingOccurrences(of: "#", with: "0001")).string
        let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        let packet = try require(bytes.firstRange(of: Data("<x:xmpmeta".utf8)))
        let end = try require(bytes.firstRange(of: Data("</x:xmpmeta>".utf8)))
        let document = try XMLDocument(data: bytes[packet.lowerBound..<end.upperBound])
        func text(_ field: String) throws -> String? {
            try document.nodes(forXPath: "//*[local-name()='\(field)']//*[local-name()='li']").first?.stringValue
        }
        try expectEqual(text("title"), texts["title"])
        try expectEqual(text("description"), texts["description"])
        try expectEqual(text("creator"), texts["author"])
        try expectEqual(text("UserComment"), texts["comment"])
        let pillow = "import sys; from PIL import Image; print('xmp:', len(Image.open(sys.argv[1]).info['xmp']))"
        // Each format's own program finds the packet, and the frames are as they were.
        let finders = [
            "avif": ("avifdec", ["--info"], "XMP Metadata"), "jxl": ("jxlinfo", ["-v"], "\"xml \""),
            "jpg": ("identify", ["-verbose"], "xmp:"), "tif": ("identify", ["-verbose"], "xmp:"),
            "webp": ("/usr/bin/python3", ["-c", pillow], "xmp:"),
        ]
        let ending = try require(name.split(separator: ".").last.map(String.init))
        let (program, options, word) = try require(finders[ending])
        let told = try Program(program).run(options + [file])
        expect(told.text.contains(word) || told.errors.contains(word), "\(told)")
        let again = try bench.flipbook("render", name.contains("#") ? "a.0001.\(ending)" : name, "-o", "again.png")
        expectEqual(again.status, 0, "\(again.errors)")
    }

    @Test("a TIFF has them in its own tags, too, an OpenEXR file as attributes")
    func ownFields() throws {
        let options = texts.flatMap { ["--\($0.key)", $0.value] }
        let outcome = try Program.flipbook.run(
            ["export", "walk", "-o", "a.#.tif", "-o", "a.#.exr"] + options,
            in: bench.folder.path
        )
        try require(outcome.status == 0, "\(outcome.errors)")
        let script =
            "from PIL import Image; t = Image.open('a.0001.tif').tag_v2; print(t[269], t[270], t[315], sep='\\n')"
        let found = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        // Pillow takes the tags for Latin-1, as it does with UTF-8 of every program.
        let lines = found.text.split(separator: "\n").map { line in
            line.data(using: .isoLatin1).flatMap { String(data: $0, encoding: .utf8) } ?? String(line)
        }
        expectEqual(lines, [texts["title"], texts["description"], texts["author"]], "\(found)")
        let probe = try Program("ffprobe").run(
            ["-v", "error", "-show_frames", "-show_entries", "frame_tags", "-of", "default=nw=1", "a.0001.exr"],
            in: bench.folder.path
        )
        for (name, field) in [
            ("title", "title"), ("description", "description"), ("author", "author"), ("comments", "comment"),
        ] {
            expect(probe.text.contains("TAG:\(name)=\(texts[field] ?? "")\n"), "\(probe.text)")
        }
    }

    @Test(
        "a .mov has the first frame's time code",
        arguments: [("24", "01:00:00:00"), ("30000/1001", "00:59:58;02")]
    )
    func timeCode(rate: String, code: String) throws {
        let outcome = try export("-o", "a.mov", "--fps", rate, "--timecode", code)
        try require(outcome.status == 0, "\(outcome.errors)")
        try expectEqual(tags("a.mov")["timecode"], code)
    }

    @Test(
        "what has no place is refused, and what has one is named",
        arguments: LongTests.cases(
            [
                (
                    ["-o", "a.gif", "--title", "x"],
                    "--title: a .gif file cannot store it. Omit --title, or use .apng."
                ),
                (
                    ["-o", "f.##.bmp", "--author", "x"],
                    "--author: a .bmp file cannot store it. Omit --author, or use numbered images: -o frame.####.png."
                ),
                (
                    ["-o", "a.mp4", "--timecode", "01:00:00:00"],
                    "--timecode: an .mp4 file cannot store it. Omit --timecode, or use .mov with --codec h264."
                ),
                (
                    ["-o", "a.mov", "--fps", "24", "--timecode", "01:00:00:24"],
                    "--timecode 01:00:00:24: at 24 frames/s, a second has frames 00 to 23."
                ),
                (
                    ["-o", "a.mov", "--fps", "12.5", "--timecode", "01:00:00:00"],
                    "--timecode 01:00:00:00: a time code requires a whole or NTSC frame rate, but this one is 25/2."
                ),
                (
                    ["-o", "a.mov", "--fps", "25", "--timecode", "01:00:00;00"],
                    "--timecode 01:00:00;00: drop-frame time codes require 30000/1001 or 60000/1001 frames/s; write : "
                        + "before the frames."
                ),
                (
                    ["-o", "a.mov", "--fps", "30000/1001", "--timecode", "01:01:00;01"],
                    "--timecode 01:01:00;01: this frame number is dropped; write 01:01:00;02."
                ),
            ],
            every: 3
        )
    )
    func refusals(arguments: [String], sentence: String) throws {
        let outcome = try Program.flipbook.run(["export", "walk"] + arguments, in: bench.folder.path)
        expectEqual(outcome.errors, "error: \(sentence)\n")
        expectEqual(outcome.status, 2)
    }

    @Test(
        "images without another word for it carry the profile of sRGB",
        arguments: LongTests.cases(["jpg", "tif", "webp"], every: 3)
    )
    func profile(ending: String) throws {
        let outcome = try export("-o", "a.####.\(ending)")
        try require(outcome.status == 0, "\(outcome.errors)")
        // LittleCMS, as Pillow has it, converts by the profile to its own sRGB: no color may change.
        let script = """
            import io
            from PIL import Image, ImageCms
            data = Image.open("a.0001.\(ending)").info["icc_profile"]
            profile = ImageCms.ImageCmsProfile(io.BytesIO(data))
            print(ImageCms.getProfileDescription(profile).strip())
            ramp = Image.new("RGB", (256, 16))
            ramp.putdata([(x, (x * 7 + y * 16) % 256, (255 - x + y * 5) % 256) for y in range(16) for x in range(256)])
            shown = ImageCms.profileToProfile(ramp, profile, ImageCms.createProfile("sRGB"))
            print(max(abs(a - b) for p, q in zip(ramp.getdata(), shown.getdata()) for a, b in zip(p, q)))
            """
        let found = try Program("/usr/bin/python3").run(["-c", script], in: bench.folder.path)
        expect(found.text == "sRGB\n0\n" || found.text == "sRGB\n1\n", "\(found)")
        let again = try bench.flipbook("render", "a.0001.\(ending)", "-o", "b.png")
        expect(!again.errors.contains("profile"), "\(again.errors)")
    }
}
