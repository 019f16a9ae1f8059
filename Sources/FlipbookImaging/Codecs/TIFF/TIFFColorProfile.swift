extension ColorProfile {
    /// The ICC profile of a TIFF file's first page (ICC.1:2022, annex B.2).
    init?(ofTIFF file: borrowing FileReader) throws(ImageError) {
        var window = try FileWindow(file)
        guard let (order, offset) = TIFFDirectory.beginning(of: window.bytes), offset < file.byteCount else {
            return nil
        }
        let length = min(FileWindow.length, file.byteCount - offset)
        guard let bytes = try window.bytes(at: offset, count: length, of: file),
            let directory = TIFFDirectory(bytes, order: order, at: offset),
            let entry = directory.entries[TIFFDirectory.Tag.iccProfile.rawValue]
        else { return nil }
        guard entry.count >= 128, entry.offset >= 0, entry.offset <= file.byteCount - entry.count else {
            self = .damaged
            return
        }
        self = .icc(try file.withBytes(at: entry.offset, count: entry.count) { Array($0) })
    }
}
