import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// Files whose pictures lie one behind another, of which nothing but the first says that it is there.
@Suite("Several pictures in one file")
struct SeveralPicturesTests {
    /// What reading the header, and decoding, find the bytes to be instead of a picture.
    private func refusals(of file: [UInt8]) throws -> [FileContents] {
        func refusal(_ read: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws -> FileContents? {
            do throws(ImageError) {
                try file.withUnsafeBytes { bytes in Result { () throws(ImageError) in try read(bytes) } }.get()
                return nil
            } catch {
                guard case .notAnImage(let found) = error.reason else { throw error }
                return found
            }
        }
        return [
            try refusal { (bytes) throws(ImageError) in _ = try ImageHeader.read(bytes) },
            try refusal { (bytes) throws(ImageError) in _ = try ImageDecoder().decode(bytes) },
        ].compactMap(\.self)
    }

    /// How many of these say that there are several pictures.
    private func several(_ refusals: [FileContents]) -> Int {
        refusals.count { if case .pictures = $0.kind { true } else { false } }
    }

    private func header(_ file: [UInt8]) throws -> ImageHeader { try file.withUnsafeBytes { try ImageHeader.read($0) } }

    // MARK: PNG

    private static let texts: [[PNGWriter.Chunk]] = [
        [], [PNGWriter.Chunk("tEXt", Array("date\0now".utf8)), PNGWriter.Chunk("tIME", [7, 0, 1, 1, 1, 1, 1])],
        [PNGWriter.Chunk("iTXt", [UInt8](repeating: 65, count: 9000))],
    ]

    @Test(
        "a PNG that another one follows is refused from the header on, and one alone is not, however it is cut into chunks",
        arguments: [20, 4096, 8192, 1 << 20],
        Self.texts
    )
    func png(chunkLength: Int, texts: [PNGWriter.Chunk]) throws {
        for side in [1, 40, 120] {
            var writer = PNGWriter(width: side, height: side)
            (writer.dataChunkLength, writer.chunksAfterData) = (chunkLength, texts)
            let file = writer.file(rows: (0..<writer.rowLength * side).map { UInt8(truncatingIfNeeded: $0) })
            try expect(refusals(of: file).isEmpty, "\(side)")
            try expect(refusals(of: file + Array("no picture".utf8)).isEmpty, "\(side)")
            try expectEqual(several(refusals(of: file + file)), 2, "\(side)")
            try expectEqual(several(refusals(of: file + file + file)), 2, "\(side)")
        }
    }

    @Test("the same of chunks of unequal lengths, and of animations")
    func otherPNGs() throws {
        let writer = PNGWriter(width: 90, height: 90)
        let stream = PNGWriter.zlibStored(writer.scanlines([UInt8](repeating: 9, count: writer.rowLength * 90)))
        let data = [stream[..<5000], stream[5000..<9000], stream[9000...]].map { PNGWriter.Chunk("IDAT", Array($0)) }
        let file = PNGWriter.file([writer.header] + data + [PNGWriter.Chunk("IEND")])
        try expect(refusals(of: file).isEmpty)
        try expectEqual(several(refusals(of: file + file)), 2)
        let place = bigEndian(0) + bigEndian(90) + bigEndian(90) + [UInt8](repeating: 0, count: 14)
        let controls = [PNGWriter.Chunk("acTL", bigEndian(2) + bigEndian(0)), PNGWriter.Chunk("fcTL", place)]
        let animation = PNGWriter.file([writer.header] + controls + data + [PNGWriter.Chunk("IEND")])
        try expect(refusals(of: animation).isEmpty)
        // The header says that there are several pictures in each.
        try expectEqual(several(refusals(of: animation + animation)), 1)
    }

    // MARK: All formats

    /// One picture, or a GIF of two, in each format whose end is known.
    private func files() throws -> [String: [UInt8]] {
        let picture = TestFrames(width: 16, height: 12).picture(1)
        var gif = GIFWriter()
        (gif.width, gif.height) = (1, 1)
        var frame = GIFWriter.Frame()
        frame.pixels = [1]
        gif.frames = [frame]
        var moving = gif
        moving.frames.append(frame)
        var files: [String: [UInt8]] = [
            "png": try TestFrames(width: 16, height: 12).png(1), "jpg": try jpeg(16), "gif": gif.bytes,
            "moving.gif": moving.bytes, "bmp": BMPEncoder.encode(picture, opaque: true),
            "ppm": Array("P6 1 1 255\n".utf8) + [1, 2, 3], "text.ppm": Array("P3 2 1 255\n1 2 3\n4 5 6\n".utf8),
        ]
        if let library = LibWebP() { files["webp"] = try library.file(of: picture, quality: nil) }
        return files
    }

    @Test("a picture of any format behind one of any other is found, and other bytes are not taken for one")
    func formats() throws {
        let files = try files()
        // Longer than a window.
        let zeros = [UInt8](repeating: 0, count: 5000)
        let header = Array("\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        let (png, jpeg) = (files["png"] ?? [], files["jpg"] ?? [])
        let signature = Array(png.prefix(8))
        let scan = try require(jpeg.indices.first { jpeg[$0...].starts(with: [0xFF, 0xDA]) })
        let fields = little(70, 4) + little(0, 4) + little(54, 4)
        let others: [[UInt8]] = [
            [0], zeros, header, Array("BM is no picture, and neither is this text".utf8),
            Array("BM".utf8) + (0..<60).map { UInt8($0) }, Array("BM".utf8) + fields + little(40, 4) + zeros,
            [0, 0, 1, 0, 1, 0, 16, 16, 0, 0], [0xFF, 0x0A, 1, 2, 3, 4], Array("RIFF1234WAVE".utf8),
            // No more than the beginning of a JPEG, and one of no picture.
            [7, 0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2], [7, 0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 1, 2],
        ]
        // The same without its pixels, PNG's signature without a picture, and pictures in an archive and in a film.
        let parts: [[UInt8]] = [
            zeros + jpeg[..<scan], signature + [7], signature + zeros, [7] + signature + zeros,
            Array("PK\u{3}\u{4}\u{14}".utf8) + zeros + png, zeros + Array("\0\0\0 ftypmp42".utf8) + jpeg,
        ]
        for (name, file) in files {
            for rest in others + parts { try expect(refusals(of: file + rest).isEmpty, "\(name) \(rest.prefix(9))") }
            for (next, picture) in files {
                let junk = [little(picture.count, 4), Array("junk".utf8)]
                for filler in [[], [0x0A], zeros, header] + (["png", "jpg"].contains(next) ? junk : []) {
                    let found = try refusals(of: file + filler + picture + picture)
                    expect(several(found) == found.count && !found.isEmpty, "\(next) behind \(name), \(filler)")
                }
            }
        }
    }

    // MARK: JPEG

    private func jpeg(_ side: Int, _ segments: [(marker: UInt8, text: String)] = []) throws -> [UInt8] {
        let picture = TestFrames(width: side, height: side).picture(1)
        let file = try JPEGEncoder.encode(picture, quality: 80, keepsColor: false)
        let inserted = segments.flatMap { segment -> [UInt8] in
            [0xFF, segment.marker, 0, UInt8(segment.text.utf8.count + 2)] + Array(segment.text.utf8)
        }
        return Array(file[..<2]) + inserted + Array(file[2...])
    }

    @Test(
        "a JPEG that another one follows is refused where it is decoded, to pixels and to planes",
        arguments: [false, true]
    )
    func jpegs(takesPlanes: Bool) throws {
        var decoder = ImageDecoder()
        decoder.takesPlanes = takesPlanes
        func decode(_ file: [UInt8]) throws(ImageError) {
            let result = file.withUnsafeBytes { bytes in
                Result { () throws(ImageError) in try decoder.decode(bytes) }
            }
            _ = try result.get()
        }
        let one = try jpeg(16)
        try decode(one)
        for file in [one + one, one + [0, 0] + one + one] {
            let error = #expect(throws: ImageError.self) { try decode(file) }
            if case .notAnImage(let found)? = error?.reason {
                expectEqual(several([found]), 1)
            } else {
                expect(Bool(false))
            }
        }
        // So many have more bytes than the pixels of one, and are found out by the header.
        try expectEqual(several(refusals(of: (0..<9).flatMap { _ in one })), 2)
        // A camera's preview, and what is no picture.
        for rest in [try jpeg(8), [0xFF, 0xD8, 0xFF], Array("SEFT".utf8)] { try decode(one + rest) }
    }

    @Test(
        "what the file itself explains is no picture of the sequence, and is said",
        arguments: [
            ([(0xE2, "MPF\0MM\0*")], "further pictures"),
            ([(0xE1, "http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version='1.0'/>"), (0xE2, "MPF\0MM\0*")], "a gain map"),
            ([(0xE1, "http://ns.adobe.com/xap/1.0/\0<x GCamera:MotionPhoto='1'/>")], "the video of a motion photo"),
            ([], "further pictures"),
        ] as [([(UInt8, String)], String)]
    )
    func explained(segments: [(UInt8, String)], companions: String) throws {
        var file = try jpeg(16, segments.map { (marker: $0.0, text: $0.1) })
        // Without a segment that says it, as Samsung's cameras write it.
        let block: [UInt8] = [0, 0, 0x30, 0x0A, 4, 0, 0, 0] + Array("Dual".utf8)
        file += segments.isEmpty ? block + file + Array("SEFT".utf8) : file
        try expect(refusals(of: file).isEmpty)
        try expectEqual(header(file).remark, .companions(companions))
        try expect(header(jpeg(16)).remark == nil)
    }
}
