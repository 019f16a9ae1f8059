import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// All verbs know what one verb knows: each kind of file that people bring, by its smallest example, in each verb that it
/// concerns.
@Suite("Case by verb", .hangLimit) struct CaseByVerbTests {
    /// A kind of file, and what each verb says of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable (Workbench) throws -> Void
        /// A command line without its output, how it ends, and some of its words.
        let says: [(line: String, status: Int32, words: String)]
        /// Words that no verb says.
        var never = "cannot be decoded"
        var testDescription: String { name }

        init(
            _ name: String,
            never: String = "cannot be decoded",
            _ make: @escaping @Sendable (Workbench) throws -> Void,
            _ says: [(line: String, status: Int32, words: String)]
        ) {
            (self.name, self.never, self.make, self.says) = (name, never, make, says)
        }
    }

    /// The arguments behind a verb's line where it makes something.
    private static let outputs = [
        "export": "-o out.@@.png --start-number 1 --overwrite", "render": "-o out.png --overwrite",
        "play": "--sink fakesink --repeat 1", "lint": "--no-config",
    ]

    private static func words(of line: String) -> [String] {
        let verb = line.prefix { $0 != " " }
        return Workbench.words(of: "\(line) \(outputs[String(verb)] ?? "")")
    }

    /// Three pictures of which the second is something else.
    private static func walk(second bytes: [UInt8]) -> @Sendable (Workbench) throws -> Void {
        { bench in
            try bench.add(1...3, to: "walk")
            try bench.folder.write(bytes, to: "walk/walk.0002.png")
        }
    }

    /// JPEG files of which the third is made of the others.
    private static func jpegs(
        _ sample: EncodedSample,
        third change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> @Sendable (Workbench) throws -> Void {
        { bench in
            let file = sample.file
            for number in 1...3 {
                try bench.folder.write(number == 3 ? change(file) : file, to: "walk/walk.000\(number).jpg")
            }
        }
    }

    /// OpenEXR files 1005 to 1008 at 24 frames a second from 01:00:00:20, or another code in the last.
    private static func timed(last: UInt8) -> @Sendable (Workbench) throws -> Void {
        { bench in
            for (place, code) in [0x20, 0x21, 0x22, last].enumerated() {
                let pixels = [Float](repeating: Float(place) / 10, count: 64)
                let file = EXRWriter.file(
                    width: 8,
                    height: 8,
                    channels: ["R", "G", "B"].map { ($0, pixels) },
                    attributes: [
                        ("framesPerSecond", "rational", [24, 0, 0, 0, 1, 0, 0, 0]),
                        ("timeCode", "timecode", [code, 0, 0, 1, 0, 0, 0, 0]),
                    ]
                )
                try bench.folder.write(file, to: "walk/a.\(1005 + place).exr")
            }
        }
    }

    /// OpenEXR files with what a renderer leaves behind a division by zero, and without a pass in one of them.
    private static let light: @Sendable (Workbench) throws -> Void = { bench in
        for number in 1...3 {
            let values = (0..<16).map { Float($0 + number) / 32 }
            var red = values
            if number == 2 { (red[6], red[9], red[10]) = (.nan, .infinity, -.infinity) }
            let channels = [("R", red), ("G", values), ("B", values)] + (number == 3 ? [] : [("AO.Y", values)])
            try bench.folder.write(EXRWriter.file(width: 4, height: 4, channels: channels), to: "walk/a.\(number).exr")
        }
    }

    /// A sheet of two pictures with tags of Aseprite, one of which is wrong.
    private static let sheet: @Sendable (Workbench) throws -> Void = { bench in
        try bench.add(1...1, to: ".", named: { _ in "s.png" })
        let part = #"{"frame": {"x": 0, "y": 0, "w": 8, "h": 8}, "duration": 100}"#
        let tags = #"[{"name": "a", "from": 0, "to": 1, "repeat": "3"}, {"name": "bad", "from": 0, "to": 9}]"#
        let list = #"{"frames": [\#(part), \#(part)], "meta": {"image": "s.png", "frameTags": \#(tags)}}"#
        try bench.folder.write(Array(list.utf8), to: "s.json")
    }

    /// Documents that name files by absolute paths.
    private static let absolute: @Sendable (Workbench) throws -> Void = { bench in
        try bench.add(1...2, to: "in/walk")
        try bench.add(1...2, to: "out")
        for (name, folder) in [("near", "in/walk"), ("far", "out")] {
            let path = bench.folder.file(folder).string
            try bench.folder.write(Array("animationImages: \(path)/walk.####.png\n".utf8), to: "in/\(name).yaml")
            let files = (1...2).map { "file \(path)/walk.000\($0).png\nduration 0.1\n" }.joined()
            try bench.folder.write(Array("ffconcat version 1.0\n\(files)".utf8), to: "in/\(name).ffconcat")
            func time(_ value: Int) -> String { #"{"OTIO_SCHEMA": "RationalTime.1", "rate": 24, "value": \#(value)}"# }
            let range = #"{"OTIO_SCHEMA": "TimeRange.1", "start_time": \#(time(0)), "duration": \#(time(2))}"#
            let media = """
                {"OTIO_SCHEMA": "ImageSequenceReference.1", "target_url_base": "file://\(path)/", "name_prefix": "walk.",
                "name_suffix": ".png", "start_frame": 1, "frame_step": 1, "rate": 24, "frame_zero_padding": 4}
                """
            let clip =
                #"{"OTIO_SCHEMA": "Clip.1", "name": "c", "source_range": \#(range), "media_reference": \#(media)}"#
            let track = #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(clip)]}"#
            let stack = #"{"OTIO_SCHEMA": "Stack.1", "children": [\#(track)]}"#
            let film = #"{"OTIO_SCHEMA": "Timeline.1", "name": "t", "tracks": \#(stack)}"#
            try bench.folder.write(Array(film.utf8), to: "in/\(name).otio")
        }
    }

    private static let cases: [Case] = [
        Case(
            "2 an order by times that a frame lacks",
            { bench in try bench.add(1...3, to: "walk") },
            ["export walk", "render walk", "play walk", "diff walk walk"].map {
                ("\($0) --sort time", 1, "have no capture time (EXIF): walk/walk.0001.png")
            }
        ),
        Case(
            "3 sub-frames",
            never: "f.10.@@",
            { bench in
                for (index, name) in ["9.50", "9.75", "10.00", "10.25", "10.50"].enumerated() {
                    try bench.folder.write(bench.frames.png(index + 1), to: "walk/f.\(name).png")
                }
            },
            ["export walk", "play walk", "export 'walk/f.#.@@.png'", "explain walk", "explain 'walk/f.@.@@.png'"].map {
                ($0, 0, "walk/f.@.@@.png: sub-frames 9.5-10.5x0.25")
            }
                + ["lint walk", "lint 'walk/f.@.@@.png'"].map { ($0, 0, "1 sequence, 5 frames: no findings") } + [
                    ("list walk", 0, "walk/f.@.@@.png  9.5-10.5x0.25  5 frames"),
                    ("render walk --frame 2", 0, "out.png: frame 2, 24x18"),
                ]
        ),
        Case(
            "4 a step that runs faster",
            { bench in try bench.add(1...6, to: "walk") },
            ["export walk", "play walk", "plan walk -o a.mkv"].map {
                ("\($0) --frames 1-6x2", 0, "runs twice as fast. To keep its length, use --fps 15.")
            }
        ),
        Case(
            "9 Adobe RGB by EXIF",
            jpegs(.progressiveJPEG) { Array($0[..<2]) + EXIFSample.adobeRGB() + $0[2...] },
            [
                ("export walk", 0, "1 of 3 frames has a color profile: the colors are converted to sRGB."),
                (
                    "render walk --frame 3", 0,
                    "note: The frame has a color profile: the colors are converted to sRGB.\n"
                ),
                ("lint walk", 0, "seq.mixed-colorspace  has Adobe RGB by EXIF"), ("list walk", 0, "adobe-rgb"),
            ]
        ),
        Case(
            "10 NaN, and a channel that one frame lacks",
            light,
            [
                (
                    "export walk", 0,
                    "note: a.2.exr: 3 pixels with NaN or infinity, the first at 2,1, shown black or white."
                ),
                ("render walk --frame 2", 0, "3 pixels with NaN or infinity, the first at 2,1, shown black or white."),
                ("play walk --every-frame", 0, "a.2.exr: 3 pixels with NaN or infinity, the first at 2,1, shown"),
                ("lint --deep walk", 0, "has 3 pixels with NaN or infinity, the first at 2,1."),
                ("lint walk", 0, "lacks channels that most frames have: AO.Y."),
            ]
        ),
        Case(
            "11 a rate and a time code in headers",
            timed(last: 0x23),
            [
                (
                    "export walk", 0,
                    "The headers specify 24 frames/s, which is used. Set a different rate with --fps.\n"
                ),
                ("play walk", 0, "note: The headers specify 24 frames/s, which is used."),
                (
                    "plan walk -o a.mov --size 16x16", 0,
                    "The header of the first frame has the time code 01:00:00:20, which is used."
                ),
                ("lint walk", 0, "no findings in names and headers"),
            ]
        ),
        Case(
            "11 time codes that do not run on",
            timed(last: 0x28),
            [("lint walk", 0, "has the time code 01:00:00:28 instead of 01:00:00:23")]
                + ["export walk", "play walk"].map {
                    ($0, 0, "are not continuous: frame 1008 has 01:00:00:28, where 01:00:00:23 was expected.")
                }
        ),
        Case(
            "13 a JPEG without its end marker",
            jpegs(.grayJPEG) { Array($0.dropLast(2)) },
            [
                ("export walk", 0, "note: 1 of 3 frames has no end marker; all pixels are present."),
                ("play walk", 0, "note: 1 of 3 frames has no end marker; all pixels are present."),
                ("render walk --frame 3", 0, "note: The frame has no end marker; all pixels are present."),
                ("lint walk", 0, "info  load.malformed  has no end marker; all pixels are present."),
                ("list walk", 0, "walk/walk.####.jpg  1-3  3 frames  8x8  8 bit gray\n"),
            ]
        ),
        Case(
            "13 a JPEG with a segment that says two bytes too many",
            jpegs(.grayJPEG) { Array($0[..<2]) + [0xFF, 0xFE, 0, 6, 0x61, 0x62] + $0[2...] },
            [
                ("export walk", 0, "1 of 3 frames has bytes that belong to no segment; all pixels are present."),
                ("play walk", 0, "1 of 3 frames has bytes that belong to no segment; all pixels are present."),
                ("lint walk", 0, "load.malformed  has bytes that belong to no segment; all pixels are present."),
                ("list walk", 0, "walk/walk.####.jpg  1-3  3 frames  8x8  8 bit gray\n"),
            ]
        ),
        Case(
            "14 a duration that was rounded",
            { bench in try bench.add(1...20, to: "walk") },
            ["export walk", "play walk", "plan walk -o a.mkv"].map {
                ("\($0) --duration 0.6666666666666666", 0, "shown at 30 frames/s, the nearest simple rate.")
            }
        ),
        Case(
            "15 a film that was trimmed without encoding, behind its half",
            { bench in
                let source = [
                    "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4", "-c:v", "libx264", "-g", "100",
                ]
                for words in [
                    source + ["a.mp4"], ["-v", "error", "-ss", "2.52", "-i", "a.mp4", "-c", "copy", "b.mp4"],
                ] {
                    let outcome = try Program("ffmpeg").run(words, in: bench.folder.path)
                    try require(outcome.status == 0, "\(outcome.errors)")
                }
            },
            [
                ("export b.mp4", 0, ": 37 frames, 64x64"), ("play b.mp4 --frames 36-37", 0, ""),
                ("render b.mp4 --frame 37", 0, "out.png: frame 37, 64x64"), ("list b.mp4", 0, "b.mp4  1-37  37 frames"),
                ("lint --deep b.mp4", 0, "1 sequence, 37 frames"), ("explain b.mp4", 0, "b.mp4: 37 pictures"),
            ]
        ),
        Case(
            "16 a sheet with spacing and margin",
            { bench in try bench.folder.write(TestFrames(width: 40, height: 10).png(1), to: "g.png") },
            ([
                ("export g.png", 0, ": 4 frames, 8x8"), ("play g.png", 0, ""), ("render g.png", 0, "frame 1, 8x8"),
                ("list g.png", 0, "g.png  1-4  4 frames  8x8"), ("lint g.png", 0, "1 sequence, 4 frames"),
            ] as [(String, Int32, String)]).map { ("\($0) --grid 4x1 --spacing 2 --margin 1", $1, $2) }
        ),
        Case(
            "16 a wrong tag of a sheet",
            sheet,
            ["export s.json", "play s.json", "render s.json", "explain s.json", "list s.json"].map {
                ($0, 0, "s.json:1:229: meta.frameTags: the tag 'bad' was skipped")
            } + [("lint s.json", 1, "the tag 'bad' was skipped"), ("list s.json", 0, "s.json --tag a  1-2  2 frames")]
        ),
        Case(
            "16 a property list of cocos2d",
            { bench in
                let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE plist>\n<plist><dict/></plist>"
                try bench.folder.write(Array(text.utf8), to: "s.plist")
            },
            ["export s.plist", "play s.plist", "render s.plist", "explain s.plist", "list s.plist", "lint s.plist"].map
            {
                ($0, $0.hasPrefix("explain") ? 2 : 1, "a property list, such as for a cocos2d sheet")
            }
        ),
        Case(
            "18 a HEIF image sequence",
            walk(second: [0, 0, 0, 16] + Array("ftypmsf1\0\0\0\0".utf8) + [0, 0, 0, 8] + Array("moov".utf8)),
            noImage("a HEIF image sequence")
        ),
        Case(
            "19 an HTML page",
            walk(second: Array("<!DOCTYPE html>\n<html>".utf8)),
            noImage("an HTML page, probably from a failed download")
        ),
        Case("19 PostScript", walk(second: Array("%!PS-Adobe-3.0 EPSF-3.0\n".utf8)), noImage("a PostScript file")),
        Case("19 a file of 1 byte", walk(second: [0]), noImage("a file of 1 byte")),
        Case(
            "absolute paths into the own folder",
            absolute,
            ["yaml", "ffconcat", "otio"].flatMap { ending in
                [
                    ("export in/near.\(ending)", 0, ": 2 frames"), ("play in/near.\(ending)", 0, ""),
                    ("list in/near.\(ending)", 0, "2 frames"), ("lint in/near.\(ending)", 0, "1 sequence, 2 frames"),
                    ("explain in/near.\(ending)", 0, "/in/walk/"),
                ]
            }
        ),
        Case(
            "absolute paths that lead outside",
            never: "through links",
            absolute,
            ["yaml", "ffconcat", "otio"].flatMap { ending in
                ["export", "play", "list", "explain"].map { ("\($0) in/far.\(ending)", 2, "--allow-outside /") }
                    + [("lint in/far.\(ending)", 1, "--allow-outside")]
            }
        ),
    ]

    /// The words of verbs about the second frame of three that is no picture.
    private static func noImage(_ noun: String) -> [(line: String, status: Int32, words: String)] {
        [
            ("export walk", 1, noun), ("export walk --missing hold", 0, noun), ("render walk --frame 2", 1, noun),
            ("play walk", 0, noun), ("lint walk", 1, noun), ("diff walk walk", 1, noun),
        ]
    }

    @Test("each verb says what there is to say", arguments: LongTests.cases(cases, every: 2))
    func says(of example: Case) throws {
        let bench = try Workbench()
        try example.make(bench)
        for (line, status, words) in example.says {
            let outcome = try bench.flipbook(Self.words(of: line))
            let text = outcome.text + outcome.errors
            expect(
                outcome.status == status && (words.isEmpty || text.contains(words)),
                "\(line): \(outcome.status) \(text)"
            )
            expect(!text.contains(example.never), "\(line): \(text)")
        }
    }

    @Test(
        "what a message offers does what it says, and is not offered again",
        arguments: [
            ("4 a step", "export walk --frames 1-6x2 -o a.mkv --overwrite", "as fast"),
            ("4 a step", "play walk --frames 1-6x2 --sink fakesink --repeat 1", "as fast"),
            ("4 a fast GIF", "export walk --fps 100 -o a.gif --overwrite", "Browsers show"),
            ("5 numbers", "export walk --missing skip -o new/a.@.png --overwrite", "numbered from 1"),
            ("2 times", "export walk --sort time -o a.mkv", "have no capture time (EXIF)"),
            ("19 no image", "export page -o a.mkv", "page/walk.0002.png: not an image"),
            ("absolute paths", "export in/far.yaml -o a.mkv", "outside"),
            ("absolute paths", "export in/far.ffconcat -o a.mkv", "outside"),
            ("absolute paths", "play in/far.otio --sink fakesink --repeat 1", "outside"),
        ]
    )
    func remedy(name: String, line: String, problem: String) throws {
        let bench = try Workbench()
        try bench.add(name.hasPrefix("5") ? [11, 12, 14] : [1, 2, 3, 4, 5, 6], to: "walk")
        try bench.add(1...3, to: "page")
        try bench.folder.write(Array("<!DOCTYPE html>".utf8), to: "page/walk.0002.png")
        try Self.absolute(bench)
        let (remedy, first, second) = try bench.flipbook(takingRemedyOf: line)
        expect(first.errors.contains(problem), "\(first.errors)")
        expectEqual(second.status, 0, "\(remedy): \(second.errors)")
        // What stands in for a frame is named, once it was chosen.
        let isNamed = name.hasPrefix("19")
        expectEqual(second.errors.contains(problem), isNamed, "\(remedy): \(second.errors)")
    }
}
