import FlipbookCore
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Foundation
import Testing

@Suite("A TIFF of several pages is a sequence")
struct TIFFPageTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    /// Pages of plain colors by ImageMagick, each of its own width.
    private func pages(_ colors: [String], to name: String, _ options: [String] = []) throws -> FilePath {
        let path = folder.file(name)
        let pictures = colors.enumerated().flatMap { ["-size", "\(7 + $0)x5", "xc:\($1)"] }
        let outcome = try Program("convert").run(pictures + options + [path.string])
        try require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    private let colors = ["#102030", "#405060", "#708090", "#a0b0c0"]

    @Test("each page is a frame with its size and its pixels", arguments: ["None", "LZW", "Zip"])
    func frames(compression: String) throws {
        let path = try pages(colors, to: "a.tiff", ["-compress", compression])
        let list = try require(FrameList(picturesOf: path))
        expectEqual(list.frames.map(\.number), [1, 2, 3, 4])
        expect(list.frames.allSatisfy { $0.duration == nil })
        for (index, frame) in list.frames.enumerated() {
            let path = try require(frame.path)
            let size = PixelSize(width: 7 + index, height: 5)
            try expectEqual(ImageHeader.read(contentsOf: path).size, size)
            let picture = try ImageDecoder().decode(contentsOf: path)
            expectEqual(picture.size, size)
            let first = picture.withUnsafeBytes { Array($0.prefix(4)) }
            let shade = UInt8(index * 48)
            expectEqual(first, [shade + 16, shade + 32, shade + 48, 255])
        }
    }

    @Test("a page among many is its own picture, in both byte orders", arguments: ["LSB", "MSB"])
    func manyPages(order: String) throws {
        let shades = (0..<300).map { "rgb(\($0 % 256),\($0 / 256),7)" }
        let path = try pages(shades, to: "many.tiff", ["-compress", "None", "-endian", order])
        let list = try require(FrameList(picturesOf: path))
        expectEqual(list.frames.count, 300)
        for number in [299, 0, 150, 1, 256] {
            let picture = try ImageDecoder().decode(contentsOf: try require(list.frames[number].path))
            expectEqual(picture.size.width, 7 + number)
            let first = picture.withUnsafeBytes { Array($0.prefix(4)) }
            expectEqual(first, [UInt8(number % 256), UInt8(number / 256), 7, 255], "page \(number)")
        }
    }

    @Test("a file that is cut off gives pictures or errors, and never fewer pages without a word")
    func cuts() throws {
        let path = try pages(colors, to: "a.tiff", ["-compress", "None"])
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path.string)))
        for length in LongTests.cases(Array(8..<bytes.count), every: 3) {
            let cut = try folder.write(Array(bytes.prefix(length)), to: "c.tiff")
            guard let list = FrameList(picturesOf: cut) else {
                #expect(throws: ImageError.self, "cut at \(length)") { try ImageDecoder().decode(contentsOf: cut) }
                continue
            }
            let faults = list.frames.count { frame in
                do throws(ImageError) {
                    _ = try ImageDecoder().decode(contentsOf: frame.path!)
                    return false
                } catch {
                    return true
                }
            }
            // What follows the last page's pixels may be missing, such as its resolution.
            expect(faults > 0 || list.frames.count == colors.count, "cut at \(length)")
        }
    }
}
