import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Picture")
struct PictureTests {
    private static let size = PixelSize(width: 2, height: 2)

    @Test("sizes and bytes that make no picture are errors, not traps")
    func refusals() {
        func error(_ width: Int, _ height: Int, _ layout: PixelFormat = .rgba, bytes: Int = 16) -> PictureError? {
            do throws(PictureError) {
                _ = try Picture(
                    size: PixelSize(width: width, height: height),
                    layout: layout,
                    bytes: [UInt8](repeating: 0, count: bytes)
                )
                return nil
            } catch {
                return error
            }
        }
        expect(error(2, 2) == nil)
        expectEqual(error(0, 2), .empty(PixelSize(width: 0, height: 2)))
        expectEqual(error(2, -1), .empty(PixelSize(width: 2, height: -1)))
        expectEqual(error(3, 2, .i420), .odd(PixelSize(width: 3, height: 2)))
        expectEqual(error(2, 2, bytes: 15), .byteCount(15, expected: 16))
        expectEqual(error(2, 2, bytes: 17), .byteCount(17, expected: 16))
        for (width, height) in [(Int.max, 2), (Int.max, Int.max), (1 << 20, 1), (30_000, 30_000)] {
            let reason = error(width, height)
            guard case .tooLarge = reason else {
                Issue.record("\(width)x\(height): \(String(describing: reason))")
                continue
            }
        }
        expectEqual(error(3, 2, .i420)?.errorDescription?.contains("3x2"), true)
    }

    @Test("a pixel is found by column and row, in every format")
    func pixels() throws {
        let straight = try Picture(
            size: Self.size,
            bytes: [255, 0, 0, 255, 1, 2, 3, 4, 0, 0, 255, 128, 0, 0, 0, 0]
        )
        expectEqual(straight[0, 0], Color(red: 255, green: 0, blue: 0))
        expectEqual(straight[1, 0], Color(red: 1, green: 2, blue: 3, alpha: 4))
        expectEqual(straight[0, 1], Color(red: 0, green: 0, blue: 255, alpha: 128))
        let swapped = try Picture(
            size: PixelSize(width: 1, height: 1),
            layout: .bgra,
            bytes: [1, 2, 3, 4]
        )
        expectEqual(swapped[0, 0], Color(red: 3, green: 2, blue: 1, alpha: 4))
        let multiplied = try Picture(
            size: PixelSize(width: 1, height: 1),
            layout: .rgbaPremultiplied,
            bytes: [128, 64, 0, 128]
        )
        expectEqual(multiplied[0, 0], Color(red: 255, green: 128, blue: 0, alpha: 128))
        try expectEqual(straight.widened()[1, 0], straight[1, 0])
        let white = try Picture(
            size: Self.size,
            layout: .i420,
            bytes: [235, 16, 16, 16, 128, 128]
        )
        expectEqual(white[0, 0], .white)
        expectEqual(white[1, 1], .black)
        let planes = try Picture(
            size: PixelSize(width: 1, height: 1),
            layout: .gbra12,
            bytes: [0, 0, 0xFF, 0x0F, 0x08, 0x08, 0xFF, 0x0F]
        )
        expectEqual(planes[0, 0], Color(red: 128, green: 0, blue: 255))
    }

    @Test("a PNG of any picture that lies in rows is that picture; planes and levels that are none are refused")
    func pngData() throws {
        let bytes: [UInt8] = [255, 0, 0, 255, 1, 2, 3, 255, 0, 0, 255, 128, 0, 0, 0, 0]
        let straight = try Picture(size: Self.size, bytes: bytes)
        let swapped = try Picture(
            size: Self.size,
            layout: .bgra,
            bytes: [0, 0, 255, 255, 3, 2, 1, 255, 255, 0, 0, 128, 0, 0, 0, 0]
        )
        let multiplied = try Picture(
            size: Self.size,
            layout: .rgbaPremultiplied,
            bytes: [255, 0, 0, 255, 1, 2, 3, 255, 0, 0, 128, 128, 0, 0, 0, 0]
        )
        for picture in [straight, swapped, multiplied, try straight.widened()] {
            let file = try picture.pngData()
            let decoded = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
            expectEqual(decoded.withUnsafeBytes { Array($0) }, bytes, "\(picture.format)")
        }
        let planes = try Picture(size: Self.size, layout: .i420, bytes: [UInt8](repeating: 16, count: 6))
        #expect(throws: PNGEncodingError.format(.i420)) { try planes.pngData() }
        #expect(throws: PNGEncodingError.format(.bgra)) { try PNGEncoder.encode(swapped) }
        for level in [-1, 10] {
            #expect(throws: PNGEncodingError.level(level)) { try PNGEncoder.encode(straight, level: level) }
        }
    }
}
