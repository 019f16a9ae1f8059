import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// What libraries say on standard error, through the whole program.
@Suite("What libraries say of damaged files, for their developers", .hangLimit)
struct LibraryRemarkTests {
    @Test(
        "is not printed: a damaged JPEG XL has one line of ours",
        .enabled(if: RuntimeLibrary.jxl.isInstalled, "libjxl is not installed")
    )
    func jxl() throws {
        let bench = try Workbench()
        let size = PixelSize(width: 64, height: 48)
        let picture = try Picture(size: size, format: .rgba) { pixels in
            for index in pixels.indices { pixels[index] = index % 4 == 3 ? 255 : UInt8(index * index % 251) }
        }
        let file = try LibJXL.file(of: picture, opaque: true, distance: 1)
        // libjxl 0.7 as Debian builds it has several lines for each of these.
        for number in 1...12 {
            var copy = file
            copy[file.count * number / 13] ^= 0x5A
            copy[file.count * number / 13 + 1] ^= 0xA5
            try bench.folder.write(copy, to: "walk/walk.00\(10 + number).jxl")
        }
        let outcome = try bench.flipbook("lint", "--deep", "--no-config", "walk")
        expectEqual(outcome.status, 1, "\(outcome.text)")
        expect(outcome.errors.isEmpty, "\(outcome.errors)")
        let render = try bench.flipbook("render", "walk/walk.0016.jxl", "-o", "a.png")
        expect(
            !render.errors.contains("lib/jxl") && render.errors.split(separator: "\n").count <= 1,
            "\(render.errors)"
        )
    }

    @Test(
        "is not printed: an AVIF that is larger than it says has one line of ours",
        .enabled(if: RuntimeLibrary.avif.isInstalled, "libavif is not installed")
    )
    func avif() throws {
        let bench = try Workbench(walk: 1...1)
        let written = try bench.flipbook("export", "walk", "-o", "f.####.avif")
        try require(written.status == 0, "\(written.errors)")
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: bench.folder.file("f.0001.avif").string)))
        for place in file.indices.dropLast(20) where file[place...].starts(with: "ispe".utf8) {
            file.replaceSubrange(place + 8..<place + 16, with: [0, 0, 0, 5, 0, 0, 0, 3])
        }
        try bench.folder.write(file, to: "small.avif")
        // Dav1d has a line of its own on the size.
        let render = try bench.flipbook("render", "small.avif", "-o", "a.png")
        expectEqual(render.status, 1)
        expect(render.errors.hasPrefix("error: small.avif: ") && render.errorLines.count == 1, "\(render.errors)")
    }
}
