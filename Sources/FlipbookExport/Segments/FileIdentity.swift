import FlipbookImaging
import FlipbookMedia

/// The creation times and random IDs in a video file, and their values in reproducible files.
struct FileIdentity: Sendable {
    struct Moment: Sendable {
        let seconds: Int64
        let key: ContentHash
    }

    /// Returns the changes to the file, with their offsets.
    let changes: @Sendable (UnsafeRawBufferPointer, Moment) -> [(offset: Int, bytes: [UInt8])]
    /// Returns whether the changed file is reproducible. If its length is random, it is not.
    let isRepeatable: @Sendable (UnsafeRawBufferPointer) -> Bool

    /// MPEG-4 and QuickTime (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.4.2): the times in the headers, in seconds since 1904.
    static let mpeg4 = FileIdentity { file, moment in
        let time = UInt64(bitPattern: max(0, moment.seconds) + 2_082_844_800)
        let boxes = MPEG4Boxes(file: file)
        let tracks = boxes.contents(of: "trak", in: boxes.movie)
        let heads =
            boxes.contents(of: "mvhd", in: boxes.movie) + boxes.contents(of: "tkhd", in: tracks)
            + boxes.contents(of: "mdia", "mdhd", in: tracks)
        return heads.filter { $0.count >= 20 }.map { head in
            let bytes = big(time, file[head.lowerBound] == 1 ? 8 : 4)
            return (head.lowerBound + 4, bytes + bytes)
        }
    } isRepeatable: { _ in
        true
    }

    /// Matroska (RFC 9559, 5.1.2.1, 5.1.2.11, 5.1.4.1.2): the IDs of the file and its tracks, and the time in nanoseconds since
    /// 2001. The muxer writes random track IDs without leading zeros, so one file in 256 is a byte shorter.
    static let matroska = FileIdentity { file, moment in
        let time = UInt64(bitPattern: (moment.seconds - 978_307_200) * 1_000_000_000)
        let key = Array(moment.key.description.utf8)
        return file.tellingElements.compactMap { id, start, end in
            let count = end - start
            return switch id {
            case 0x73A4: (start, (0..<count).map { key[$0 % key.count] })
            // The track's ID, and references to it in tags.
            case trackNumber, 0x63C5: (start, (0..<count).map { key[(16 + $0) % key.count] })
            case 0x4461 where count == 8: (start, big(time, 8))
            default: nil
            }
        }
    } isRepeatable: { file in
        file.tellingElements.filter { $0.id == trackNumber }.allSatisfy { $0.end - $0.start == 8 }
    }

    private static let trackNumber: UInt64 = 0x73C5
}

extension UnsafeRawBufferPointer {
    fileprivate var tellingElements: [(id: UInt64, start: Int, end: Int)] {
        var (found, place): ([(id: UInt64, start: Int, end: Int)], Int) = ([], 0)
        while let head = EBML.Head(self, at: place) {
            let start = place + head.count
            switch head.id {
            case 0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0xAE, 0x1254_C367, 0x7373, 0x63C0: place = start
            default:
                place = start + (head.length ?? count - start)
                guard place <= count else { return found }
                found.append((head.id, start, place))
            }
        }
        return found
    }
}
