import FlipbookImaging
import FlipbookMedia

/// The number of times that an animated AVIF is played, or 0 to repeat forever. It is stored in edit lists (ISO/IEC 14496-12,
/// 8.6.6), which libavif writes only in version 1 and later.
///
/// An edit list with flag 1 repeats its single entry until the track's duration is reached.
struct AVIFLoop: Equatable {
    let count: Int

    init(count: Int) { self.count = count }

    init?(of file: UnsafeRawBufferPointer) {
        let boxes = MPEG4Boxes(file: file)
        guard let track = boxes.track(ofType: "pict"),
            let list = boxes.contents(of: "edts", "elst", in: [track]).first, list.count == 28,
            let header = boxes.contents(of: "tkhd", in: [track]).first, header.count >= 36, file[header.lowerBound] == 1
        else { return nil }
        let duration = file.bigEndian(at: header.lowerBound + 28, count: 8)
        let once = file.bigEndian(at: list.lowerBound + 8, count: 8)
        guard file[list.lowerBound + 3] == 1, once > 0 else {
            count = 1
            return
        }
        count = duration == .max ? 0 : Int(clamping: duration / once)
    }

    private static let boxLength = 44

    /// Adds edit lists to a file that libavif wrote without them. In such a file, only tracks and items contain file offsets.
    func add(to file: inout [UInt8]) {
        let (patches, lists) = file.withUnsafeBytes(additions)
        for (place, bytes) in patches { file.replaceSubrange(place..<place + bytes.count, with: bytes) }
        // Lists are inserted starting with the last, so that earlier offsets stay valid.
        for (place, bytes) in lists.reversed() { file.insert(contentsOf: bytes, at: place) }
    }

    /// Returns the changes to existing bytes, and the edit lists with the offsets at which they are inserted.
    private func additions(_ file: UnsafeRawBufferPointer) -> (patches: [(Int, [UInt8])], lists: [(Int, [UInt8])]) {
        let boxes = MPEG4Boxes(file: file)
        let tracks = boxes.contents(of: "trak", in: boxes.movie)
        guard boxes.contents(of: "edts", in: tracks).isEmpty else { return ([], []) }
        let growth = tracks.count * Self.boxLength
        var (patches, lists): ([(Int, [UInt8])], [(Int, [UInt8])]) = ([], [])
        func add(_ value: Int, to place: Int) {
            patches.append((place, big(file.bigEndian32(at: place) &+ UInt32(value), 4)))
        }
        for movie in boxes.movie { add(growth, to: movie.lowerBound - 8) }
        for track in tracks {
            add(Self.boxLength, to: track.lowerBound - 8)
            guard let header = boxes.contents(of: "tkhd", in: [track]).first else { continue }
            // The duration of all pictures, in the movie's time units.
            let duration = file.bigEndian(at: header.lowerBound + 28, count: 8)
            patches.append((header.lowerBound + 28, big(count == 0 ? .max : duration &* UInt64(count), 8)))
            // An edit list with one entry: the whole track, at normal speed.
            let list = big(36, 4) + Array("elst".utf8) + big(1 << 24 | (count == 1 ? 0 : 1), 4) + big(1, 4)
            let entry = list + big(duration, 8) + big(0, 8) + big(1 << 16, 4)
            lists.append((header.upperBound, big(Self.boxLength, 4) + Array("edts".utf8) + entry))
            for table in boxes.contents(of: "mdia", "minf", "stbl", "stco", in: [track]) {
                for entry in 0..<Int(file.bigEndian32(at: table.lowerBound + 4)) {
                    add(growth, to: table.lowerBound + 8 + 4 * entry)
                }
            }
        }
        // A full box has 4 bytes before its children. The tracks also store metadata as items.
        let meta = boxes.contents(of: "meta", in: [0..<file.count] + tracks).map { $0.dropFirst(4) }
        for items in boxes.contents(of: "iloc", in: meta) {
            // The `iloc` box has version 0, with four-byte offsets and lengths. Each item has an ID, an offset, and one extent.
            for item in 0..<Int(file.bigEndian16(at: items.lowerBound + 6)) {
                add(growth, to: items.lowerBound + 8 + item * 14 + 6)
            }
        }
        return (patches, lists)
    }
}
