import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("PNG encoder")
struct PNGEncoderTests {
    private func picture(width: Int, height: Int, pixels: [UInt8]) -> Picture {
        Picture(making: PixelSize(width: width, height: height), format: .rgba) { $0.copyBytes(from: pixels) }
    }

    @Test("what is encoded is decoded to the same pixels, by us and by libpng, at every level", arguments: 0...9)
    func roundTrip(level: Int) throws {
        var random = RandomBytes(seed: UInt64(level))
        // A gradient with some noise: compressible, and not trivially.
        let pixels = (0..<97 * 61 * 4).map { UInt8(truncatingIfNeeded: $0 / 11 + Int(random.next() % 4)) }
        let picture = picture(width: 97, height: 61, pixels: pixels)

        let file = try PNGEncoder.encode(picture, level: level)
        let outcome = DecodingOutcome.both(file)
        expectEqual(outcome.ours.bytes, pixels)
        expectEqual(outcome.libpng.bytes, pixels)
        expect(DecodingOutcome.isFast(file))

        let opaque = try PNGEncoder.encode(picture, opaque: true, level: level)
        let withoutAlpha = pixels.enumerated().map { $0.offset % 4 == 3 ? 255 : $0.element }
        expectEqual(DecodingOutcome.both(opaque).ours.bytes, withoutAlpha)
        expect(DecodingOutcome.isFast(opaque))
    }

    @Test("the header says 8 bits, sRGB, and alpha only when there is one")
    func header() throws {
        let folder = try TemporaryDirectory()
        let picture = picture(width: 1, height: 2, pixels: [1, 2, 3, 4, 5, 6, 7, 8])
        for opaque in [false, true] {
            let file = try folder.write(PNGEncoder.encode(picture, opaque: opaque), to: "a.png")
            let header = try ImageHeader.read(contentsOf: file)
            expectEqual(
                header,
                ImageHeader(
                    size: PixelSize(width: 1, height: 2),
                    format: .png,
                    bitDepth: 8,
                    colorModel: .rgb,
                    hasAlpha: !opaque,
                    isInterlaced: false,
                    colorTag: .sRGB
                )
            )
        }
    }
}
