import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

@Suite("Inks of JPEGs")
struct JPEGInkTests {
    @Test("the inks of a JPEG mean the same without Adobe's marker, as in ImageMagick")
    func inks() throws {
        func pixels(_ file: [UInt8]) throws -> [UInt8] {
            try file.withUnsafeBytes { try ImageDecoder().decode($0) }.withUnsafeBytes { Array($0) }
        }
        var file = EncodedSample.inkJPEG.file
        let name = Array("Adobe".utf8)
        let marker = try require(file.indices.first { file[$0...].starts(with: name) }) - 4
        // No luma and chroma: a file without the marker has none.
        file[marker + 15] = 0
        let marked = try pixels(file)
        file.removeSubrange(marker..<marker + 2 + Int(file[marker + 3]))
        let unmarked = try pixels(file)
        expectEqual(marked, unmarked)
        guard XServer.isInstalled("convert") else { return }
        let folder = try TemporaryDirectory()
        let output = folder.file("a.rgba")
        let outcome = try Program("convert").run([
            try folder.write(file, to: "a.jpg").string, "-colorspace", "sRGB", "-depth", "8", "rgba:\(output.string)",
        ])
        try require(outcome.status == 0, "\(outcome.errors)")
        let most = pairs(unmarked, try StillFile(output).bytes()).map { abs(Int($0) - Int($1)) }.max()
        try expect(require(most) <= 2)
    }
}
