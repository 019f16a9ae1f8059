import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Foundation
import Testing

/// Files that OpenImageIO 2.4 wrote of one picture of half precision, and OpenEXR 3.5 of single precision (`Goldens/OpenEXR`),
/// beside what ffmpeg reads in them.
@Suite("Compressions of OpenEXR", .hangLimit)
struct EXRCompressionTests {
    private let size = PixelSize(width: 24, height: 20)
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func path(_ name: String) -> FilePath {
        FilePath(Samples.checkout.appendingPathComponent("Tests/FlipbookImagingTests/Goldens/OpenEXR/\(name).exr").path)
    }

    /// sRGB's curve (IEC 61966-2-1).
    private func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? 12.92 * max(0, light) : 1.055 * pow(min(1, light), 1 / 2.4) - 0.055
    }

    @Test(
        "each is read, as ffmpeg reads it",
        arguments: [
            "none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "tiles", "dwaa", "dwab", "b44-float",
            "b44a-float",
        ]
    )
    func pixels(name: String) throws {
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: path(name))
        try require(picture.format == .rgba64 && picture.size == size)
        let raw = folder.file("a.raw").string
        let theirs = try Program("ffmpeg").run(
            ["-v", "error", "-i", path(name).string, "-f", "rawvideo", "-pix_fmt", "gbrpf32le", raw]
        )
        try require(theirs.status == 0, "\(theirs.errors)")
        let data = try Data(contentsOf: URL(fileURLWithPath: raw))
        let numbers = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        try require(numbers.count == 3 * size.area)
        let ours = picture.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
        // What DWA keeps is a transform's waves, which ffmpeg sums up less finely.
        let tolerance = name.hasPrefix("dwa") ? 400.0 : 2
        for pixel in 0..<size.area {
            // ffmpeg's planes are green, blue, red.
            for (channel, plane) in [2, 0, 1].enumerated() {
                let expected = encoded(Double(numbers[plane * size.area + pixel])) * 65_535
                expect(abs(Double(ours[pixel * 4 + channel]) - expected) <= tolerance)
            }
        }
    }

    @Test("DWAA's colors are near those that were packed", arguments: ["dwaa", "dwab"])
    func waves(name: String) throws {
        let (packed, plain) = (try ImageDecoder().decode(contentsOf: path(name)), path("none"))
        let bytes = (packed.withUnsafeBytes { Array($0) }, try ImageDecoder().decode(contentsOf: plain))
        let far = pairs(bytes.0, bytes.1.withUnsafeBytes { Array($0) }).map { abs(Int($0) - Int($1)) }
        expect(far.allSatisfy { $0 <= 24 } && far.reduce(0, +) / far.count <= 2)
    }

    @Test(
        "a channel that the installed library does not unpack is named, with what to do",
        arguments: ["dwaa", "dwab"]
    )
    func unknown(name: String) throws {
        // The last of the channels, red, by another name.
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path(name).string)))
        let list = try require(file.indices.first { file[$0...].starts(with: "channels\0chlist\0".utf8) }) + 20
        let red = list + 36
        try require(file[red] == UInt8(ascii: "R"))
        file[red] = UInt8(ascii: "Z")
        let path = try folder.write(file, to: "z.exr")
        let codecs = ImageCodecs.standard.reading(
            try SourceColors(channels: ChannelChoice(channels: ChannelNames(parsing: "Z")))
        )
        let decoder = ImageDecoder(codecs: codecs)
        let outcome = Result { () throws(ImageError) in try decoder.decode(contentsOf: path) }
        // A newer library reads it.
        guard case .failure(let error) = outcome else {
            try expectEqual(outcome.get().size, ImageHeader.read(contentsOf: path, codecs: codecs).size)
            return
        }
        let message =
            "an OpenEXR file with \(name.uppercased()) compression, which Flipbook does not read"
        expectEqual(error.code, "image.format")
        expect(error.reason.description.hasPrefix(message), "\(error)")
        expect(error.reason.description.contains("oiiotool IN --compression zip -o OUT"))
        // The header says it, so that a linter needs no pixels.
        #expect(throws: error) { try ImageHeader.read(contentsOf: path, codecs: codecs) }
    }

    @Test(
        "compressions of OpenEXR 3.4 and later are named, not called damage",
        arguments: [
            (10, "HTJ2K256"), (11, "HTJ2K32"), (12, "LJ2K"), (13, "ZSTD"), (200, "unknown (200)"),
        ] as [(UInt8, String)]
    )
    func later(number: UInt8, name: String) throws {
        // A list of one place, as a file has it whose rows are packed 256 together.
        var file = EXRWriter.file(width: 8, height: 1, channels: [("Y", [Float](repeating: 0.5, count: 8))])
        let entry = Array("compression\0compression\0".utf8)
        let place = try require(file.indices.first { file[$0...].starts(with: entry) }) + entry.count + 4
        file[place] = number
        for rows in [1, 40] {
            // Of 40 rows, more places would be expected than the file has, were one row packed alone.
            let window = try require(file.indices.first { file[$0...].starts(with: "dataWindow\0box2i\0".utf8) }) + 22
            file[window + 12] = UInt8(rows - 1)
            let path = try folder.write(file, to: "\(number)-\(rows).exr")
            let error = try #require(throws: ImageError.self) { try ImageHeader.read(contentsOf: path) }
            expectEqual(
                error.reason.description,
                "an OpenEXR file with \(name) compression, which Flipbook does not read; save it with a "
                    + "different compression (oiiotool IN --compression zip -o OUT), which needs OpenEXR 3.4 or later"
            )
            #expect(throws: error) { try ImageDecoder().decode(contentsOf: path) }
        }
    }
}
