import FlipbookImaging
import FlipbookMedia
import FlipbookTestSupport
import Testing

/// What the tables of an MPEG-4 film say that GStreamer does not heed.
@Suite("The tables of MPEG-4 films")
struct VideoContainerTests {
    private static func box(_ type: String, _ contents: [UInt8], isLong: Bool) -> [UInt8] {
        isLong
            ? big(1, 4) + Array(type.utf8) + big(16 + contents.count, 8) + contents
            : big(8 + contents.count, 4) + Array(type.utf8) + contents
    }

    /// A film with one picture, whose tables lie behind it.
    /// - Parameter areLong: Whether all lengths have eight bytes.
    private static func film(length: Int, isFullRange: Bool, areLong: Bool) -> [UInt8] {
        func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
            Self.box(type, contents.reduce([], +), isLong: areLong)
        }
        let colors = box("colr", Array("nclx".utf8), big(1, 2), big(13, 2), big(1, 2), [isFullRange ? 0x80 : 0])
        // A description has its own head of eight bytes, and 78 bytes before the boxes in it.
        let entry = Self.box("avc1", [UInt8](repeating: 0, count: 78) + colors, isLong: false)
        let tables = box(
            "stbl",
            box("stsd", big(0, 4), big(1, 4), entry),
            box("stsz", big(0, 4), big(0, 4), big(1, 4), big(length, 4))
        )
        let handler = box("hdlr", big(0, 8), Array("vide".utf8), big(0, 13))
        let movie = box("moov", box("trak", box("mdia", handler, box("minf", tables))))
        return box("ftyp", Array("isom".utf8), big(0, 4)) + box("mdat", [UInt8](repeating: 0, count: length)) + movie
    }

    /// What a film is found to be.
    private func facts(_ film: [UInt8]) throws -> (isCut: Bool, isFullRange: Bool, hasLongSample: Bool) {
        try film.withUnsafeBytes { bytes in
            var file = try FileReader(bytes)
            let container = try require(VideoContainer(try file.head()))
            return (
                try container.isCut(&file), try container.isFullRange(&file),
                try container.hasLongSample(&file)
            )
        }
    }

    @Test(
        "lengths of eight bytes are read as those of four are",
        arguments: LongTests.cases([true, false], every: 2),
        LongTests.cases([false, true], every: 2)
    )
    func lengths(areLong: Bool, isFullRange: Bool) throws {
        for length in [1000, 17 << 20] {
            let film = Self.film(length: length, isFullRange: isFullRange, areLong: areLong)
            let found = try facts(film)
            expect(found == (isCut: false, isFullRange: isFullRange, hasLongSample: length > 16 << 20))
            try expect(facts(Array(film[..<(film.count - 1)])).isCut)
        }
    }
}
