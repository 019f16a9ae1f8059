import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("The rows of a damaged picture above the damage")
struct IntactRowsTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func rows(_ bytes: [UInt8]) throws -> IntactRows? {
        try folder.write(bytes, to: "a.png")
        return IntactRows(ofFileAt: folder.file("a.png"))
    }

    @Test("a PNG that is cut anywhere gives its rows before the cut, and clear ones below")
    func cut() throws {
        let (width, height) = (16, 40)
        var random = RandomBytes(seed: 5)
        let pixels = random.bytes(width * height * 4)
        let file = PNGWriter(width: width, height: height).file(rows: pixels)
        var counts: [Int] = []
        for length in stride(from: 300, to: file.count, by: 100) {
            let found = try require(try rows(Array(file.prefix(length))))
            let bytes = found.picture.withUnsafeBytes { Array($0) }
            let split = found.count * width * 4
            expectEqual(bytes[..<split], pixels[..<split])
            expect(bytes[split...].allSatisfy { $0 == 0 })
            counts.append(found.count)
        }
        expect(counts == counts.sorted() && (counts.last ?? 0) >= height - 3, "\(counts)")
    }

    @Test("a JPEG that is cut gives rows as well; a file without pixels gives none")
    func others() throws {
        let picture = Picture(making: PixelSize(width: 64, height: 64), format: .rgba) { pixels in
            for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index &* 31 / 7) | 3 }
        }
        let file = try JPEGEncoder.encode(picture, quality: 90, keepsColor: true)
        let found = try require(try rows(Array(file.prefix(file.count * 2 / 3))))
        expect((8...56).contains(found.count), "\(found.count)")
        try expect(rows(Array(file.prefix(100))) == nil)
        try expect(rows(Array("<html>".utf8)) == nil)
    }
}
