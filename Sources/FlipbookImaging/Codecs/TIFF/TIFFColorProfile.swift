extension ColorProfile {
    init?(ofTIFF file: consuming FileReader) throws(ImageError) {
        guard let (form, offset) = TIFFDirectory.beginning(of: try file.head()),
            let entry = try TIFFDirectory(at: offset, of: &file, form)?.entries[TIFFDirectory.Tag.iccProfile.rawValue]
        else { return nil }
        guard entry.count >= 128, entry.offset >= 0, entry.offset <= file.byteCount - entry.count else {
            self = .damaged
            return
        }
        self = .icc(try file.withBytes(at: entry.offset, count: entry.count) { Array($0) })
    }
}
