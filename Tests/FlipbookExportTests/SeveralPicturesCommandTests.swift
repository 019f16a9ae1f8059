import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// Files whose pictures lie one behind another, as a user meets them: never one picture of several with exit status 0.
@Suite("Several pictures in one file, through the whole program", .hangLimit)
struct SeveralPicturesCommandTests {
    private static let files = [
        "stream.jpg", "moving.gif", "mixed.png", "mixed.jpg", "junk.png", "junk.jpg", "moving.png",
    ]

    /// Those that are read, with the number of their pictures.
    private static let rows = [
        ("all.png", 3), ("all.jpg", 3), ("all.ppm", 3), ("lines.jpg", 3), ("filled.png", 3), ("all.bmp", 2),
        ("all.gif", 2),
    ]

    private let bench: Workbench

    /// Pictures of each format and of two formats, each in one file.
    init() throws {
        bench = try Workbench()
        try bench.folder.write(try (1...3).flatMap { try bench.frames.png($0) }, to: "all.png")
        let jpeg = try JPEGEncoder.encode(bench.frames.picture(1), quality: 80, keepsColor: false)
        try bench.folder.write((1...3).flatMap { _ in jpeg }, to: "all.jpg")
        // Programs that cut files up put something between.
        try bench.folder.write((1...3).flatMap { _ in jpeg + Array("\r\n".utf8) }, to: "lines.jpg")
        try bench.folder.write(
            try (1...3).flatMap { try bench.frames.png($0) + [UInt8](repeating: 0, count: 500) },
            to: "filled.png"
        )
        let ppm = Array("P6\n2 2\n255\n".utf8) + [UInt8](repeating: 7, count: 12)
        try bench.folder.write((1...3).flatMap { _ in ppm }, to: "all.ppm")
        let header = Array("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        try bench.folder.write(jpeg + (2...3).flatMap { _ in header + jpeg }, to: "stream.jpg")
        let bmp = BMPEncoder.encode(bench.frames.picture(1), opaque: true)
        try bench.folder.write(bmp + bmp, to: "all.bmp")
        let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let drawing: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        for (name, count) in [("all.gif", 1), ("moving.gif", 3)] {
            let gif = Array("GIF89a".utf8) + screen + (1...count).flatMap { _ in drawing } + [0x3B]
            try bench.folder.write(gif + gif, to: name)
        }
        try bench.folder.write(bench.frames.png(1) + jpeg, to: "mixed.png")
        try bench.folder.write(jpeg + bench.frames.png(1), to: "mixed.jpg")
        try bench.folder.write((1...3).flatMap { try bench.frames.png($0) + Array("junk".utf8) }, to: "junk.png")
        try bench.folder.write((1...3).flatMap { _ in jpeg + little(jpeg.count, 4) }, to: "junk.jpg")
        let png = try bench.frames.png(1)
        let animation = Array(png[..<33]) + PNGChunks.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]) + Array(png[33...])
        try bench.folder.write(animation + animation, to: "moving.png")
    }

    @Test("pictures of one format with nothing between them are a sequence in every verb", arguments: rows)
    func sequences(name: String, count: Int) throws {
        try expect(bench.flipbook("list", name).text.contains("\(name)  1-\(count)  \(count) frames"))
        for options in [[], ["--deep"]] {
            let lint = try bench.flipbook(["lint", "--no-config", name] + options)
            expect(lint.text.contains("\(count) frames"), "\(lint.text)")
        }
        try expectEqual(bench.flipbook("render", name, "--frame", "\(count)", "-o", "a.png", "--overwrite").status, 0)
        let export = try bench.flipbook("export", name, "-o", "f.####.png", "--json")
        expectEqual(export.status, 0, "\(export.errors)")
        try expectEqual(bench.names().count { $0.hasPrefix("f.") }, count)
        let play = try bench.flipbook("play", name, "--sink", "fakesink", "--repeat", "1", "--fps", "60")
        expectEqual(play.status, 0, "\(play.errors)")
    }

    @Test("export and render refuse them and write nothing", arguments: LongTests.cases(files, every: 3))
    func refusals(name: String) throws {
        let before = try bench.names()
        for command in [
            ["export", name, "-o", "a.mkv"], ["export", name, "-o", "a.####.png"], ["render", name, "-o", "a.png"],
            ["render", name, "--frame", "3", "-o", "a.png"],
        ] {
            let outcome = try bench.flipbook(command)
            expectEqual(outcome.status, 1, "\(command)")
            expect(outcome.errors.contains(name), "\(outcome.errors)")
            try expectEqual(bench.names(), before, "\(command)")
        }
    }

    @Test(
        "list refuses them, lint finds them, and play says what it shows instead",
        arguments: LongTests.cases(files, every: 3)
    )
    func notes(name: String) throws {
        let list = try bench.flipbook("list", name)
        if name == "moving.png" {
            expect(list.text.contains("multiple PNG pictures"), "\(list.text)")
        } else {
            expect(list.status == 1 && list.errors.contains(name), "\(list.errors)")
        }
        for options in [[], ["--deep"]] {
            let lint = try bench.flipbook(["lint", "--no-config", name] + options)
            expect(lint.status == 1 && lint.text.contains("load.unsupported"), "\(lint.text)")
        }
        let play = try bench.flipbook("play", name, "--sink", "fakesink", "--repeat", "1")
        expect(play.errors.contains(name), "\(play.errors)")
    }

    @Test(
        "a frame of a JPEG sequence that holds two pictures is refused before anything is written, and found with --deep"
    )
    func amongOthers() throws {
        for number in 1...3 {
            let jpeg = try JPEGEncoder.encode(bench.frames.picture(number), quality: 30, keepsColor: false)
            try bench.folder.write(number == 2 ? jpeg + jpeg : jpeg, to: "shot/f.000\(number).jpg")
        }
        let before = try bench.names()
        for output in ["a.mkv", "a.####.png"] {
            let outcome = try bench.flipbook("export", "shot", "-o", output)
            expect(outcome.status == 1 && outcome.errors.contains("f.0002.jpg"), "\(outcome.errors)")
            try expectEqual(bench.names(), before)
        }
        let lint = try bench.flipbook("lint", "--no-config", "--deep", "shot")
        expect(lint.status == 1 && lint.text.contains("f.0002.jpg"), "\(lint.text)")
    }

    @Test("what a photograph brings along is left out with a note, and lint has nothing to say of it")
    func photographs() throws {
        let jpeg = try JPEGEncoder.encode(bench.frames.picture(1), quality: 80, keepsColor: false)
        let file = Array(jpeg[..<2]) + [0xFF, 0xE2, 0, 10] + Array("MPF\0MM\0*".utf8) + Array(jpeg[2...]) + jpeg
        try bench.folder.write(file, to: "photo.jpg")
        for command in [["export", "-o", "a.mkv"], ["play", "--sink", "fakesink", "--repeat", "1"]] {
            let outcome = try bench.flipbook(command + ["photo.jpg"])
            expectEqual(outcome.status, 0, "\(outcome.errors)")
            expect(outcome.errors.contains("note: The frame has further pictures"), "\(outcome.errors)")
        }
        try expectEqual(bench.flipbook("lint", "--no-config", "--deep", "photo.jpg").status, 0)
    }
}
