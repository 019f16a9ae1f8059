import FlipbookCore

/// What of a video file is by chance or by the hour, and how it is made the same each time: when it was made, and the numbers
/// that tell one file from all others.
struct FileIdentity: Sendable {
    /// What a file says of its creation.
    struct Moment: Sendable {
        /// Seconds since 1970.
        let seconds: Int64
        /// What the numbers are taken from.
        let key: ContentHash
    }

    /// The bytes of the whole file that have to be others, and where.
    let changes: @Sendable (UnsafeRawBufferPointer, Moment) -> [(offset: Int, bytes: [UInt8])]
    /// Whether the file is the same each time after the changes: whether chance had no part in its length.
    let isRepeatable: @Sendable (UnsafeRawBufferPointer) -> Bool

    /// MPEG-4's and QuickTime's (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.4.2): the times in the headers of the movie, its tracks and
    /// their media, in seconds since 1904.
    static let mpeg4 = FileIdentity(changes: mpeg4Changes) { _ in true }

    @Sendable private static func mpeg4Changes(
        _ file: UnsafeRawBufferPointer,
        _ moment: Moment
    ) -> [(offset: Int, bytes: [UInt8])] {
        let time = UInt64(bitPattern: max(0, moment.seconds) + 2_082_844_800)
        var changes: [(offset: Int, bytes: [UInt8])] = []
        func visit(_ range: Range<Int>) {
            var place = range.lowerBound
            while place + 8 <= range.upperBound {
                var (length, start) = (Int(file.big(at: place, count: 4)), place + 8)
                if length == 1, place + 16 <= range.upperBound {
                    (length, start) = (Int(truncatingIfNeeded: file.big(at: place + 8, count: 8)), place + 16)
                }
                if length == 0 { length = range.upperBound - place }
                guard length >= start - place, place + length <= range.upperBound else { return }
                switch String(decoding: file[place + 4..<place + 8], as: UTF8.self) {
                case "moov", "trak", "mdia": visit(start..<place + length)
                case "mvhd", "tkhd", "mdhd":
                    guard length >= start - place + 20 else { return }
                    let count = file[start] == 1 ? 8 : 4
                    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: time >> (8 * UInt64(count - 1 - $0))) }
                    changes.append((start + 4, bytes + bytes))
                default: break
                }
                place += length
            }
        }
        visit(0..<file.count)
        return changes
    }

    /// Matroska's (RFC 9559, 5.1.2.1, 5.1.2.11, 5.1.4.1.2): the numbers of the file and of its tracks, and the time in
    /// nanoseconds since 2001. The muxer draws a track's number and writes it without leading zeros, so that the file is shorter
    /// by a byte once in 256 times.
    static let matroska = FileIdentity(changes: matroskaChanges) { file in
        file.tellingElements.filter { $0.id == trackNumber }.allSatisfy { $0.end - $0.start == 8 }
    }

    private static let trackNumber: UInt64 = 0x73C5

    @Sendable private static func matroskaChanges(
        _ file: UnsafeRawBufferPointer,
        _ moment: Moment
    ) -> [(offset: Int, bytes: [UInt8])] {
        let time = UInt64(bitPattern: (moment.seconds - 978_307_200) * 1_000_000_000)
        let key = Array(moment.key.description.utf8)
        return file.tellingElements.compactMap { id, start, end in
            let count = end - start
            return switch id {
            case 0x73A4: (start, (0..<count).map { key[$0 % key.count] })
            // The track's number, and where texts are about it.
            case trackNumber, 0x63C5: (start, (0..<count).map { key[(16 + $0) % key.count] })
            case 0x4461 where count == 8:
                (start, (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64($0))) })
            default: nil
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// A number of `count` bytes, the highest first.
    fileprivate func big(at place: Int, count: Int) -> UInt64 {
        self[place..<place + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// What a Matroska file says of itself, of its tracks, and in the texts about them: the elements that hold no others.
    fileprivate var tellingElements: [(id: UInt64, start: Int, end: Int)] {
        var found: [(id: UInt64, start: Int, end: Int)] = []
        func visit(_ range: Range<Int>) {
            var place = range.lowerBound
            while place < range.upperBound, let element = element(at: place, before: range.upperBound) {
                switch element.id {
                case 0x1853_8067, 0x1549_A966, 0x1654_AE6B, 0xAE, 0x1254_C367, 0x7373, 0x63C0:
                    visit(element.start..<element.end)
                default: found.append(element)
                }
                place = element.end
            }
        }
        visit(0..<count)
        return found
    }

    /// The element at a place (RFC 8794, 4 to 6): its id, and where its contents begin and end; `nil` where there is none.
    fileprivate func element(at place: Int, before end: Int) -> (id: UInt64, start: Int, end: Int)? {
        let idLength = self[place].leadingZeroBitCount + 1
        guard idLength <= 4, place + idLength < end else { return nil }
        let lengthPlace = place + idLength
        let lengthLength = self[lengthPlace].leadingZeroBitCount + 1
        guard lengthLength <= 8, lengthPlace + lengthLength <= end else { return nil }
        let mask = UInt64.max >> (64 - 7 * UInt64(lengthLength))
        let length = big(at: lengthPlace, count: lengthLength) & mask
        let start = lengthPlace + lengthLength
        guard length != mask else { return (big(at: place, count: idLength), start, end) }
        guard length <= UInt64(end - start) else { return nil }
        return (big(at: place, count: idLength), start, start + Int(length))
    }
}
