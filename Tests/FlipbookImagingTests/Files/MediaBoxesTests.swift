import FlipbookCore
import FlipbookImaging
import FlipbookTestSupport
import Testing

/// How films and HEIF pictures are taken apart.
@Suite("Boxes of ISO base media files")
struct MediaBoxesTests {
    /// How a box says its length.
    enum Length: CaseIterable {
        case short, long, toTheEnd

        func box(_ type: String, _ contents: [UInt8]) -> [UInt8] {
            switch self {
            case .short: big(8 + contents.count, 4) + Array(type.utf8) + contents
            case .long: big(1, 4) + Array(type.utf8) + big(16 + contents.count, 8) + contents
            case .toTheEnd: big(0, 4) + Array(type.utf8) + contents
            }
        }
    }

    /// The outermost boxes, read from a file and, to the same end, from memory.
    private func boxes(_ bytes: [UInt8]) throws -> MediaBoxes {
        try bytes.withUnsafeBytes { bytes in
            var file = try FileReader(bytes)
            let (streamed, held) = (try MediaBoxes(of: &file), MediaBoxes(in: 0..<bytes.count, of: bytes))
            expectEqual(streamed.boxes.map(\.contents), held.boxes.map(\.contents))
            expectEqual(streamed.fault, held.fault)
            return held
        }
    }

    @Test("a length has four bytes or eight, or reaches to the end", arguments: Length.allCases)
    func lengths(of last: Length) throws {
        // Longer than what is read of a file at once.
        let film = [UInt8](repeating: 7, count: 10_000)
        let file = Length.short.box("ftyp", [1, 2]) + Length.long.box("mdat", film) + last.box("moov", [3])
        let found = try boxes(file)
        expectEqual(found.boxes.map(\.type), ["ftyp", "mdat", "moov"])
        expectEqual(found.boxes.map { Array(file[$0.contents]) }, [[1, 2], film, [3]])
        expectEqual(found.boxes.map(\.start), [0, 10, 10_026])
        expect(found.fault == nil)
    }

    @Test(
        "a box that ends before its head or behind its part ends the row, and those before it are found",
        arguments: [
            big(7, 4) + Array("moov".utf8), big(17, 4) + Array("moov".utf8) + [0, 0, 0, 0], [0, 0, 0, 9, 0x6D],
            big(1, 4) + Array("moov".utf8) + big(15, 8), big(1, 4) + Array("moov".utf8) + big(UInt64.max, 8),
            big(1, 4) + Array("moov".utf8) + big(Int.max, 8) + [0], big(1, 4) + Array("moov".utf8) + [0, 0, 0],
        ]
    )
    func damage(end: [UInt8]) throws {
        let found = try boxes(Length.short.box("ftyp", [1]) + end)
        expectEqual(found.boxes.map(\.type), ["ftyp"])
        expect(found.fault != nil)
    }

    @Test("no file has boxes without end")
    func many() throws {
        let found = try boxes(Array(repeatElement(Length.short.box("free", []), count: MediaBoxes.most + 1).joined()))
        expectEqual(found.boxes.count, MediaBoxes.most)
        expectEqual(found.fault?.description.contains("boxes"), true)
    }
}
