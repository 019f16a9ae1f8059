import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// JPEG, BMP and TIFF files of ffmpeg's making, decoded by us and by ffmpeg.
@Suite("Formats compared with ffmpeg", .hangLimit)
struct FormatComparisonTests {
    private let folder: TemporaryDirectory
    /// An odd width, so that rows end within a byte, a word and a block of chroma.
    private let frames = TestFrames(width: 61, height: 36, hasAlpha: true)

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func file(_ format: String, _ name: String, _ options: [String] = []) throws -> StillFile {
        try StillFile(writing: frames.pixels(3), frames.size, as: format, options: options, to: name, in: folder)
    }

    /// The largest difference of a channel; no two pictures of different sizes.
    private func difference(_ picture: Picture, _ pixels: [UInt8]) throws -> Int {
        let ours = picture.withUnsafeBytes { Array($0) }
        try require(ours.count == pixels.count)
        return zip(ours, pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    @Test(
        "a BMP has the pixels that ffmpeg finds; numbers of 5 or 6 bits are rounded, not cut off",
        arguments: LongTests.cases(
            [
                ("bgra", 0), ("bgr24", 0), ("rgb8", 0), ("rgb4_byte", 0), ("gray", 0), ("monob", 0), ("pal8", 0),
                ("rgb565le", 1), ("rgb555le", 1),
            ],
            every: 3
        )
    )
    func bmp(format: String, tolerance: Int) throws {
        let still = try file(format, "a.bmp")
        let picture = try ImageDecoder().decode(contentsOf: still.path)
        try expect(difference(picture, still.pixels()) <= tolerance)
        try expectEqual(ImageHeader.read(contentsOf: still.path).hasAlpha, (format == "bgra"))
    }

    @Test(
        "a TIFF has the pixels that ffmpeg finds, in every compression that ffmpeg writes",
        arguments: LongTests.cases(
            [
                ("rgb24", 0), ("rgba", 0), ("gray", 0), ("ya8", 0), ("pal8", 0), ("monob", 0), ("monow", 0),
                ("rgb48le", 1), ("rgba64le", 1), ("gray16le", 1), ("ya16le", 1), ("yuv444p", 4), ("yuv420p", 4),
            ],
            every: 4
        )
    )
    func tiff(format: String, tolerance: Int) throws {
        let compressions = ["raw", "packbits", "lzw", "deflate"]
        let files = compressions.map { (name: "\($0).tiff", options: ["-compression_algo", $0]) }
        try StillFile.write(frames.pixels(3), frames.size, as: format, files, in: folder)
        let stills = files.map { StillFile(folder.file($0.name)) }
        let isDeep = format.contains("16le") || format.contains("64le") || format.contains("48le")
        for (still, pixels) in pairs(stills, try StillFile.pixels(of: stills)) {
            let picture = try ImageDecoder().decode(contentsOf: still.path)
            try expect(difference(picture, pixels) <= tolerance, "\(still.path)")
            let header = try ImageHeader.read(contentsOf: still.path)
            expectEqual(header.bitDepth, (format.hasPrefix("mono") ? 1 : isDeep ? 16 : 8), "\(still.path)")
        }
    }

    @Test("16 bits of a TIFF are kept where that is asked for", arguments: ["rgb48le", "rgba64le", "gray16le"])
    func depth(format: String) throws {
        let still = try file(format, "a.tiff", ["-compression_algo", "deflate"])
        let picture = try ImageDecoder(keepsSixteenBits: true).decode(contentsOf: still.path)
        expectEqual(picture.format, .rgba64)
        try expectEqual(picture.withUnsafeBytes { Array($0) }, still.pixels("rgba64le"))
    }

    @Test(
        "a JPEG has the pixels that ffmpeg finds, within the rounding of two ways to compute them",
        arguments: [("yuvj444p", 3), ("yuvj420p", 12), ("yuvj422p", 12)]
    )
    func jpeg(format: String, tolerance: Int) throws {
        // Colors change slowly, as two programs may spread those of lower resolution in two ways.
        let pixels = (0..<frames.size.area).flatMap { index in
            let (x, y) = (index % frames.size.width, index / frames.size.width)
            return [UInt8(x + y), UInt8(200 - x), UInt8(80 + 2 * y), 255]
        }
        let still = try StillFile(
            writing: pixels,
            frames.size,
            as: format,
            options: ["-q:v", "2"],
            to: "a.jpg",
            in: folder
        )
        let picture = try ImageDecoder().decode(contentsOf: still.path)
        try expect(difference(picture, still.pixels()) <= tolerance)
        let header = try ImageHeader.read(contentsOf: still.path)
        expectEqual(header.size, frames.size)
        expectEqual(header.colorModel, .rgb)
    }

    @Test("kinds that ffmpeg cannot write have the pixels that ImageMagick finds", arguments: EncodedSample.allCases)
    func samples(sample: EncodedSample) throws {
        let path = try folder.write(sample.file, to: "a")
        let pixels = try ImageDecoder().decode(contentsOf: path).withUnsafeBytes { Array($0) }
        expectEqual(pixels.indices.filter { $0 % 4 != 3 }.map { pixels[$0] }, sample.pixels)
        expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 })
    }

    @Test("a file that is cut off at any byte is refused by its header or by its pixels")
    func cutOff() throws {
        // A TIFF of ImageMagick's ends with numbers that do not bear on the pixels, so it is left out.
        var files = EncodedSample.allCases.filter { $0 != .jpegInTIFF }.map(\.file)
        let size = PixelSize(width: 12, height: 8)
        let pixels = TestFrames(width: 12, height: 8).pixels(1)
        for (format, name, options) in [
            ("bgr24", "a.bmp", []), ("bgra", "b.bmp", []), ("yuvj420p", "a.jpg", []),
            ("rgb24", "a.tiff", ["-compression_algo", "lzw"]), ("rgba", "b.tiff", ["-compression_algo", "raw"]),
        ] as [(String, String, [String])] {
            files.append(
                try StillFile(writing: pixels, size, as: format, options: options, to: name, in: folder).bytes()
            )
        }
        for file in files {
            // All pixels of a JPEG are there that lacks its end marker alone.
            let needed = file.starts(with: [0xFF, 0xD8]) ? file.count - 2 : file.count
            let outcomes = (0..<needed).filter { length in
                file.withUnsafeBytes { bytes in
                    (try? ImageDecoder().decode(UnsafeRawBufferPointer(rebasing: bytes[..<length]))) != nil
                }
            }
            expect(outcomes.isEmpty, "decoded though cut off at \(outcomes) of \(file.count)")
        }
    }

    @Test("the header of a JPEG that is cut off says so; one with bytes after its end is whole")
    func jpegEnd() throws {
        let file = try file("yuvj420p", "a.jpg").bytes()
        let cut = try folder.write(file.dropLast(40), to: "cut.jpg")
        for read in [
            { _ = try ImageHeader.read(contentsOf: cut) }, { _ = try ImageDecoder().decode(contentsOf: cut) },
        ] {
            let error = try require(#expect(throws: ImageError.self) { try read() })
            expect(error.reason == .truncated && error.path == cut && error.header?.size == frames.size, "\(error)")
        }
        // The coded data end half-way, yet the end's marker stands there.
        let patched = try folder.write(file.dropLast(200) + [0xFF, 0xD9], to: "patched.jpg")
        try expectEqual(ImageHeader.read(contentsOf: patched).size, frames.size)
        #expect(throws: ImageError.self) { try ImageDecoder().decode(contentsOf: patched) }
        let longer = try folder.write(file + [UInt8](repeating: 0, count: 9000), to: "longer.jpg")
        try expectEqual(ImageHeader.read(contentsOf: longer).size, frames.size)
        try expectEqual(ImageDecoder().decode(contentsOf: longer).size, frames.size)
    }

    @Test("what is wrong with a JPEG is said in libjpeg's words")
    func jpegWords() throws {
        var file = EncodedSample.grayJPEG.file
        // The table of the steps becomes a segment that no reader knows.
        let table = try require(file.indices.first { file[$0...].starts(with: [0xFF, 0xDB]) })
        file[table + 1] = 0xEF
        let path = try folder.write(file, to: "steps.jpg")
        let reason = "Quantization table 0x00 was not defined"
        #expect(throws: ImageError(.corrupt(reason: reason), path: path)) {
            try ImageDecoder().decode(contentsOf: path)
        }
    }

    @Test("bytes that a JPEG's pixels leave over are damage; fill, zeros and bytes in the header are none")
    func jpegLeftovers() throws {
        let file = EncodedSample.grayJPEG.file
        let whole = try file.withUnsafeBytes { try ImageDecoder().decode($0).withUnsafeBytes { Array($0) } }
        func decode(_ bytes: [UInt8], at place: Int) throws -> [UInt8] {
            let changed = file[..<place] + bytes + file[place...]
            return try Array(changed).withUnsafeBytes { try ImageDecoder().decode($0).withUnsafeBytes { Array($0) } }
        }
        let end = file.count - 2
        #expect(throws: ImageError.corrupt(reason: "extra bytes follow its pixels")) {
            try decode([UInt8](repeating: 0x5A, count: 40), at: end)
        }
        try expectEqual(decode([UInt8](repeating: 0xFF, count: 40), at: end), whole)
        try expectEqual(decode([UInt8](repeating: 0, count: 40), at: end), whole)
        // Before the tables of the codes: no pixel has come yet.
        let table = try require(file.indices.first { file[$0...].starts(with: [0xFF, 0xC4]) })
        try expectEqual(decode([1, 2, 3], at: table), whole)
    }

    @Test(
        "a JPEG that breaks a rule of its format is whole where its pixels are, and says what the matter is",
        arguments: [EncodedSample.grayJPEG, .progressiveJPEG]
    )
    func flaws(sample: EncodedSample) throws {
        let file = sample.file
        func pixels(_ file: some Sequence<UInt8>) throws -> [UInt8] {
            try Array(file).withUnsafeBytes { try ImageDecoder().decode($0).withUnsafeBytes { Array($0) } }
        }
        func remark(_ file: some Sequence<UInt8>) throws -> ImageHeader.Remark? {
            try Array(file).withUnsafeBytes { try ImageHeader.read($0).remark }
        }
        let (start, whole) = (file[..<2], try pixels(file))
        let strays: [[UInt8]] = [
            // Two bytes before a marker, and a segment that says that it is two longer than it is.
            [0xFF, 0xE9, 0, 4, 1, 2, 0x12, 0x34], [0xFF, 0xE9, 0, 6, 1, 2, 0xFF, 0xFE, 0, 4, 1, 2],
        ]
        for stray in strays {
            try expectEqual(remark(start + stray + file[2...]), .flaw("bytes that belong to no segment"))
            try expectEqual(pixels(start + stray + file[2...]), whole)
        }
        try expectEqual(pixels(file.dropLast(2) + [0x12, 0x34] + file.suffix(2)), whole)
        for count in 1...2 {
            try expectEqual(remark(file.dropLast(count)), .flaw("no end marker"))
            try expectEqual(pixels(file.dropLast(count)), whole)
        }
        for count in 3..<file.count {
            #expect(throws: ImageError.self, "\(count)") { try remark(file.dropLast(count)) }
            #expect(throws: ImageError.self, "\(count)") { try pixels(file.dropLast(count)) }
        }
        try expect(remark(file) == nil)
    }

    @Test("EXIF's orientation in a JPEG is in its header, and pixels come as stored")
    func orientation() throws {
        let file = try file("yuvj444p", "a.jpg").bytes()
        let exif: [UInt8] = [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 8)] + Array("Exif\0\0".utf8) + exif
        let turned = try folder.write(file[..<2] + segment + file[2...], to: "turned.jpg")
        let header = try ImageHeader.read(contentsOf: turned)
        expectEqual(header.orientation, ImageOrientation(exifValue: 6))
        expectEqual(header.shownSize, PixelSize(width: 36, height: 61))
        try expectEqual(ImageDecoder().decode(contentsOf: turned).size, frames.size)
        try expectEqual(
            Image(contentsOfFile: turned).pixelSize,
            Image(data: file[..<2] + segment + file[2...]).pixelSize
        )
    }

    @Test("a picture beyond the limits is refused by its header, in every format")
    func limits() throws {
        let decoder = ImageDecoder(limits: DecodingLimits(maximumBytes: 8000))
        for (format, name) in [("yuvj444p", "a.jpg"), ("bgr24", "a.bmp"), ("rgb24", "a.tiff")] {
            let still = try file(format, name, name.hasSuffix("tiff") ? ["-compression_algo", "deflate"] : [])
            #expect {
                try decoder.decode(contentsOf: still.path)
            } throws: { error in
                if case .tooLarge = (error as? ImageError)?.reason { true } else { false }
            }
        }
    }
}
