import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Image codecs")
struct ImageCodecsTests {
    private let table = ImageCodecs(ImageCodecs.standard.codecs + [.farbfeld])
    private let pixmap =
        Array("farbfeld".utf8) + [0, 0, 0, 2, 0, 0, 0, 1] + (1...8).flatMap { [UInt8($0), UInt8($0)] }

    @Test("a codec that is passed in reads headers, details and pixels, and no other table knows it")
    func passedIn() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(pixmap, to: "a.ff")
        let decoder = ImageDecoder(codecs: table)
        try expectEqual(decoder.decode(contentsOf: path)[1, 0], Color(red: 5, green: 6, blue: 7, alpha: 8))
        try expectEqual(ImageHeader.read(contentsOf: path, codecs: table).size, PixelSize(width: 2, height: 1))
        try await expectEqual(ImageHeader.readAll([path], codecs: table).map { try $0.get().format.name }, ["farbfeld"])
        try await expectEqual(
            ImageDetails.readAll([path], codecs: table).map { try $0.get().byteCount },
            [pixmap.count]
        )
        expectEqual(table.format(forExtension: "ff")?.noun, "a farbfeld file")
        #expect(throws: ImageError.self) { try ImageHeader.read(contentsOf: path) }
        #expect(throws: ImageError.self) { try ImageDecoder().decode(contentsOf: path) }
    }

    @Test("a file cut off anywhere, and one with any byte changed, is refused or has its size")
    func damaged() throws {
        let decoder = ImageDecoder(limits: DecodingLimits(maximumBytes: 1 << 20), codecs: table)
        for length in 0..<pixmap.count {
            #expect(throws: ImageError.self, "cut to \(length) bytes") {
                try pixmap[..<length].withUnsafeBytes { try decoder.decode($0) }
            }
        }
        // After the header, any bytes are pixels.
        let header = 16
        for index in pixmap.indices {
            for value in UInt8.min...UInt8.max {
                var file = pixmap
                file[index] = value
                file.withUnsafeBytes { bytes in
                    do throws(ImageError) {
                        var session = try decoder.open(bytes)
                        try expectEqual(session.frame(0).size, session.header.size)
                    } catch {
                        expect(index < header, "byte \(index) as \(value): \(error)")
                    }
                }
            }
        }
    }

    @Test("names and extensions are each one codec's, and the usual extension is one by which frames are found")
    func distinct() {
        let formats = ImageCodecs.standard.formats
        let extensions = formats.flatMap(\.extensions)
        expectEqual(Set(extensions).count, extensions.count)
        expectEqual(Set(formats.map(\.name)).count, formats.count)
        // An archive is an input by its name, and no frame of a folder.
        for format in formats where format != .zip {
            expect(FileSequence.imageExtensions.contains(format.extensions[0]), "\(format.name)")
        }
    }

    @Test("the first bytes of one format are no other's, and a still picture has one frame")
    func matches() throws {
        let samples = [
            PNGWriter(width: 3, height: 2).file(rows: Array(0..<24)), EncodedSample.grayJPEG.file,
            Array("GIF89a......".utf8), Array("RIFF1234WEBPVP8 ".utf8), [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0],
            Array("BM".utf8) + [UInt8](repeating: 0, count: 24), pixmap, Array("P6 2 1\n255\n".utf8),
            Array("#define a_width 8\n".utf8), Array("#?RADIANCE\n".utf8), Array("SDPX".utf8),
            [0, 0, 1, 0, 1, 0, 8, 8, 0, 0, 0, 0, 1, 0, 40, 0, 0, 0, 22, 0, 0, 0],
            [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 4, 0, 32, 8],
        ]
        for sample in samples {
            let codecs = sample.withUnsafeBytes { head in table.codecs.filter { $0.matches(head) } }
            expectEqual(codecs.count, 1)
        }
        try samples[0].withUnsafeBytes { bytes in
            var session = try ImageDecoder().open(bytes)
            expectEqual(session.frameCount, 1)
            expect(session.loopCount == nil)
            expect(session.duration(ofFrame: 0) == nil)
            try expectEqual(session.frame(0).size, session.header.size)
        }
    }
}
