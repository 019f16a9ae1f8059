import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Files that OpenImageIO 2.4 wrote of one picture of half precision, `Goldens/OpenEXR`, beside what ffmpeg reads in them.
@Suite("Compressions of OpenEXR", .hangLimit)
struct EXRCompressionTests {
    private let size = PixelSize(width: 24, height: 20)
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func path(_ name: String) -> FilePath {
        FilePath(GoldenPicture.folder.appendingPathComponent("OpenEXR/\(name).exr").path)
    }

    /// sRGB's curve (IEC 61966-2-1).
    private func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * max(0, light) : 1.055 * pow(min(1, light), 1 / 2.4) - 0.055
    }

    @Test(
        "each is read, as ffmpeg reads it",
        arguments: ["none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "tiles"]
    )
    func pixels(name: String) throws {
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: path(name))
        try #require(picture.format == .rgba64 && picture.size == size)
        let raw = folder.file("a.raw").string
        let theirs = try Program("ffmpeg").run(
            ["-v", "error", "-i", path(name).string, "-f", "rawvideo", "-pix_fmt", "gbrpf32le", raw]
        )
        try #require(theirs.status == 0, "\(theirs.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: raw))
        let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        try #require(numbers.count == 3 * size.area)
        let ours = picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        for pixel in 0..<size.area {
            // ffmpeg's planes are green, blue, red.
            for (channel, plane) in [2, 0, 1].enumerated() {
                let expected = encoded(Double(numbers[plane * size.area + pixel])) * 65_535
                #expect(abs(Double(ours[pixel * 4 + channel]) - expected) <= 2)
            }
        }
    }

    @Test("one that the installed library does not unpack is named, with what to do", arguments: ["dwaa", "dwab"])
    func unknown(name: String) throws {
        let plain = try ImageDecoder().decode(contentsOf: path("none"))
        let path = path(name)
        switch Result(catching: { () throws(ImageError) in try ImageDecoder().decode(contentsOf: path) }) {
        case .success(let picture):
            // A newer library reads it.
            let bytes = (picture.withUnsafeBytes { Array($0) }, plain.withUnsafeBytes { Array($0) })
            #expect(pairs(bytes.0, bytes.1).allSatisfy { abs(Int($0) - Int($1)) <= 24 })
        case .failure(let error):
            let message =
                "an OpenEXR file with \(name.uppercased()) compression, which the installed OpenEXR does not unpack"
            #expect(error.code == "image.format")
            #expect(error.reason.description.hasPrefix(message), "\(error)")
            #expect(error.reason.description.contains("oiiotool IN --compression zip -o OUT"))
            // The header says it, so that a linter needs no pixels.
            #expect(throws: error) { try ImageHeader.read(contentsOf: path) }
        }
    }
}
