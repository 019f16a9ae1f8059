import FlipbookCore

extension ImageDetails {
    /// What the first directory of a TIFF file says (TIFF 6.0, part 1); `nil` where it gives no size.
    static func tiff(
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> ImageDetails? {
        guard let (order, offset) = TIFFDirectory.beginning(of: window.bytes), offset < file.byteCount else {
            return nil
        }
        // A directory has some twenty entries of twelve bytes each.
        let length = min(1024, file.byteCount - offset)
        guard let bytes = try window.bytes(at: offset, count: length, of: file),
            let directory = TIFFDirectory(bytes, order: order),
            let width = directory[.width], let height = directory[.height]
        else { return nil }
        let samples = directory[.samplesPerPixel] ?? 1
        let depth = directory[.bitsPerSample] ?? 1
        let models: [Int: ImageHeader.ColorModel] = [0: .gray, 1: .gray, 3: .indexed, 5: .cmyk]
        let hasProfile = directory[.iccProfile] != nil
        return ImageDetails(
            header: ImageHeader(
                size: PixelSize(width: width, height: height),
                format: .tiff,
                // The depths of several channels stand elsewhere; eight is by far the most frequent.
                bitDepth: (1...32).contains(depth) ? depth : 8,
                colorModel: models[directory[.photometric] ?? 2] ?? .rgb,
                hasAlpha: samples > 1 && directory[.extraSamples] != nil,
                isInterlaced: false,
                colorTag: hasProfile ? .iccProfile : .untagged
            ),
            byteCount: file.byteCount,
            orientation: directory[.orientation].flatMap { (1...8).contains($0) ? $0 : nil } ?? 1,
            colorStatements: hasProfile ? .iccProfile : []
        )
    }
}
