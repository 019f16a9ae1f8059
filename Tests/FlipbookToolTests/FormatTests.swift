import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Folders of JPEG, BMP and TIFF frames, through the whole program.
@Suite("Frames of other formats than PNG", .hangLimit)
struct FormatTests {
    private let bench: Workbench

    init() throws {
        bench = try Workbench()
    }

    private func write(_ numbers: ClosedRange<Int>, _ suffix: String, as format: String) throws {
        try FileManager.default.createDirectory(
            atPath: bench.folder.path + "/walk",
            withIntermediateDirectories: true
        )
        for number in numbers {
            let name = "walk/walk.000\(number).\(suffix)"
            _ = try StillFile(
                writing: bench.frames.pixels(number),
                bench.frames.size,
                as: format,
                to: name,
                in: bench.folder
            )
        }
    }

    @Test("frames are listed, linted, rendered and exported losslessly", arguments: ["tiff", "bmp"])
    func lossless(suffix: String) throws {
        try write(1...4, suffix, as: suffix == "bmp" ? "bgr24" : "rgb24")
        let list = try bench.flipbook("list", "walk")
        #expect(list.text.contains("walk.####.\(suffix)"))
        #expect(list.text.contains("24x18"))
        let lint = try bench.flipbook("lint", "walk", "--deep")
        #expect(lint.status == 0, "\(lint.text)")
        let export = try bench.flipbook("export", "walk", "-o", "a.mkv")
        #expect(export.status == 0, "\(export.errors)")
        #expect(try bench.shown(in: "a.mkv", among: 1...4) == [1, 2, 3, 4])
        let render = try bench.flipbook("render", "walk", "--frame", "3", "-o", "a.png")
        #expect(render.status == 0, "\(render.errors)")
        let picture = try ImageDecoder().decode(contentsOf: bench.folder.file("a.png"))
        #expect(picture.withUnsafeBytes { Array($0) } == bench.frames.pixels(3))
    }

    @Test("JPEG frames are exported; one that is cut off is named by export and by lint, grey halves are never shown")
    func jpeg() throws {
        try write(1...4, "jpg", as: "yuvj444p")
        #expect(try bench.flipbook("lint", "walk", "--deep").status == 0)
        let export = try bench.flipbook("export", "walk", "-o", "a.mp4")
        #expect(export.status == 0, "\(export.errors)")
        let file = bench.folder.file("walk/walk.0002.jpg")
        let bytes = try StillFile(file).bytes()
        try bench.folder.write(bytes.dropLast(30), to: "walk/walk.0002.jpg")
        let refused = try bench.flipbook("export", "walk", "-o", "b.mp4")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("walk.0002.jpg: cut short"), "\(refused.errors)")
        let lint = try bench.flipbook("lint", "walk")
        #expect(lint.status == 1)
        #expect(lint.text.contains("load.truncated"), "\(lint.text)")
    }
}
