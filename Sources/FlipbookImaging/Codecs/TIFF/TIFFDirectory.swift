import FlipbookCore

/// The entries of a directory in a TIFF file (TIFF 6.0, section 2; libtiff's BigTIFF), or in EXIF data, which has the same
/// structure.
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
        case leastSample = 0x154
        case greatestSample = 0x155
        case exif = 0x8769
        case iccProfile = 0x8773
        case colorSpace = 0xA001
        case interoperability = 0xA005
        case dngVersion = 0xC612
    }

    struct Entry {
        let type, count: Int
        /// The size of an unsigned integer in bytes (1, 2, 4, or 8), or 0 for values of other types.
        let width: Int
        /// The first value, or `nil` if the values are stored outside the entry.
        let first: Int?
        /// The offset of the values in the file. Short values are in the entry itself.
        let offset: Int
    }

    /// The length of a value of each type, in bytes. For types that are not listed, the length is 1.
    private static let lengths = [3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8]
    private static let wholeTypes: Set = [1, 3, 4, 16]

    private(set) var entries: [UInt16: Entry] = [:]
    let form: Form
    let count: Int
    private(set) var readCount = 0
    /// The end of the entries, which is the offset of the link to the next directory.
    let end: Int
    /// The offset to which the entries' offsets are relative.
    private let origin: Int

    /// The maximum number of bytes to read from a directory: 85 entries, or 50 in a BigTIFF. Most directories have about 20.
    static let mostBytes = 1024

    static func exif(in bytes: UnsafeRawBufferPointer) -> TIFFDirectory? {
        guard let (form, offset) = beginning(of: bytes), offset < bytes.count else { return nil }
        return TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[offset...]), form, at: offset)
    }

    static func exif(at origin: Int, of file: inout FileReader) throws(ImageError) -> TIFFDirectory? {
        guard let (form, place) = try file.bytes(at: origin, count: 8).flatMap(beginning) else { return nil }
        return try TIFFDirectory(at: origin + place, of: &file, form, from: origin)
    }

    /// Returns the first directory of EXIF data that begins with the 32-bit offset of that directory (ISO/IEC 23008-12, A.2.1;
    /// ISO/IEC 18181-2, 9.4).
    static func exif(ofPartAt start: Int, of file: inout FileReader) throws(ImageError) -> TIFFDirectory? {
        guard let distance = try file.bytes(at: start, count: 4)?.bigEndian32(at: 0) else { return nil }
        return try exif(at: start + 4 + Int(distance), of: &file)
    }

    init?(at place: Int, of file: inout FileReader, _ form: Form, from origin: Int = 0) throws(ImageError) {
        let count = max(0, min(Self.mostBytes, file.byteCount - place))
        guard let bytes = try file.bytes(at: place, count: count) else { return nil }
        self.init(bytes, form, at: place, from: origin)
    }

    func directory(_ pointer: Tag, of file: inout FileReader) throws(ImageError) -> TIFFDirectory? {
        guard let place = self[pointer] else { return nil }
        return try TIFFDirectory(at: origin + place, of: &file, form, from: origin)
    }

    /// Returns `true` if the EXIF data identifies Adobe RGB by the interoperability index R03 (EXIF 2.32, 4.6.7) and does not
    /// specify sRGB as the color space. Programs that convert a picture to sRGB leave the index unchanged.
    func isAdobeRGB(_ file: inout FileReader) throws(ImageError) -> Bool {
        guard let exif = try directory(.exif, of: &file), exif[.colorSpace] != 1,
            let entry = try exif.directory(.interoperability, of: &file)?.entries[1]
        else { return false }
        return try file.bytes(at: entry.offset, count: 4)?.elementsEqual("R03\0".utf8) ?? false
    }

    /// Returns the end of the last picture that is listed in a photo file (CIPA DC-007).
    func companionsEnd(_ file: inout FileReader) throws(ImageError) -> Int? {
        guard let list = entries[0xB002],
            let entries = try file.bytes(at: list.offset, count: min(list.count, FileReader.windowLength))
        else { return nil }
        let ends = stride(from: 0, to: entries.count - 15, by: 16).map { place in
            let offset = form.order.number32(entries, at: place + 8)
            return (offset == 0 ? 0 : origin + offset) + form.order.number32(entries, at: place + 4)
        }
        return ends.max().flatMap { $0 <= file.byteCount ? $0 : nil }
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
            Int(min(bits(bytes, at: offset, width: width), 1 << 56))
        }

        func bits(_ bytes: UnsafeRawBufferPointer, at offset: Int, width: Int) -> UInt64 {
            self == .big ? bytes.bigEndian(at: offset, count: width) : bytes.littleEndian(at: offset, count: width)
        }
    }

    /// The byte order, and the length of counts and offsets: 4 bytes, or 8 bytes in a BigTIFF.
    struct Form {
        let order: ByteOrder
        let isBig: Bool

        var placeLength: Int { isBig ? 8 : 4 }
        var countLength: Int { isBig ? 8 : 2 }
        var entryLength: Int { 4 + 2 * placeLength }
    }

    /// Returns the form of a file that begins with `bytes`, and the offset of its first directory.
    static func beginning(of bytes: UnsafeRawBufferPointer) -> (Form, offset: Int)? {
        guard bytes.count >= 8, [0x49, 0x4D].contains(bytes[0]), bytes[0] == bytes[1] else { return nil }
        let order: ByteOrder = bytes[0] == 0x49 ? .little : .big
        switch order.number16(bytes, at: 2) {
        case 42: return (Form(order: order, isBig: false), order.number32(bytes, at: 4))
        // In a BigTIFF, the length of offsets, 8, and a 0 come next.
        case 43 where bytes.count >= 16 && order.number32(bytes, at: 4) == (order == .big ? 0x8_0000 : 8):
            return (Form(order: order, isBig: true), order.number(bytes, at: 8, width: 8))
        default: return nil
        }
    }

    /// Reads the entries in `bytes`, which may be only part of the directory.
    private init?(_ bytes: UnsafeRawBufferPointer, _ form: Form, at start: Int, from origin: Int = 0) {
        guard bytes.count >= form.countLength else { return nil }
        (self.form, self.origin) = (form, origin)
        count = form.order.number(bytes, at: 0, width: form.countLength)
        end = start + form.countLength + count * form.entryLength
        let (order, room) = (form.order, form.placeLength)
        for index in 0..<count {
            let place = form.countLength + form.entryLength * index
            guard place + form.entryLength <= bytes.count else { break }
            let type = order.number16(bytes, at: place + 2)
            let count = order.number(bytes, at: place + 4, width: room)
            let value = place + 4 + room
            // Short values are stored in the entry itself, left-justified.
            let isHere = count * (Self.lengths[type] ?? 1) <= room
            let width = Self.wholeTypes.contains(type) ? Self.lengths[type] ?? 1 : 0
            entries[UInt16(truncatingIfNeeded: order.number16(bytes, at: place))] = Entry(
                type: type,
                count: count,
                width: width,
                first: isHere && width > 0 && count > 0 ? order.number(bytes, at: value, width: width) : nil,
                offset: isHere ? start + value : origin + order.number(bytes, at: value, width: room)
            )
            readCount += 1
        }
    }

    /// Returns the offset of the next directory, or 0 if there is none. Returns `nil` if the file is truncated.
    func next(_ file: inout FileReader) throws(ImageError) -> Int? {
        try file.bytes(at: end, count: form.placeLength).map { form.order.number($0, at: 0, width: form.placeLength) }
    }

    /// The first value of an entry, if it is stored in the entry itself.
    subscript(_ tag: Tag) -> Int? { entries[tag.rawValue]?.first }

    func value(_ tag: Tag, of file: inout FileReader) throws(ImageError) -> Double? {
        guard let entry = entries[tag.rawValue], entry.count > 0, let length = Self.lengths[entry.type] else {
            return try number(tag, of: &file).map { Double($0) }
        }
        guard let bytes = try file.bytes(at: entry.offset, count: length) else { return nil }
        let bits = form.order.bits(bytes, at: 0, width: length)
        return switch entry.type {
        case 8: Double(Int16(truncatingIfNeeded: bits))
        case 9: Double(Int32(truncatingIfNeeded: bits))
        case 11: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case 12: Double(bitPattern: bits)
        default: Double(bits)
        }
    }

    func number(_ tag: Tag, at index: Int = 0, of file: inout FileReader) throws(ImageError) -> Int? {
        guard let entry = entries[tag.rawValue], entry.width > 0, (0..<entry.count).contains(index) else { return nil }
        let place = entry.offset + index * entry.width
        guard let bytes = try file.bytes(at: place, count: entry.width) else { throw .truncated }
        return form.order.number(bytes, at: 0, width: entry.width)
    }

    /// Returns the time at which the picture was taken or, if unknown, the time at which it was digitized.
    func captureTime(_ file: inout FileReader) throws(ImageError) -> CaptureTime? {
        guard let exif = try directory(.exif, of: &file) else { return nil }
        func text(_ tag: UInt16) throws(ImageError) -> String? {
            guard let entry = exif.entries[tag], (1...64).contains(entry.count) else { return nil }
            return try file.bytes(at: entry.offset, count: entry.count).map {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        for index in UInt16(0)...1 {
            guard let date = try text(0x9003 + index) else { continue }
            let (fraction, offset) = (try text(0x9291 + index), try text(0x9011 + index))
            if let found = CaptureTime(date, subseconds: fraction, offset: offset) { return found }
        }
        return nil
    }
}
