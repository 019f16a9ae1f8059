import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// TIFF files of measurements, as a user meets them: never a film that is white, or black, in silence.
@Suite("Floating point in TIFF, through the whole program", .hangLimit)
struct TIFFNumberCommandTests {
    private let bench: Workbench

    /// Three frames of 16x16 pixels, of -1 to 253, 254 and 255.
    init() throws {
        bench = try Workbench()
        for number in 1...3 {
            let values = (0..<255).map { Float($0 - 1) } + [Float(number + 252)]
            try write("shot/f.000\(number).tif", values)
        }
    }

    private func write(_ name: String, _ values: some Sequence<Float>, _ description: String? = nil) throws {
        let file = TIFFWriter {
            ($0.width, $0.height, $0.rowsPerStrip, $0.samples, $0.photometric) = (16, 16, 16, 1, 1)
            ($0.bits, $0.shorts[0x153], $0.description) = (32, [3], description)
            $0.blocks = [values.flatMap { little($0.bitPattern, 4) }]
        }
        try bench.folder.write(file.file(), to: name)
    }

    @Test("export and render refuse what is cut off and write nothing; each remedy of the message works")
    func refusal() throws {
        for command in [["export", "shot", "-o", "a.mkv"], ["render", "shot", "--frame", "1", "-o", "a.png"]] {
            let refused = try bench.flipbook(command)
            expectEqual(refused.status, 1, "\(refused.errors)")
            expect(
                refused.errors.contains("99 % of the pixels are outside the levels 0..1"),
                "\(refused.errors)"
            )
            try expectEqual(bench.names(), ["shot"])
            let remedies = refused.errors.matches(of: /--levels (\S+?)(?:,| for all)/)
            expectEqual(remedies.count, 2, "\(refused.errors)")
            for remedy in remedies {
                let shown = try bench.flipbook(command + ["--levels", "\(remedy.1)", "--overwrite"])
                expectEqual(shown.status, 0, "\(remedy.1): \(shown.errors)")
            }
            for name in try bench.names() where name != "shot" {
                try FileManager.default.removeItem(atPath: bench.folder.file(name).string)
            }
        }
    }

    @Test("the range is one for all frames")
    func range() throws {
        let pictures = try bench.exported(["shot", "--levels", "-2..253"])
        // The frames begin with -1.
        expectEqual(pictures.map { $0[0] }, [1, 1, 1])
        expectEqual(pictures[0][255 * 4], 255)
        let automatic = try bench.flipbook("export", "shot", "-o", "b.mkv", "--levels", "auto")
        let note = "The levels from black to white are -1..255, the smallest"
        expect(automatic.errors.contains(note), "\(automatic.errors)")
    }

    @Test("frames whose files name several ranges have one with all of these, so that darker ones are darker")
    func severalRanges() throws {
        for number in 1...2 {
            let values = (0..<256).map { Float($0 * number) }
            try write("n/f.000\(number).tif", values, "ImageJ=1.53t\nmin=0.0\nmax=\(255 * number).0\n")
        }
        try expectEqual(bench.exported(["n"]).map { $0[102 * 4] }, [51, 102])
        let rendered = try bench.flipbook("render", "n", "--frame", "1", "-o", "a.png")
        expect(rendered.errors.contains("specify different values for black and white; 0..510,"), "\(rendered.errors)")
    }

    @Test("the range that ImageJ writes on the first page of a stack is that of all pages")
    func pages() throws {
        let page = TIFFWriter {
            ($0.width, $0.samples, $0.photometric, $0.bits, $0.shorts[0x153]) = (32, 1, 1, 32, [3])
            $0.height = 16
            $0.rowsPerStrip = 16
            $0.blocks = [(0..<512).flatMap { little(Float($0).bitPattern, 4) }]
        }
        let first = changing(page) { $0.description = "ImageJ=1.53t\nimages=2\nslices=2\nmin=0.0\nmax=510.0\n" }
        try bench.folder.write(first.file(followedBy: [page]), to: "s.tif")
        try expectEqual(bench.exported(["s.tif"]).map { $0[102 * 4] }, [51, 51])
        // Values that a manifest shows are no fault, of a stack either.
        try bench.folder.write(page.file(followedBy: [page]), to: "t.tif")
        try bench.folder.write(Array("animationImages: t.tif\nlevels: 0..511\n".utf8), to: "t.yaml")
        let lint = try bench.flipbook("lint", "--no-config", "--deep", "t.yaml")
        expect(!lint.text.contains("t.tif  error"), "\(lint.text)")
    }

    @Test(
        "whole numbers that use a small part of theirs have a note, of 32 bits and signed ones, too",
        arguments: [
            (2, 16, -1024, 3071, "-1024 to 3071 of -32768..32767, and are shown with little contrast", "-1024..3071"),
            (2, 16, 0, 4000, "0 to 4000 of -32768..32767, and are shown with little contrast", "0..4095"),
            (1, 32, 100, 4000, "100 to 4000 of 4294967295, and are shown dark", "0..4095"),
        ]
    )
    func smallParts(format: Int, bits: Int, least: Int, most: Int, words: String, levels: String) throws {
        let file = TIFFWriter {
            ($0.width, $0.samples, $0.photometric, $0.bits, $0.shorts[0x153]) = (2, 1, 1, bits, [format])
            $0.blocks = [[least, most].flatMap { little(Int32($0), bits / 8) }]
        }
        try bench.folder.write(file.file(), to: "a.tif")
        let outcome = try bench.flipbook("render", "a.tif", "-o", "a.png")
        expect(
            outcome.errors.contains("values from \(words). To stretch them, use --levels \(levels).\n"),
            "\(outcome.errors)"
        )
    }

    @Test("play names the remedy, and lint --deep finds the frames with it")
    func otherVerbs() throws {
        let play = try bench.flipbook("play", "shot", "--sink", "fakesink", "--repeat", "1")
        expect(play.errors.contains("use --levels -1..253,"), "\(play.errors)")
        let lint = try bench.flipbook("lint", "--no-config", "--deep", "shot")
        expectEqual(lint.status, 1, "\(lint.text)")
        expect(lint.text.contains("Show all values with --levels -1..255."), "\(lint.text)")
        try expect(bench.flipbook("list", "shot").text.contains("32 bit gray"))
    }

    @Test("ImageJ's own range is used without a word")
    func imageJ() throws {
        try write("one.tif", (0..<256).map { Float($0) * 10 }, "ImageJ=1.53t\nmin=0.0\nmax=2550.0\n")
        let outcome = try bench.flipbook("render", "one.tif", "-o", "one.png")
        expect(outcome.status == 0 && !outcome.errors.contains("levels"), "\(outcome.errors)")
    }

    @Test("NaN is said, and found")
    func strays() throws {
        try write("n/f.0001.tif", [.nan] + [Float](repeating: 0.5, count: 255))
        try write("n/f.0002.tif", [Float](repeating: 0.25, count: 256))
        let export = try bench.flipbook("export", "n", "-o", "n.mkv")
        expect(
            export.errors.contains("f.0001.tif: 1 pixel with NaN or infinity, the first at 0,0"),
            "\(export.errors)"
        )
        let lint = try bench.flipbook("lint", "--no-config", "--deep", "n")
        expect(lint.text.contains("1 pixel with NaN or infinity"), "\(lint.text)")
    }

    @Test("12 bits are refused with a converter that works", .enabled(if: XServer.isInstalled("convert")))
    func packed() throws {
        let file = TIFFWriter {
            ($0.width, $0.samples, $0.photometric, $0.bits) = (2, 1, 1, 12)
            $0.blocks = [[0x80, 0x0F, 0xFF]]
        }
        try bench.folder.write(file.file(), to: "twelve.tif")
        let refused = try bench.flipbook("render", "twelve.tif", "-o", "a.png")
        let command = try require(refused.errors.firstMatch(of: /\((convert) IN OUT\.png\)/), "\(refused.errors)")
        let paths = ["twelve.tif", "twelve.png"].map { bench.folder.file($0).string }
        try expectEqual(Program("\(command.1)").run(paths).status, 0)
        try expectEqual(bench.flipbook("render", "twelve.png", "-o", "a.png").status, 0)
    }
}
