import FlipbookCore
import FlipbookImaging
import FlipbookScene
import FlipbookTestSupport
import Testing

/// TIFF files made by hand, of kinds that ffmpeg does not write.
@Suite("TIFF")
struct TIFFDecoderTests {
    private func page(_ change: (inout TIFFWriter) -> Void) -> [UInt8] { TIFFWriter(change).file() }

    private func decode(_ file: [UInt8], isDeep: Bool = false) throws(ImageError) -> [UInt8] {
        let decoder = ImageDecoder(keepsSixteenBits: isDeep)
        let result = file.withUnsafeBytes { bytes in
            Result { () throws(ImageError) in try decoder.decode(bytes).withUnsafeBytes { Array($0) } }
        }
        return try result.get()
    }

    @Test("colors that are multiplied by alpha are divided again, others are left")
    func alpha() throws {
        let pixels: [[UInt8]] = [[64, 32, 0, 128, 9, 9, 9, 0]]
        for (kind, expected) in [
            (1, [128, 64, 0, 128, 0, 0, 0, 0]), (2, [64, 32, 0, 128, 9, 9, 9, 0]), (0, [64, 32, 0, 128, 9, 9, 9, 0]),
        ] as [(Int, [UInt8])] {
            let file = page {
                $0.samples = 4
                $0.shorts[0x152] = [kind]
                $0.blocks = pixels
            }
            try expectEqual(decode(file), expected, "ExtraSamples \(kind)")
        }
    }

    @Test(
        "alpha is the channel of type 1 or 2 wherever it stands, or the only one; others are left out",
        arguments: [
            ([0, 2], 1, ImageHeader.Remark.extraChannels(1)), ([2, 0], 0, .extraChannels(1)),
            ([0, 0, 2], 2, .extraChannels(2)), ([2, 2], 0, .extraChannels(1)), ([0, 0], nil, .extraChannels(2)),
            ([0], 0, .assumedAlpha), ([2], 0, nil),
        ] as [([Int], Int?, ImageHeader.Remark?)],
        [false, true]
    )
    func extraSamples(sample: ([Int], Int?, ImageHeader.Remark?), arePlanes: Bool) throws {
        let (types, place, remark) = sample
        let extras = types.indices.map { UInt8(100 + 10 * $0) }
        let file = page {
            ($0.width, $0.samples) = (1, 3 + types.count)
            $0.shorts[0x152] = types
            $0.shorts[0x11C] = [arePlanes ? 2 : 1]
            let samples = [1, 2, 3] + extras
            $0.blocks = arePlanes ? samples.map { [$0] } : [samples]
        }
        try expectEqual(decode(file), [1, 2, 3, place.map { extras[$0] } ?? 255])
        let header = try file.withUnsafeBytes { try ImageHeader.read($0) }
        expectEqual(header.hasAlpha, place != nil)
        expectEqual(header.remark, remark)
    }

    @Test("a strip whose data have no room in it shows no memory of others")
    func overfullStrip() throws {
        let grays = [UInt8](0..<128)
        let file = page {
            ($0.width, $0.height, $0.rowsPerStrip) = (8, 8, 8)
            ($0.samples, $0.photometric) = (1, 1)
            $0.shorts[0x103] = [8]
            // A block of 128 bytes, as zlib stores it.
            $0.blocks = [[0x78, 1, 1, 128, 0, 127, 255] + grays + [0, 0, 0, 0]]
        }
        // zlib unpacks what has room, and libdeflate nothing.
        let pixels = try decode(file)
        func opaque(_ grays: [UInt8]) -> [UInt8] { grays.flatMap { [$0, $0, $0, 255] as [UInt8] } }
        expect(pixels == opaque(Array(grays[..<64])) || pixels == opaque([UInt8](repeating: 0, count: 64)))
    }

    @Test("colors are divided by the alpha that they are multiplied by, behind another channel, too")
    func extraSamplesBeforeAlpha() throws {
        let file = page {
            $0.samples = 5
            $0.shorts[0x152] = [0, 1]
            $0.blocks = [[64, 32, 0, 7, 128, 9, 9, 9, 255, 0]]
        }
        try expectEqual(decode(file), [128, 64, 0, 128, 0, 0, 0, 0])
    }

    @Test("a channel more than the colors is alpha where the file says nothing of it, and two are none")
    func untypedSamples() throws {
        let one = page { ($0.samples, $0.blocks) = (4, [[1, 2, 3, 4, 5, 6, 7, 8]]) }
        try expectEqual(decode(one), [1, 2, 3, 4, 5, 6, 7, 8])
        let two = page { ($0.samples, $0.blocks) = (5, [[1, 2, 3, 4, 0, 5, 6, 7, 8, 0]]) }
        try expectEqual(decode(two), [1, 2, 3, 255, 5, 6, 7, 255])
    }

    @Test("multiplied colors of 16 bits are divided before they are rounded to 8", arguments: [false, true])
    func deepAlpha(isBigEndian: Bool) throws {
        let numbers = [0x2000, 0x1000, 0, 0x8000, 0, 0, 0, 0]
        let file = page {
            $0.samples = 4
            $0.bits = 16
            $0.isBigEndian = isBigEndian
            $0.shorts[0x152] = [1]
            $0.blocks = [
                numbers.flatMap {
                    isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
                }
            ]
        }
        // 0x2000 of 0x8000 is a quarter of 65535, and 0x1000 an eighth.
        try expectEqual(decode(file), [64, 32, 0, 128, 0, 0, 0, 0])
        try expectEqual(
            decode(file, isDeep: true),
            [0, 0x40, 0, 0x20, 0, 0, 0, 0x80] + [UInt8](repeating: 0, count: 8)
        )
    }

    @Test("planes that are apart are put together, in strips and in tiles")
    func planes() throws {
        let strips = page {
            $0.height = 2
            $0.shorts[0x11C] = [2]
            $0.blocks = [[1, 2], [3, 4], [11, 12], [13, 14], [21, 22], [23, 24]]
        }
        let expected: [UInt8] = [1, 11, 21, 255, 2, 12, 22, 255, 3, 13, 23, 255, 4, 14, 24, 255]
        try expectEqual(decode(strips), expected)
        func tile(_ base: UInt8) -> [UInt8] {
            [base + 1, base + 2] + [UInt8](repeating: 99, count: 14) + [base + 3, base + 4]
                + [UInt8](repeating: 99, count: 238)
        }
        let tiles = page {
            $0.height = 2
            $0.tile = 16
            $0.shorts[0x11C] = [2]
            $0.blocks = [tile(0), tile(10), tile(20)]
        }
        try expectEqual(decode(tiles), expected)
    }

    @Test("tiles at the right and the lower edge count as far as the picture goes")
    func tiles() throws {
        let file = page {
            ($0.width, $0.height, $0.samples, $0.photometric, $0.tile) = (17, 18, 1, 1, 16)
            $0.blocks = (1...4).map { [UInt8](repeating: UInt8($0), count: 256) }
        }
        let pixels = try decode(file)
        for y in 0..<18 {
            for x in 0..<17 {
                let value = UInt8(1 + (x < 16 ? 0 : 1) + (y < 16 ? 0 : 2))
                expectEqual(pixels[(y * 17 + x) * 4], value)
            }
        }
    }

    @Test("4 bits of gray become 8, white may be 0, and a palette of 16 colors is looked up")
    func packed() throws {
        let gray = page { ($0.width, $0.samples, $0.bits, $0.photometric, $0.blocks) = (3, 1, 4, 1, [[0x0F, 0x80]]) }
        try expectEqual(decode(gray), [0, 0, 0, 255, 255, 255, 255, 255, 136, 136, 136, 255])
        let white = page { ($0.samples, $0.bits, $0.photometric, $0.blocks) = (1, 1, 0, [[0x40]]) }
        try expectEqual(decode(white), [255, 255, 255, 255, 0, 0, 0, 255])
        let palette = page {
            ($0.samples, $0.bits, $0.photometric, $0.blocks) = (1, 4, 3, [[0x2F]])
            $0.shorts[0x140] = (0..<48).map { $0 * 257 }
        }
        try expectEqual(decode(palette), [2, 18, 34, 255, 15, 31, 47, 255])
    }

    @Test("inks are printed: color times what the black leaves")
    func inks() throws {
        let file = page {
            ($0.samples, $0.photometric) = (4, 5)
            $0.blocks = [[0, 255, 128, 0, 0, 0, 0, 51]]
        }
        try expectEqual(decode(file), [255, 0, 127, 255, 204, 204, 204, 255])
    }

    @Test("further pages are reported, and the first is decoded; the orientation is the header's")
    func pages() throws {
        let folder = try TemporaryDirectory()
        let file = page {
            $0.blocks = [[1, 2, 3, 4, 5, 6]]
            $0.hasSecondPage = true
            $0.shorts[0x112] = [8]
        }
        try expectEqual(decode(file), [1, 2, 3, 255, 4, 5, 6, 255])
        let details = try ImageDetails.read(contentsOf: folder.write(file, to: "a.tif"))
        expect(details.isAnimated)
        expectEqual(details.orientation, 8)
        expectEqual(details.header.shownSize, PixelSize(width: 1, height: 2))
        let single = page { $0.blocks = [[1, 2, 3, 4, 5, 6]] }
        try expect(!ImageDetails.read(contentsOf: folder.write(single, to: "b.tif")).isAnimated)
    }

    @Test("numbers that Flipbook does not read are refused by the header, in words that say which")
    func refusals() throws {
        let folder = try TemporaryDirectory()
        let block: [[UInt8]] = [[UInt8](repeating: 0, count: 64)]
        let cases: [(FileContents, [UInt8])] = [
            (
                FileContents("a TIFF file with 12 bits per channel", .foreign(converter: "convert IN OUT.png")),
                page { ($0.bits, $0.blocks) = (12, block) }
            ),
            (
                "a TIFF file with floating-point numbers of 24 bits per channel",
                page { ($0.bits, $0.shorts[0x153], $0.blocks) = (24, [3, 3, 3], block) }
            ),
            (
                "a TIFF file with complex numbers",
                page { ($0.bits, $0.shorts[0x153], $0.blocks) = (32, [5, 5, 5], block) }
            ),
            (
                "a TIFF file in color space 8",
                page { ($0.photometric, $0.blocks) = (8, block) }
            ),
            (
                "a TIFF file with old-style JPEG compression (6)",
                page { ($0.shorts[0x103], $0.blocks) = ([6], block) }
            ),
        ]
        for (found, file) in cases {
            #expect(throws: ImageError.notAnImage(found: found)) { try decode(file) }
            guard !found.noun.contains("compression") else { continue }
            let path = try folder.write(file, to: "a.tif")
            #expect(throws: ImageError(.notAnImage(found: found), path: path)) {
                try ImageHeader.read(contentsOf: path)
            }
        }
    }

    @Test("a strip beyond the end of the file, a size without pixels and giant tiles are refused")
    func damage() {
        let beyond = page { ($0.height, $0.blocks) = (3, [[1, 2, 3, 4, 5, 6]]) }
        #expect(throws: ImageError.self) { try decode(beyond) }
        let giant = page {
            $0.tile = 65_520
            $0.blocks = [[UInt8](repeating: 0, count: 32)]
        }
        #expect(throws: ImageError.self) { try decode(giant) }
    }

    @Test("a camera's raw file is named with what converts it, and its thumbnail is not taken for the picture")
    func raw() throws {
        let block: [[UInt8]] = [[1, 2, 3, 4, 5, 6]]
        _ = try decode(page { $0.blocks = block })
        // A DNG's version, and a smaller version whose whole one is in another directory.
        for shorts in [[0xC612: [1]], [0xFE: [1], 0x14A: [8]]] {
            let file = page { ($0.shorts, $0.blocks) = (shorts, block) }
            let error = #expect(throws: ImageError.self) { try decode(file) }
            expectEqual(
                error?.reason.description,
                "a camera raw file, which Flipbook does not read; convert it to PNG "
                    + "(darktable-cli IN OUT.png), or leave it out"
            )
        }
        // A smaller version alone is a picture.
        _ = try decode(page { ($0.shorts, $0.blocks) = ([0xFE: [1]], block) })
    }
}
