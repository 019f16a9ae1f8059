import FlipbookCore
import FlipbookImaging
import FlipbookMedia

/// Reads the times of a Matroska file's pictures, but not the pictures themselves (RFC 9559).
///
/// GStreamer's demultiplexer rejects pictures of more than 15 MiB, such as lossless 4K in 16 bits.
struct MatroskaReader: ~Copyable {
    private let file: FileReader
    /// The nanoseconds per unit of time.
    private var unit: Int64 = 1_000_000
    /// The video track's number, and the default duration of its pictures.
    private var track: (number: UInt64, usualLength: Int64?)?
    private var found = ReadBack()

    private static let noMatroska = ImageError.corrupt(reason: "it is not a valid Matroska file")

    private init(_ file: consuming FileReader) { self.file = file }

    static func reading(_ open: () throws(ImageError) -> FileReader) throws(ExportError) -> ReadBack {
        do throws(ImageError) {
            var reader = Self(try open())
            try reader.read()
            return reader.found
        } catch { throw .readBack(reason: "it cannot be read (\(error))") }
    }

    private struct Element {
        let id: UInt64
        let contents: Range<Int>
    }

    private enum ID {
        static let segment: UInt64 = 0x1853_8067
        static let info: UInt64 = 0x1549_A966
        static let timestampScale: UInt64 = 0x2A_D7B1
        static let tracks: UInt64 = 0x1654_AE6B
        static let trackEntry: UInt64 = 0xAE
        static let trackNumber: UInt64 = 0xD7
        static let codec: UInt64 = 0x86
        static let defaultDuration: UInt64 = 0x23_E383
        static let video: UInt64 = 0xE0
        static let width: UInt64 = 0xB0
        static let height: UInt64 = 0xBA
        static let color: UInt64 = 0x55B0
        static let matrix: UInt64 = 0x55B1
        static let range: UInt64 = 0x55B9
        static let transfer: UInt64 = 0x55BA
        static let primaries: UInt64 = 0x55BB
        static let cluster: UInt64 = 0x1F43_B675
        static let timestamp: UInt64 = 0xE7
        static let simpleBlock: UInt64 = 0xA3
        static let blockGroup: UInt64 = 0xA0
        static let block: UInt64 = 0xA1
        static let blockDuration: UInt64 = 0x9B
        static let blockAdditions: UInt64 = 0x75A1
        static let header: UInt64 = 0x1A45_DFA3
    }

    /// GStreamer's media types, keyed by Matroska's codec names.
    private static let mediaTypes = [
        "V_FFV1": "video/x-ffv", "V_MPEG4/ISO/AVC": "video/x-h264", "V_MPEGH/ISO/HEVC": "video/x-h265",
        "V_VP8": "video/x-vp8", "V_VP9": "video/x-vp9", "V_AV1": "video/x-av1",
    ]

    private mutating func read() throws(ImageError) {
        var (place, cluster) = (0, Int64(0))
        while place < file.byteCount {
            let element = try element(at: place, within: 0..<file.byteCount)
            // Other files are not searched for data that resembles a video.
            guard place > 0 || element.id == ID.header else { throw Self.noMatroska }
            place = element.contents.upperBound
            switch element.id {
            case ID.segment, ID.info, ID.tracks, ID.cluster: (place, cluster) = (element.contents.lowerBound, 0)
            case ID.timestampScale: unit = Int64(clamping: try number(element))
            case ID.trackEntry: try readTrack(element.contents)
            case ID.timestamp: cluster = Int64(clamping: try number(element))
            case ID.simpleBlock: try take(block: element, cluster, length: nil)
            case ID.blockGroup: try readGroup(element.contents, cluster)
            default: break
            }
        }
    }

    private mutating func readTrack(_ range: Range<Int>) throws(ImageError) {
        var (number, length, codec) = (UInt64(0), Int64?.none, "")
        var size: (width: Int, height: Int)?
        var colors: [UInt64: Int] = [:]
        var elements = [range]
        while let part = elements.popLast() {
            var place = part.lowerBound
            while place < part.upperBound {
                let element = try element(at: place, within: part)
                place = element.contents.upperBound
                switch element.id {
                case ID.video: (size, elements) = ((0, 0), elements + [element.contents])
                case ID.color: elements.append(element.contents)
                case ID.matrix, ID.transfer, ID.primaries, ID.range:
                    colors[element.id] = Int(clamping: try self.number(element))
                case ID.trackNumber: number = try self.number(element)
                case ID.defaultDuration: length = Int64(clamping: try self.number(element))
                case ID.codec:
                    // Zeros may follow a string.
                    codec = String(decoding: try bytes(element.contents.prefix(64)).prefix { $0 != 0 }, as: UTF8.self)
                case ID.width: size?.width = Int(clamping: try self.number(element))
                case ID.height: size?.height = Int(clamping: try self.number(element))
                default: break
                }
            }
        }
        guard let size, track == nil else { return }
        (track, found.size) = ((number, length), PixelSize(width: size.width, height: size.height))
        if let primaries = colors[ID.primaries], let transfer = colors[ID.transfer], let matrix = colors[ID.matrix] {
            found.colors = OutputColors.CodePoints(
                primaries: primaries,
                transfer: transfer,
                matrix: matrix,
                // 1 and 2 are the ranges; other values are unspecified.
                isFullRange: [1: false, 2: true][colors[ID.range] ?? 0]
            )
        }
        found.mediaType = Self.mediaTypes[codec] ?? codec.escapingControlCharacters
    }

    private mutating func readGroup(_ range: Range<Int>, _ cluster: Int64) throws(ImageError) {
        var (place, block, length) = (range.lowerBound, Element?.none, Int64?.none)
        while place < range.upperBound {
            let element = try element(at: place, within: range)
            place = element.contents.upperBound
            if element.id == ID.block { block = element }
            if element.id == ID.blockAdditions { found.alphaCount += 1 }
            if element.id == ID.blockDuration { length = Int64(clamping: try number(element)) }
        }
        if let block { try take(block: block, cluster, length: length) }
    }

    /// Counts a video block, which begins with the track's number, a 16-bit time relative to the cluster's, and flags.
    private mutating func take(block: Element, _ cluster: Int64, length: Int64?) throws(ImageError) {
        let head = try bytes(block.contents.prefix(11))
        guard let (number, count) = head.withUnsafeBytes({ EBML.number(in: $0) }), head.count >= count + 3
        else { throw Self.noMatroska }
        guard number == track?.number else { return }
        let offset = Int16(bitPattern: UInt16(head[count]) << 8 | UInt16(head[count + 1]))
        let (units, isTooMany) = cluster.addingReportingOverflow(Int64(offset))
        let (time, isTooLate) = units.multipliedReportingOverflow(by: unit)
        let (shown, isTooLong) = (length ?? 0).multipliedReportingOverflow(by: unit)
        guard !isTooMany, !isTooLate, !isTooLong else { throw Self.noMatroska }
        found.add(time: time, duration: length == nil ? track?.usualLength : shown)
    }

    private func element(at place: Int, within range: Range<Int>) throws(ImageError) -> Element {
        let bytes = try bytes(place..<min(place + 12, range.upperBound))
        guard let head = bytes.withUnsafeBytes({ EBML.Head($0) }) else { throw Self.noMatroska }
        let start = place + head.count
        // Streams have elements of unknown length; finished files do not.
        guard let length = head.length, length <= range.upperBound - start else { throw .truncated }
        return Element(id: head.id, contents: start..<start + length)
    }

    private func number(_ element: Element) throws(ImageError) -> UInt64 {
        guard element.contents.count <= 8 else { throw Self.noMatroska }
        return try bytes(element.contents).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func bytes(_ range: Range<Int>) throws(ImageError) -> [UInt8] {
        try file.withBytes(at: range.lowerBound, count: range.count) { Array($0) }
    }
}
