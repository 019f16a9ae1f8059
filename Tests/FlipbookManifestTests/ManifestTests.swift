import FlipbookCore
import FlipbookManifest
import FlipbookScene
import FlipbookTestSupport
import Testing

@Suite("Sequence manifests")
struct ManifestTests {
    private static let file = FilePath("walk.yaml")

    static func manifest(_ text: String) throws(ManifestError) -> SequenceManifest {
        try ManifestFile(Array(text.utf8), of: file, as: .yaml).manifest
    }

    static func message(_ text: String) -> String {
        do throws(ManifestError) {
            _ = try manifest(text)
            return "no mistake"
        } catch {
            return error.description
        }
    }

    @Test("every key is read")
    func everyKey() throws {
        let text = """
            # A comment.
            $schema: ../schema.json
            version: 1
            title: "Walk \\u00e9"
            description: >
              Two lines
              of text.
            animationImages:
              - a.png
              - {image: b.png, hold: 2}
              - image: c.png
                duration: 250ms
              - {image: 'd''s.png', duration: 1.5e-1}
            animationRepeatCount: 0
            frameRate: 23.976
            image: still.png
            highlightedImage: still-h.png
            highlightedAnimationImages: h.####.png
            contentMode: scaleAspectFit
            capInsets: {top: 1, left: 2.5}
            isHighlighted: true
            resizingMode: stretch
            orientation: leftMirrored
            filter: nearest
            overlays: [logo.png, {image: b.png, position: topLeft, alpha: 0.5, inset: 4}]
            isOpaque: true
            alpha: 0.5
            backgroundColor: "#102030"
            tintColor: red
            size: {width: 640, height: 480}
            scale: 2
            missing: hold
            mismatch: fit
            """
        var expected = SequenceManifest()
        expected.title = "Walk é"
        expected.summary = "Two lines of text.\n"
        expected.animationImages = .list([
            .init(image: FilePath("a.png")),
            .init(image: FilePath("b.png"), timing: .slots(2)),
            .init(image: FilePath("c.png"), timing: .duration(RationalTime(1, 4))),
            .init(image: FilePath("d's.png"), timing: .duration(RationalTime(3, 20))),
        ])
        expected.animationRepeatCount = 0
        expected.frameRate = FrameRate(24000, 1001)
        expected.image = FilePath("still.png")
        expected.highlightedImage = FilePath("still-h.png")
        expected.highlightedAnimationImages = .pattern("h.####.png")
        expected.contentMode = .scaleAspectFit
        expected.capInsets = .init(top: 1, left: 2.5)
        expected.isHighlighted = true
        expected.resizingMode = .stretch
        expected.orientation = .leftMirrored
        expected.filter = .nearest
        expected.overlays = [
            Overlay(image: FilePath("logo.png")),
            Overlay(image: FilePath("b.png"), position: .topLeft, alpha: 0.5, inset: 4),
        ]
        expected.isOpaque = true
        expected.alpha = 0.5
        expected.backgroundColor = try Background(parsing: "#102030")
        expected.tintColor = try Color(parsing: "red")
        expected.size = PixelSize(width: 640, height: 480)
        expected.scale = 2
        expected.missing = .hold
        expected.mismatch = .fit
        let found = try Self.manifest(text)
        expectEqual(found, expected)
        try expectEqual(Self.manifest(found.yaml(hints: true)), found)
        try expectEqual(Self.manifest(found.json), found)
        expectEqual(found.keysWithoutEffect, [.image, .highlightedImage])
    }

    @Test("JSON is read with its escapes, surrogate pairs included, and without spaces")
    func json() throws {
        let text =
            #"{"animationImages":["\ud83d\ude00\/a.png","\\ud83d\\ude00.png"],"frameRate":30000e-3,"animationRepeatCount":2}"#
        let found = try Self.manifest(text)
        expectEqual(
            found.animationImages,
            .list([.init(image: FilePath("😀/a.png")), .init(image: FilePath(#"\ud83d\ude00.png"#))])
        )
        expectEqual(found.frameRate, FrameRate(30))
    }

    @Test(
        "every mistake has its line, column, place and remedy",
        arguments: [
            (
                "animationImages: a.####.png\nframerat: 24",
                "walk.yaml:2:1: framerat: there is no such key; did you mean 'frameRate'?"
            ),
            ("animationImages: a.png\nalpha: 2", "walk.yaml:2:8: alpha: expected a number from 0 to 1, found '2'"),
            (
                "animationImages: a.png\nalpha: .nan",
                "walk.yaml:2:8: alpha: expected a number from 0 to 1, found '.nan'"
            ),
            (
                "animationImages: a.png\nalpha: -0.1",
                "walk.yaml:2:8: alpha: expected a number from 0 to 1, found '-0.1'"
            ),
            (
                "animationImages:\n  - a.png\n  - {image: b.png, hold: 0}",
                "walk.yaml:3:26: animationImages[1].hold: expected a whole number from 1 to 100000, found '0'"
            ),
            (
                "animationImages:\n- image: a.png\n  held: 2",
                "walk.yaml:3:3: animationImages[0].held: there is no such key; did you mean 'hold'?"
            ),
            (
                "animationImages: [{image: a.png, hold: 2, duration: 1}]",
                "walk.yaml:1:53: animationImages[0].duration: the key 'hold' already sets the duration; remove one"
            ),
            (
                "animationImages: [{hold: 2}]",
                "walk.yaml:1:19: animationImages[0]: the required key 'image' is missing (the file to show)"
            ),
            (
                "animationImages: []",
                "walk.yaml:1:18: animationImages: expected a pattern such as walk.####.png, or a list of files, found "
                    + "an empty list"
            ),
            (
                "animationImages: a.png\nanimationDuration: -1",
                "walk.yaml:2:20: animationDuration: expected a time from 0 up to 1000000 seconds, such as 0.5, 250ms "
                    + "or 7/30, found '-1'"
            ),
            (
                "animationImages: a.png\nanimationDuration: 2\nframeRate: 24",
                "walk.yaml:2:20: animationDuration: frameRate already sets the speed; remove one of the two"
            ),
            (
                "animationImages: [{image: a.png, duration: 1}]\nanimationDuration: 2",
                "walk.yaml:2:20: animationDuration: the frames have their own durations, which add up to the cycle; "
                    + "remove this key"
            ),
            ("image: a.png\nimage: b.png", "walk.yaml:2:1: image: the key occurs twice, first on line 1; remove one"),
            (
                "image: a.png\nmissing: hol",
                "walk.yaml:2:10: missing: expected error, hold, nearest, black or skip, found 'hol'; did you mean "
                    + "'hold'?"
            ),
            (
                "image: a.png\ndialect: nuk",
                "walk.yaml:2:10: dialect: expected fileseq, opencue, openjd, ffmpeg, rv, nuke, houdini or clique, "
                    + "found 'nuk'; did you mean 'nuke'?"
            ),
            (
                "image: a.png\nmaxGap: -1",
                "walk.yaml:2:9: maxGap: expected a whole number from 0 to 10000000, found '-1'"
            ),
            ("image: 12", "walk.yaml:1:8: image: expected a file's name, found '12'; write \"12\" to use it as text"),
            (
                "title: Walk",
                "walk.yaml:1:1: there is nothing to show; add animationImages: a pattern or a list of files"
            ),
            (
                "- a.png",
                "walk.yaml:1:1: expected keys and values such as 'animationImages: walk.####.png', found a list"
            ),
            ("", "walk.yaml:1:1: the file is empty"),
            ("image: &a b.png", "walk.yaml:1:8: an anchor (&name) is not supported; remove it"),
            ("image: *a", "walk.yaml:1:8: aliases (*name) are not supported; write the value itself"),
            ("image: !!str b.png", "walk.yaml:1:8: a tag (!name) is not supported; remove it"),
            ("image: a.png\n---\nimage: b.png", "walk.yaml:2:1: a second document begins here; only one is read"),
            ("? [a]\n: b", "walk.yaml:1:3: a key must be a word, not a list or a mapping"),
            (
                "image: \"a\\0.png\"",
                "walk.yaml:1:8: image: not a valid file name; write a file's name, or omit the key"
            ),
            ("image: a\u{0}", "walk.yaml:1:9: a zero byte; save the file as UTF-8 text"),
        ]
    )
    func mistakes(text: String, message: String) {
        expectEqual(Self.message(text), message)
    }

    @Test(
        "escapes of two halves move no column",
        arguments: [
            (#"{"title":"\ud83d\ude00\ud83d\ude00","foo":1,"image":"a.png"}"#, [[1, 37]]),
            (
                "{\"title\":\"\\ud83d\\ude00\",\n \"\\ud83d\\ude00é\": 1, \"image\":\"a.png\", \"x\": "
                    + "\"\\ud83d\\ude00\",\r\n  \"y\": 1}",
                [[2, 2], [2, 39], [3, 3]]
            ),
            (#"{"title":"\ud83d\ude00\ud83d \ude00\\ud83d\ude00", "image" 1}"#, [[1, 23]]),
        ]
    )
    func surrogates(text: String, places: [[Int]]) {
        let error = #expect(throws: ManifestError.self) { try Self.manifest(text) }
        expectEqual(
            error?.faults.map { [$0.position.line, $0.position.column] },
            places,
            "\(error?.description ?? "")"
        )
    }

    @Test(
        "a file that is called JSON is JSON, with the place of what is none",
        arguments: [
            ("{\"image\": \"a.png\",}", "1:18: not JSON: a comma after the last value; remove it"),
            ("{'image': \"a.png\"}", "1:2: not JSON: single quotes; write \"...\""),
            ("{\"frameRate\": NaN}", "1:15: not JSON: not a JSON number; write one such as"),
            ("{\"frameRate\": -Infinity}", "1:15: not JSON: not a JSON number; write one such as"),
            ("{\"title\": \"C:\\x\"}", "1:14: not JSON: an unknown escape; write two backslashes for"),
            ("{\"title\": \"\\x41\"}", "1:12: not JSON: an unknown escape"),
            ("{\"image\": a.png}", "1:11: not JSON: a word without quotes; write \"...\""),
            ("{\n\"image\": \"a.png\" # a\n}", "2:18: not JSON: a comment; remove it, or name the file .yaml"),
            ("image: a.png", "1:1: not JSON: the file does not begin with {; write JSON, or name it .yaml"),
            (
                "{\"image\" \"a.png\"}",
                "1:10: not valid JSON: a colon is missing before this, as in"
            ),
            ("{\"animationImages\": [1,, 2]}", "1:24: not valid JSON: a value is missing here; write a \"string\", a"),
        ]
    )
    func strictJSON(text: String, message: String) {
        let error = #expect(throws: ManifestError.self) {
            try ManifestFile(Array(text.utf8), of: FilePath("w.json"), as: .json)
        }
        expectEqual(error?.description.hasPrefix("w.json:" + message), true, "\(error?.description ?? "")")
    }

    @Test(
        "what is no YAML is said in words about the text, with what to do",
        arguments: [
            ("title: \"Walk\n", "a quoted string does not end; add the closing quote"),
            ("title: a\n\tframeRate: 24\n", "a tab; indent with spaces"),
            ("title: a: b\n", "a colon that does not follow a key; quote text that contains ': '"),
            ("title: [a, b\n", "a comma or a ] is missing before this"),
            (
                "title: a\n  alpha: 1\n",
                "a key is not allowed here; indent the keys of one level equally, or quote the text"
            ),
            ("title: \"\\q\"\n", "an unknown escape in double quotes; write two backslashes, or use single quotes"),
        ]
    )
    func grammar(text: String, words: String) {
        expect(Self.message(text).hasSuffix("not valid YAML: " + words), "\(Self.message(text))")
    }

    @Test("an unknown key is not answered with the list of all keys")
    func unknownKey() {
        let message = Self.message("image: a.png\nxyzzy: 1")
        expect(message.contains("xyzzy: there is no such key; use one of the "))
        expect(message.count < 200)
    }

    @Test("JSON with everything that JSON has is read")
    func fullJSON() throws {
        let text =
            #"{"title": "a, ] ' # \" \\", "image": "a.png", "alpha": -0.0e+1, "isOpaque": true, "capInsets": [1, 2.5, 3, 4]}"#
        let manifest = try ManifestFile(Array(text.utf8), of: FilePath("w.json"), as: .json).manifest
        expectEqual(manifest.title, "a, ] ' # \" \\")
        try expectEqual(ManifestFile(Array(manifest.json.utf8), of: FilePath("w.json"), as: .json).manifest, manifest)
    }

    @Test("a word whose beginning is left out is recognized by its end")
    func wordEndings() {
        expect(Self.message("image: a.png\ncontentMode: aspectFit").hasSuffix("did you mean 'scaleAspectFit'?"))
        expect(!Self.message("image: a.png\ncontentMode: ight").contains("bottomRight'?"))
    }

    @Test("a file in another encoding is reported by its name, and the first byte that is no UTF-8 by its place")
    func encodings() {
        func message(_ bytes: [UInt8]) -> String? {
            let error = #expect(throws: ManifestError.self) { try YAMLReader.node(of: bytes, file: Self.file) }
            return error?.description
        }
        let utf16 = Array("image: a.png\n".utf16)
        let little = utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let big = utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        for (bytes, column) in [(little, 2), (big, 1), ([0xFF, 0xFE] + little, 4), ([0xFE, 0xFF] + big, 3)] {
            expectEqual(message(bytes), "walk.yaml:1:\(column): a zero byte; save the file as UTF-8 text")
        }
        let latin = Array("image: a.png\n# \u{E9}\u{1F600}\ntitle: \u{E9} caf".utf8) + [0xE9, 0x0A]
        expectEqual(message(latin), "walk.yaml:3:13: not UTF-8 from here on; save the file as UTF-8")
        expectEqual(message([0xC3]), "walk.yaml:1:1: not UTF-8 from here on; save the file as UTF-8")
    }

    @Test("all mistakes are reported at once, in the order of the text")
    func together() {
        let message = Self.message("scale: 9\nalpha: x\nanimationImages: a.png\nsiz: 1x1")
        expectEqual(
            message,
            """
            walk.yaml:1:8: scale: expected pixels per point from 1 to 8, such as 2, 1.5 or 4/3, found '9'
            walk.yaml:2:8: alpha: expected a number from 0 to 1, found 'x'
            walk.yaml:4:1: siz: there is no such key; did you mean 'size'?
            """
        )
        let many = Self.message("animationImages: [" + String(repeating: "1, ", count: 20) + "a.png]")
        expectEqual(many.split(separator: "\n").count, 11)
        expect(many.hasSuffix("\nand 10 more errors"))
    }

    @Test("after a hundred mistakes no more are looked for", .hangLimit)
    func manyMistakes() throws {
        // Each unknown key is compared with all the known ones: a hundred thousand of them would take minutes.
        let keys = (0..<100_000).map { "frameRatee\($0): 24\n" }.joined()
        let lists = "animationImages: [" + (0..<100_000).map { "{imag\($0): a.png}" }.joined(separator: ", ") + "]"
        for text in [keys, lists] {
            expect(
                Self.message(text).hasSuffix("\nand at least 91 more errors")
                    || Self.message(text).hasSuffix("\nand at least 90 more errors")
            )
        }
        let lines = "ffconcat version 1.0\n" + String(repeating: "flie a.png\n", count: 100_000)
        let error = #expect(throws: ManifestError.self) {
            try ManifestFile(Array(lines.utf8), of: Self.file, as: .ffconcat)
        }
        expectEqual(error?.faults.count, ManifestError.largestFaultCount)
    }

    @Test("control characters in a manifest reach no terminal")
    func escaped() {
        let message = Self.message("\"a\\u001b[31m\": 1\nimage: a.png")
        expect(message.hasPrefix("walk.yaml:1:1: a\\u{1B}[31m: there is no such key"))
        expect(!message.utf8.contains(0x1B))
    }

    @Test("lists in lists are refused before they use up the stack, and aliases before they multiply")
    func bombs() throws {
        let deep = String(repeating: "[", count: 500_000)
        expect(Self.message("image: " + deep).hasPrefix("walk.yaml:1:23: lists and keys nest more than 16 levels"))
        var laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n"
        for (name, last) in zip("bcdefghi", "abcdefgh") { laughs += "\(name): &\(name) [*\(last),*\(last),*\(last)]\n" }
        expectEqual(Self.message(laughs), "walk.yaml:1:4: an anchor (&name) is not supported; remove it")
        let large = [UInt8](repeating: UInt8(ascii: " "), count: YAMLReader.largestByteCount + 1)
        let error = #expect(throws: ManifestError.self) { try YAMLReader.node(of: large, file: Self.file) }
        expectEqual(error?.faults.first?.message, "the file is larger than 16 MiB")
    }

    @Test(
        "a list of 100,000 frames is read without a wait",
        .hangLimit,
        .enabled(if: LongTests.areWanted, LongTests.absence)
    )
    func large() throws {
        var text = "animationImages:\n"
        for index in 0..<100_000 { text += "  - {image: walk.\(index).png, duration: 0.04}\n" }
        guard case .list(let entries) = try Self.manifest(text).animationImages else {
            Issue.record("no list")
            return
        }
        expectEqual(entries.count, 100_000)
    }

    @Test("numbers that no key takes are written without a trap, and what is not finite is left out")
    func extremeNumbers() {
        var manifest = SequenceManifest()
        manifest.image = FilePath("a.png")
        for alpha in [Double.infinity, -.infinity, .nan] {
            manifest.alpha = alpha
            manifest.capInsets = .init(top: 1, left: alpha)
            expectEqual(manifest.yaml(), "image: a.png\n")
            expectEqual(manifest.json, "{\n  \"image\": \"a.png\"\n}\n")
        }
        manifest.alpha = 1e300
        manifest.capInsets = .init(top: -1e19)
        expect(manifest.yaml().contains("alpha: 1e+300\n"))
        expect(manifest.json.contains("\"top\": -1e+19"))
    }

    @Test("whatever is set is read back from YAML and JSON")
    func roundTrip() throws {
        let texts = [
            "a.png", "true", "null", "~", "", "1.5", "0x10", " a ", "a: b", "#a", "a #b", "- a", "é", "e\u{301}", "'",
            "\"",
            "\\", "a\nb\r\n\tc", "\u{1B}\u{7F}\u{85}\u{2028}\u{FEFF}", "😀", "*a", "&a", "!a", "{a}", "[a]", "a,b", "@a",
            "%a",
            "a:", "...", "---", "yes", ".inf", "=", "<<",
        ]
        for text in texts {
            var manifest = SequenceManifest()
            manifest.title = text
            manifest.animationImages =
                text.isEmpty
                ? .pattern("a.####.png")
                : .list([.init(image: FilePath(text)), .init(image: FilePath(text), timing: .slots(3))])
            try expectEqual(Self.manifest(manifest.yaml(hints: true)), manifest, "\(text.debugDescription)")
            try expectEqual(Self.manifest(manifest.json), manifest, "\(text.debugDescription)")
        }
        var policies = SequenceManifest()
        policies.image = FilePath("a.png")
        for dialect in Dialect.allCases {
            policies.dialect = dialect
            policies.maximumGap = dialect == .rv ? 0 : 12
            try expectEqual(Self.manifest(policies.yaml()), policies)
            try expectEqual(Self.manifest(policies.json), policies)
        }
        for (above, below) in [(1, 3), (1, 8), (7, 30), (1001, 24000), (123_456_789, 1_000_000_000), (1_000_000, 1)] {
            var manifest = SequenceManifest()
            manifest.animationDuration = RationalTime(Int64(above), Int64(below))
            manifest.image = FilePath("a.png")
            try expectEqual(Self.manifest(manifest.yaml()), manifest)
            try expectEqual(Self.manifest(manifest.json), manifest)
        }
    }
}
