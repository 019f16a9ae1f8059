import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// The numbers of single pixels, as their files have them.
@Suite struct SourceNumbersTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func text(_ bytes: [UInt8], _ name: String, x: Int, y: Int) throws -> String? {
        let drawing = Drawing(source: .file(try folder.write(bytes, to: name)))
        return try SourceNumbers(of: drawing, turned: .up, codecs: .standard).text(x: x, y: y)
    }

    /// A picture of 2 by 1 pixels of 16 bits.
    private func deep(_ numbers: [UInt16]) -> Picture {
        Picture(making: PixelSize(width: 2, height: 1), format: .rgba64) { bytes in
            for (index, number) in numbers.enumerated() {
                bytes.storeBytes(of: number.littleEndian, toByteOffset: 2 * index, as: UInt16.self)
            }
        }
    }

    @Test(
        "8 bits with their hexadecimal digits, 16 bits of 65535, alpha where there is one; nothing beside the picture"
    )
    func whole() throws {
        let plain = Picture(making: PixelSize(width: 2, height: 1), format: .rgba) { bytes in
            bytes.copyBytes(from: [255, 128, 0, 255, 1, 2, 3, 4] as [UInt8])
        }
        try expectEqual(text(PNGEncoder.encode(plain), "a.png", x: 0, y: 0), "#FF8000  255 128 0  alpha 255")
        try expectEqual(text(PNGEncoder.encode(plain), "b.png", x: 1, y: 0), "#010203  1 2 3  alpha 4")
        try expect(text(PNGEncoder.encode(plain), "c.png", x: 2, y: 0) == nil)
        let deep = deep([65_535, 32_769, 1, 65_535, 258, 257, 0, 1000])
        try expectEqual(text(PNGEncoder.encode(deep), "d.png", x: 0, y: 0), "65535 32769 1  alpha 65535  of 65535")
        try expectEqual(text(PNGEncoder.encode(deep), "e.png", x: 1, y: 0), "258 257 0  alpha 1000  of 65535")
    }

    @Test(
        "OpenEXR's light is that of the file, brighter than white and with its alpha, whatever the exposure",
        .enabled(if: ImageCodec.exr.format.isDecoded, "the library of OpenEXR is not installed")
    )
    func light() throws {
        // White and half of the light, in half precision.
        let file = EXREncoder.encode(
            deep([65_535, 65_535, 65_535, 65_535, 65_535, 65_535, 65_535, 32_768]),
            opaque: false
        )
        try expectEqual(text(file, "a.exr", x: 0, y: 0), "R 1  G 1  B 1  A 1")
        try expectEqual(text(file, "b.exr", x: 1, y: 0), "R 0.5  G 0.5  B 0.5  A 0.5")
    }

    @Test("Radiance's light has five digits at most")
    func radiance() throws {
        let head = Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n".utf8)
        // 200/256 times 2 to the power of 3, 1/256 times 2 to the power of -10, and 255/256 times 2 to the power of 30.
        let file = head + [200, 100, 50, 131, 1, 2, 0, 118]
        let bright = head + [255, 0, 0, 158, 0, 0, 0, 0]
        try expectEqual(text(file, "a.hdr", x: 0, y: 0), "R 6.25  G 3.125  B 1.5625")
        try expectEqual(text(file, "b.hdr", x: 1, y: 0), "R 3.8147e-06  G 7.6294e-06  B 0")
        try expectEqual(text(bright, "c.hdr", x: 0, y: 0), "R 1.0695e+09  G 0  B 0")
    }
}
