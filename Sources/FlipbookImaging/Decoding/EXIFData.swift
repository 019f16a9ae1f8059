internal import FlipbookCore

/// What of a block of EXIF data counts here: the orientation.
///
/// The block is a TIFF file without pixels (Exif 2.32, 4.5): an order of bytes, and from an offset on
/// a directory of entries of 12 bytes. Anything against the rules counts as not there.
struct EXIFData {
    private let bytes: UnsafeRawBufferPointer
    private let isBigEndian: Bool

    /// How the picture is to be shown; `nil` where the block does not say.
    private(set) var orientation: ImageOrientation?

    private static let orientationTag = 0x0112
    private static let shortType = 3

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
        isBigEndian = bytes.starts(with: "MM".utf8)
        guard isBigEndian || bytes.starts(with: "II".utf8), number(at: 2, byteCount: 2) == 42,
            let directory = number(at: 4, byteCount: 4),
            let count = number(at: directory, byteCount: 2)
        else { return }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, byteCount: 2) else { return }
            guard tag == Self.orientationTag else { continue }
            guard number(at: entry + 2, byteCount: 2) == Self.shortType, number(at: entry + 4, byteCount: 4) == 1 else {
                return
            }
            orientation = number(at: entry + 8, byteCount: 2).flatMap { ImageOrientation(exifValue: $0) }
            return
        }
    }

    /// The unsigned number of so many bytes; `nil` where they are not all there.
    private func number(at offset: Int, byteCount: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - byteCount else { return nil }
        let part = bytes[offset..<offset + byteCount]
        return isBigEndian
            ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
