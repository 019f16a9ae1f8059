import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Picture")
struct PictureTests {
    private static let size = PixelSize(width: 2, height: 2)

    @Test("every format has a type of its own, and the type finds it again")
    func types() throws {
        #expect(Set(PixelFormat.allCases.map(\.type)).count == PixelFormat.allCases.count)
        for format in PixelFormat.allCases { #expect(try PixelFormat(format.type) == format) }
    }

    @Test("a type that is not drawn is refused, not drawn as another")
    func unsupported() {
        for type in [
            PictureType(sample: .half), PictureType(layout: .planar444, sample: .half, alpha: .none, color: .bt709),
            PictureType(color: ColorDescription(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)),
        ] {
            #expect(throws: PictureError.unsupported(type)) {
                try Picture(size: Self.size, type: type) { _ in Issue.record("memory was set aside") }
            }
        }
    }

    @Test("sizes and bytes that make no picture are errors, not traps")
    func refusals() {
        func error(_ width: Int, _ height: Int, _ type: PictureType = PictureType(), bytes: Int = 16) -> PictureError? {
            do throws(PictureError) {
                _ = try Picture(
                    size: PixelSize(width: width, height: height),
                    type: type,
                    bytes: [UInt8](repeating: 0, count: bytes)
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(error(2, 2) == nil)
        #expect(error(0, 2) == .empty(PixelSize(width: 0, height: 2)))
        #expect(error(2, -1) == .empty(PixelSize(width: 2, height: -1)))
        #expect(error(3, 2, PixelFormat.i420.type) == .odd(PixelSize(width: 3, height: 2)))
        #expect(error(2, 2, bytes: 15) == .byteCount(15, expected: 16))
        #expect(error(2, 2, bytes: 17) == .byteCount(17, expected: 16))
        for (width, height) in [(Int.max, 2), (Int.max, Int.max), (1 << 20, 1), (30_000, 30_000)] {
            let reason = error(width, height)
            guard case .tooLarge = reason else {
                Issue.record("\(width)x\(height): \(String(describing: reason))")
                continue
            }
        }
        #expect(error(3, 2, PixelFormat.i420.type)?.errorDescription?.contains("3x2") == true)
    }

    @Test("a pixel is found by column and row, in every format")
    func pixels() throws {
        let straight = try Picture(
            size: Self.size,
            bytes: [255, 0, 0, 255, 1, 2, 3, 4, 0, 0, 255, 128, 0, 0, 0, 0]
        )
        #expect(straight[0, 0] == Color(red: 255, green: 0, blue: 0))
        #expect(straight[1, 0] == Color(red: 1, green: 2, blue: 3, alpha: 4))
        #expect(straight[0, 1] == Color(red: 0, green: 0, blue: 255, alpha: 128))
        let swapped = try Picture(
            size: PixelSize(width: 1, height: 1),
            type: PixelFormat.bgra.type,
            bytes: [1, 2, 3, 4]
        )
        #expect(swapped[0, 0] == Color(red: 3, green: 2, blue: 1, alpha: 4))
        let multiplied = try Picture(
            size: PixelSize(width: 1, height: 1),
            type: PixelFormat.rgbaPremultiplied.type,
            bytes: [128, 64, 0, 128]
        )
        #expect(multiplied[0, 0] == Color(red: 255, green: 128, blue: 0, alpha: 128))
        #expect(try straight.widened()[1, 0] == straight[1, 0])
        let white = try Picture(
            size: Self.size,
            type: PixelFormat.i420.type,
            bytes: [235, 16, 16, 16, 128, 128]
        )
        #expect(white[0, 0] == .white)
        #expect(white[1, 1] == .black)
        let planes = try Picture(
            size: PixelSize(width: 1, height: 1),
            type: PixelFormat.gbra12.type,
            bytes: [0, 0, 0xFF, 0x0F, 0x08, 0x08, 0xFF, 0x0F]
        )
        #expect(planes[0, 0] == Color(red: 128, green: 0, blue: 255))
    }

    @Test("a PNG of any picture that lies in rows is that picture; planes and levels that are none are refused")
    func pngData() throws {
        let bytes: [UInt8] = [255, 0, 0, 255, 1, 2, 3, 255, 0, 0, 255, 128, 0, 0, 0, 0]
        let straight = try Picture(size: Self.size, bytes: bytes)
        let swapped = try Picture(
            size: Self.size,
            type: PixelFormat.bgra.type,
            bytes: [0, 0, 255, 255, 3, 2, 1, 255, 255, 0, 0, 128, 0, 0, 0, 0]
        )
        let multiplied = try Picture(
            size: Self.size,
            type: PixelFormat.rgbaPremultiplied.type,
            bytes: [255, 0, 0, 255, 1, 2, 3, 255, 0, 0, 128, 128, 0, 0, 0, 0]
        )
        for picture in [straight, swapped, multiplied, try straight.widened()] {
            let file = try picture.pngData()
            let decoded = try file.withUnsafeBytes { try ImageDecoder().decode($0) }
            #expect(decoded.withUnsafeBytes { Array($0) } == bytes, "\(picture.format)")
        }
        let planes = try Picture(size: Self.size, type: PixelFormat.i420.type, bytes: [UInt8](repeating: 16, count: 6))
        #expect(throws: PNGEncodingError.format(.i420)) { try planes.pngData() }
        #expect(throws: PNGEncodingError.format(.bgra)) { try PNGEncoder.encode(swapped) }
        for level in [-1, 10] {
            #expect(throws: PNGEncodingError.level(level)) { try PNGEncoder.encode(straight, level: level) }
        }
    }
}
