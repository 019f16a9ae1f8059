import FlipbookCore

/// The entries of a TIFF file's first directory, and of EXIF data, which has the same form (TIFF 6.0, section 2).
struct TIFFDirectory {
    enum Tag: UInt16 {
        case subfileType = 0xFE
        case width = 0x100
        case height = 0x101
        case bitsPerSample = 0x102
        case compression = 0x103
        case photometric = 0x106
        case imageDescription = 0x10E
        case cameraMake = 0x10F
        case cameraModel = 0x110
        case stripOffsets = 0x111
        case orientation = 0x112
        case samplesPerPixel = 0x115
        case stripByteCounts = 0x117
        case tileOffsets = 0x144
        case tileByteCounts = 0x145
        case subdirectories = 0x14A
        case extraSamples = 0x152
        case sampleFormat = 0x153
        case exif = 0x8769
        case iccProfile = 0x8773
        case interoperability = 0xA005
        case dngVersion = 0xC612
    }

    /// An entry, as far as it stands in the directory itself.
    struct Entry {
        let count: Int
        /// The bytes of each, 1, 2 or 4; 0 where they are no whole numbers.
        let width: Int
        /// The first number, or `nil` if the numbers stand elsewhere.
        let first: Int?
        let offset: Int
    }

    private(set) var entries: [UInt16: Entry] = [:]
    let order: ByteOrder
    let count: Int
    private(set) var readCount = 0

    static func exif(in bytes: UnsafeRawBufferPointer) -> TIFFDirectory? {
        guard let (order, offset) = beginning(of: bytes), offset < bytes.count else { return nil }
        return TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[offset...]), order: order, at: offset)
    }

    /// Returns `true` if the EXIF data at a place of a file say that its colors are Adobe RGB's: by the
    /// interoperability index R03 (EXIF 2.32, 4.6.7).
    static func isAdobeRGB(at start: Int, of file: inout FileReader) throws(ImageError) -> Bool {
        let head = try file.bytes(at: start, count: 8)
        guard let (order, offset) = head.flatMap(beginning) else { return false }
        var place = offset
        for pointer in [Tag.exif, .interoperability] {
            guard let next = try directory(at: place, of: &file, start, order)?[pointer] else { return false }
            place = next
        }
        // Four letters stand in the entry itself.
        let letters = try directory(at: place, of: &file, start, order)?.entries[1]?.offset
        return letters == (order == .big ? 0x5230_3300 : 0x0033_3052)
    }

    private static func directory(
        at place: Int,
        of file: inout FileReader,
        _ start: Int,
        _ order: ByteOrder
    ) throws(ImageError) -> TIFFDirectory? {
        let count = min(FileReader.windowLength, file.byteCount - start - place)
        return try file.bytes(at: start + place, count: max(0, count))
            .flatMap { TIFFDirectory($0, order: order, at: place) }
    }

    var orientation: ImageOrientation? { self[.orientation].flatMap(ImageOrientation.init(exifValue:)) }

    var namesCamera: Bool { entries[Tag.cameraMake.rawValue] != nil || entries[Tag.cameraModel.rawValue] != nil }

    enum ByteOrder {
        case little, big

        func number16(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
            Int(self == .big ? bytes.bigEndian16(at: offset) : bytes.littleEndian16(at: offset))
        }

        func number32(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
            Int(self == .big ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset))
        }

        func number(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int) -> Int {
            switch width {
            case 1: Int(bytes[offset])
            case 2: number16(bytes, at: offset)
            default: number32(bytes, at: offset)
            }
        }
    }

    static func beginning(of bytes: UnsafeRawBufferPointer) -> (ByteOrder, offset: Int)? {
        guard bytes.count >= 8 else { return nil }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) { return (.little, Int(bytes.littleEndian32(at: 4))) }
        if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return (.big, Int(bytes.bigEndian32(at: 4))) }
        return nil
    }

    /// The bytes of one entry: tag, type, count, and the numbers or where they are.
    static let entryLength = 12

    /// The directory that begins with `bytes`, which stand at `start` in the file; as many of its entries as are there.
    init?(_ bytes: UnsafeRawBufferPointer, order: ByteOrder, at start: Int) {
        guard bytes.count >= 2 else { return nil }
        self.order = order
        count = order.number16(bytes, at: 0)
        for index in 0..<count {
            let place = 2 + Self.entryLength * index
            guard place + Self.entryLength <= bytes.count else { break }
            // BYTE, SHORT and LONG.
            let width = [1: 1, 3: 2, 4: 4][order.number16(bytes, at: place + 2)] ?? 0
            let count = order.number32(bytes, at: place + 4)
            // Numbers that fit into four bytes stand in the entry itself, flush left.
            let isHere = width > 0 && (1...4 / width).contains(count)
            entries[UInt16(truncatingIfNeeded: order.number16(bytes, at: place))] = Entry(
                count: count,
                width: width,
                first: isHere ? order.number(bytes, at: place + 8, width: width) : nil,
                offset: isHere ? start + place + 8 : order.number32(bytes, at: place + 8)
            )
            readCount += 1
        }
    }

    /// The first number of an entry, or `nil` if there is none, or it stands elsewhere in the file.
    subscript(_ tag: Tag) -> Int? { entries[tag.rawValue]?.first }

    /// The number of an entry at `index`, wherever it stands, or `nil` if the entry has no such number.
    func number(_ tag: Tag, at index: Int = 0, of file: inout FileReader) throws(ImageError) -> Int? {
        guard let entry = entries[tag.rawValue], entry.width > 0, (0..<entry.count).contains(index) else { return nil }
        let place = entry.offset + index * entry.width
        guard let bytes = try file.bytes(at: place, count: entry.width) else { throw .truncated }
        return order.number(bytes, at: 0, width: entry.width)
    }
}
