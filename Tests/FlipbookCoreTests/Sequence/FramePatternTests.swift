import FlipbookCore
import FlipbookTestSupport
import Testing

@Suite("Frame patterns")
struct FramePatternTests {
    @Test(
        "a padding has the width that its tool gives it",
        arguments: [
            ("#", 4), ("##", 8), ("@", 1), ("@@@", 3), ("#@", 5), ("%d", 1), ("%01d", 1), ("%04d", 4), ("%4d", 4),
            ("%0d", 1), ("$F", 1), ("$F4", 4), ("$F04", 4), ("<UDIM>", 4), ("%(UDIM)d", 4), ("###", 3), ("####", 4),
            ("########", 8),
        ]
    )
    func widths(padding: String, width: Int) throws {
        let pattern = try FramePattern(parsing: "a.\(padding).exr")
        expectEqual(pattern.padding.width, width)
        expectEqual(pattern.padding.text, padding)
        expectEqual(pattern.description, "a.\(padding).exr")
    }

    @Test(
        "a pattern with a range names its files",
        arguments: [
            ("a.1-3#.exr", ["a.0001.exr", "a.0002.exr", "a.0003.exr"]),
            ("a.1-1##.exr", ["a.00000001.exr"]),
            ("a.-2-1#.exr", ["a.-002.exr", "a.-001.exr", "a.0000.exr", "a.0001.exr"]),
            ("a.9998-10001#.exr", ["a.9998.exr", "a.9999.exr", "a.10000.exr", "a.10001.exr"]),
            ("a.1,5-7x2#.exr", ["a.0001.exr", "a.0005.exr", "a.0007.exr"]),
            ("f.1-2#.tar.gz", ["f.0001.tar.gz", "f.0002.tar.gz"]),
            ("shot-1-2@.png", ["shot-1.png", "shot-2.png"]),
            ("v001_5@@@.png", ["v001_005.png"]),
            ("frame_1-3#@2x.png", ["frame_0001@2x.png", "frame_0002@2x.png", "frame_0003@2x.png"]),
            ("10-8$F2.png", ["10.png", "09.png", "08.png"]),
        ]
    )
    func names(text: String, names: [String]) throws {
        let pattern = try FramePattern(parsing: text)
        let frames = try require(pattern.frames)
        expectEqual(frames.map(pattern.name(of:)), names)
        for (number, name) in zip(frames, names) {
            try expectEqual(require(pattern.match(name)).number, number)
        }
    }

    @Test(
        "a pattern falls into directory, prefix, padding and suffix",
        arguments: [
            ("walk.####.png", "", "walk.", "####", ".png", nil, nil),
            ("walk/walk.%04d.png", "walk/", "walk.", "%04d", ".png", nil, nil),
            ("/path/file.1920x1080.0001-0100#.exr", "/path/", "file.1920x1080.", "#", ".exr", "1-100", nil),
            ("//server/share/f.1-50@@@@.exr", "//server/share/", "f.", "@@@@", ".exr", "1-50", nil),
            ("a#b/c@2x/w_#_b@3x.png", "a#b/c@2x/", "w_", "#", "_b.png", nil, 3),
            ("f.@@.png", "", "f.", "@@", ".png", nil, nil), ("f@@2x.png", "", "f", "@", ".png", nil, 2),
            ("img%%-%d.jpg", "", "img%-", "%d", ".jpg", nil, nil), ("100%_#.png", "", "100%_", "#", ".png", nil, nil),
            ("50%%_#.png", "", "50%%_", "#", ".png", nil, nil),
            (##"a\#b\@c\\_#.png"##, "", #"a#b@c\_"#, "#", ".png", nil, nil),
            (#"a1-2\3#.png"#, "", "a1-23", "#", ".png", nil, nil), ("a-#.png", "", "a-", "#", ".png", nil, nil),
            ("a1-10x#.png", "", "a1-10x", "#", ".png", nil, nil),
            ("$HOME.$F.png", "", "$HOME.", "$F", ".png", nil, nil),
            ("a 1,2 #.png", "", "a 1,2 ", "#", ".png", nil, nil), ("v2-1-10#.png", "", "v2-", "#", ".png", "1-10", nil),
            ("####", "", "", "####", "", nil, nil), ("f@2.png", "", "f", "@", "2.png", nil, nil),
        ] as [(String, String, String, String, String, String?, Int?)]
    )
    func parts(
        text: String,
        directory: String,
        prefix: String,
        padding: String,
        suffix: String,
        frames: String?,
        scale: Int?
    ) throws {
        let pattern = try FramePattern(parsing: text)
        expectEqual(pattern.directory, directory)
        expectEqual(pattern.prefix, prefix)
        expectEqual(pattern.padding.text, padding)
        expectEqual(pattern.suffix, suffix)
        expectEqual(pattern.frames?.description, frames)
        expectEqual(pattern.scale, scale)
        try expectEqual(FramePattern(parsing: pattern.description), pattern)
    }

    @Test(
        "a name without exactly one padding, or with a faulty range, is refused with a place",
        arguments: [
            ("****", 0, "the name has no frame number; write"), ("walk/####/a.png", 10, "the name has no frame number"),
            ("f@2x.png", 0, "the name has no frame number"), ("", 0, "the name has no frame number"),
            ("a#b.#.png", 4, "both # and # (character 5)"), ("a%d.%d", 4, "both %d and %d"),
            ("a.#.#.png", 4, "both # and #"),
            ("f@2x.####", 5, "#### is after the scale factor"), ("a.%0999d.png", 2, "wider than any file name"),
            ("a.%099999999999999999999d.png", 2, "wider than any"), ("d/a.1-10:3#.png", 8, "\":\" means a staggered"),
            ("a.1-10x0#.png", 7, "the step is 0"), ("a.1-10X2#.png", 6, "is not part of a range"),
            ("a.1-2x0.25#.exr", 8, "the range has decimals"), ("a.1-99999999#.png", 2, "more than 10,000,000"),
            ("a.1-4y1#.png", 2, "contains no frame"),
        ]
    )
    func faults(text: String, offset: Int, message: String) throws {
        let error = try #require(throws: FramePatternError.self) { try FramePattern(parsing: text) }
        expectEqual(error.offset, offset)
        expect(error.description.contains(message), "\(error)")
        expect(!error.description.contains("\n"))
    }

    @Test(
        "a name belongs to a pattern only when the pattern would write it so",
        arguments: [
            ("a.####.png", "a.0001.png", 1, 1), ("a.####.png", "a.12345.png", 12345, 1),
            ("a.####.png", "a.01234.png", nil, 1),
            ("a.####.png", "a.1.png", nil, 1), ("a.####.png", "a.-001.png", -1, 1),
            ("a.####.png", "a.-0001.png", nil, 1),
            ("a.@.png", "a.0.png", 0, 1), ("a.@.png", "a.-0.png", nil, 1), ("a.@.png", "a.00.png", nil, 1),
            ("a.####.png", "a.0001@2x.png", 1, 2), ("a.####@2x.png", "a.0001.png", nil, 1),
            ("a.####@2x.png", "a.0001@2x.png", 1, 2), ("a.####@2x.png", "a.0001@3x.png", nil, 1),
            ("a.@.png", "a.٣.png", nil, 1), ("a.@.png", "a.99999999999999999999.png", nil, 1),
            ("a.@.png", "a..png", nil, 1),
            ("a.@.png", "b.1.png", nil, 1), ("a.@.png", "a.1.PNG", nil, 1), ("a@", "a12", 12, 1),
            ("@_b.png", "7_b@3x.png", 7, 3),
            ("a.%021d.png", "a.000000000000000000007.png", 7, 1),
        ] as [(String, String, Int?, Int)]
    )
    func matching(text: String, name: String, number: Int?, scale: Int) throws {
        let match = try FramePattern(parsing: text).match(name)
        expectEqual(match?.number, number)
        if number != nil { expectEqual(match?.scale, scale) }
    }

    @Test("names are compared by their bytes: one é is not e with an accent")
    func bytes() throws {
        let composed = try FramePattern(parsing: "caf\u{E9}.#.png")
        let decomposed = try FramePattern(parsing: "cafe\u{301}.#.png")
        expect(composed != decomposed)
        expect(composed.match("cafe\u{301}.0001.png") == nil)
        expectEqual(decomposed.match("cafe\u{301}.0001.png")?.number, 1)
    }

    @Test("whatever the parts are made of, the text of a pattern reads back as the same pattern")
    func roundTrip() throws {
        // Every prefix and suffix of up to two of these pieces, with every padding, range and scale.
        let pieces = [
            "", "#", "@", "%", "%d", "$F", "<UDIM>", #"\"#, "5", "-", "1,", "x", ".", " '", "@2x", "2x", "\n", "d",
        ]
        let paddings = ["#", "@", "####", "%04d", "%d", "$F", "$F4", "<UDIM>"]
        let parsed = try paddings.map { try FramePattern(parsing: $0).padding }
        var count = 0
        for first in pieces {
            for second in pieces {
                for padding in parsed {
                    for (frames, scale) in [(nil, nil), (FrameSet([5]), 2), (FrameSet([-5, -4]), nil)]
                        as [(FrameSet?, Int?)]
                    {
                        for (prefix, suffix) in [(first + second, ".png"), (first, second + ".png"), (second, first)] {
                            let pattern = FramePattern(
                                directory: "a#b/",
                                prefix: prefix,
                                padding: padding,
                                suffix: suffix,
                                frames: frames,
                                scale: suffix.hasSuffix(".png") ? scale : nil
                            )
                            let read = try FramePattern(parsing: pattern.description)
                            expectEqual(read, pattern, "\(pattern)")
                            count += 1
                        }
                    }
                }
            }
        }
        expectEqual(count, 18 * 18 * 8 * 3 * 3)
    }
}
