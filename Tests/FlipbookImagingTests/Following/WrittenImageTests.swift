import FlipbookCore
import FlipbookImaging
import FlipbookSequences
import FlipbookTestSupport
import Testing

/// Whether a file has been written to its end.
@Suite struct WrittenImageTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("a PNG is complete with its last byte and not before")
    func cut() throws {
        let bytes = try TestFrames(width: 9, height: 7).png(1)
        for count in 0..<bytes.count {
            let path = try folder.write(Array(bytes[..<count]), to: "a.png")
            if case .incomplete = WrittenImage(contentsOf: path) { continue }
            Issue.record("\(count) of \(bytes.count) bytes were taken for a file")
        }
        expectEqual(WrittenImage(contentsOf: try folder.write(bytes, to: "a.png")), .complete)
    }

    @Test("a hole in the middle, as out-of-order writers leave it, is seen by the checksum")
    func hole() throws {
        let bytes = try TestFrames(width: 30, height: 30).png(1)
        for start in stride(from: 40, to: bytes.count - 20, by: 7) {
            var holed = bytes
            for index in start..<start + 8 { holed[index] = 0 }
            guard holed != bytes else { continue }
            let path = try folder.write(holed, to: "a.png")
            expect(WrittenImage(contentsOf: path) != .complete, "zeros from byte \(start)")
        }
    }

    @Test("no file, an empty one and one that is no image are reported")
    func others() throws {
        expectEqual(WrittenImage(contentsOf: folder.file("none.png")), .absent)
        let empty = try folder.write([], to: "empty.png")
        expectEqual(WrittenImage(contentsOf: empty), .incomplete(ImageError(.empty, path: empty)))
        expect(WrittenImage(contentsOf: try folder.write([1, 2, 3, 4], to: "text.png")) != .complete)
    }
}
