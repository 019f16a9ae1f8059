extension ColorProfile {
    /// The ICC profile of a TIFF file's first page (ICC.1:2022, annex B.2).
    init?(ofTIFF bytes: UnsafeRawBufferPointer) {
        guard let (order, offset) = TIFFDirectory.beginning(of: bytes), offset < bytes.count,
            let directory = TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[offset...]), order: order, at: offset),
            let entry = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue]
        else { return nil }
        guard entry.count >= 128, entry.offset >= 0, entry.offset <= bytes.count - entry.count else {
            self = .damaged
            return
        }
        self = .icc(Array(bytes[entry.offset..<entry.offset + entry.count]))
    }
}
