/// The entries of a TIFF file's first directory, and of EXIF data, which has the same form (TIFF 6.0, section 2).
struct TIFFDirectory {
    /// An entry's meaning.
    enum Tag: UInt16 {
        case width = 0x100
        case height = 0x101
        case bitsPerSample = 0x102
        case photometric = 0x106
        case orientation = 0x112
        case samplesPerPixel = 0x115
        case extraSamples = 0x152
        case iccProfile = 0x8773
    }

    private var values: [UInt16: Int] = [:]

    /// The orientation that EXIF data gives, 1 to 8; `nil` where they give none.
    static func orientation(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let (order, offset) = beginning(of: bytes), offset < bytes.count else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        let value = TIFFDirectory(rest, order: order)?[.orientation]
        return value.flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Which byte comes first in a number.
    enum ByteOrder { case little, big }

    /// The byte order, and where the first directory is.
    static func beginning(of bytes: UnsafeRawBufferPointer) -> (ByteOrder, offset: Int)? {
        guard bytes.count >= 8 else { return nil }
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) { return (.little, Int(bytes.littleEndian32(at: 4))) }
        if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) { return (.big, Int(bytes.bigEndian32(at: 4))) }
        return nil
    }

    /// The directory that begins with `bytes`, as many of its entries as are there.
    init?(_ bytes: UnsafeRawBufferPointer, order: ByteOrder) {
        func number16(_ offset: Int) -> Int {
            Int(order == .big ? bytes.bigEndian16(at: offset) : bytes.littleEndian16(at: offset))
        }
        func number32(_ offset: Int) -> Int {
            Int(order == .big ? bytes.bigEndian32(at: offset) : bytes.littleEndian32(at: offset))
        }
        guard bytes.count >= 2 else { return nil }
        for index in 0..<number16(0) {
            let entry = 2 + 12 * index
            guard entry + 12 <= bytes.count else { break }
            // Short numbers stand in the entry itself, flush left. Of longer lists only that they are there counts.
            let isShort = number16(entry + 2) == 3
            let count = number32(entry + 4)
            let stands = isShort ? count <= 2 : count <= 1
            values[UInt16(truncatingIfNeeded: number16(entry))] =
                stands ? (isShort ? number16(entry + 8) : number32(entry + 8)) : -1
        }
    }

    /// The first value of an entry; `nil` where there is none, -1 where it stands elsewhere in the file.
    subscript(_ tag: Tag) -> Int? { values[tag.rawValue] }
}
