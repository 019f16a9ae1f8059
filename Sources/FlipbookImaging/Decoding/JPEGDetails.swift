import FlipbookCore

extension ImageDetails {
    /// How many segments before the frame header are looked at; a long profile takes a few dozen.
    private static let mostSegments = 1000

    /// What the segments of a JPEG say up to its frame header (ITU-T T.81, annex B; JFIF; EXIF); `nil` where
    /// there is none.
    static func jpeg(
        _ file: borrowing FileReader,
        _ window: inout FileWindow
    ) throws(ImageError) -> ImageDetails? {
        var result: (orientation: Int, aspect: PixelAspect?, color: ColorStatements) = (1, nil, [])
        var offset = 2
        for _ in 0..<mostSegments {
            guard let start = try window.bytes(at: offset, count: 4, of: file), start[0] == 0xFF else { return nil }
            let marker = start[1]
            // Any number of FF may stand before a marker.
            if marker == 0xFF {
                offset += 1
                continue
            }
            let length = Int(start.bigEndian16(at: 2))
            guard length >= 2, marker != 0xDA, marker != 0xD9 else { return nil }
            let payload = offset + 4
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                guard let frame = try window.bytes(at: payload, count: 6, of: file) else { return nil }
                let size = PixelSize(width: Int(frame.bigEndian16(at: 3)), height: Int(frame.bigEndian16(at: 1)))
                let models: [UInt8: ImageHeader.ColorModel] = [1: .gray, 3: .rgb, 4: .cmyk]
                guard let model = models[frame[5]] else { return nil }
                return ImageDetails(
                    header: ImageHeader(
                        size: size,
                        format: .jpeg,
                        bitDepth: Int(frame[0]),
                        colorModel: model,
                        hasAlpha: false,
                        isInterlaced: false,
                        colorTag: result.color.contains(.iccProfile) ? .iccProfile : .untagged
                    ),
                    byteCount: file.byteCount,
                    orientation: result.orientation,
                    pixelAspect: result.aspect,
                    colorStatements: result.color
                )
            case 0xE0:
                let jfif = try window.bytes(at: payload, count: min(length - 2, 14), of: file)
                if let jfif, jfif.count >= 12, jfif.starts(with: "JFIF\0".utf8) {
                    result.aspect = PixelAspect(
                        horizontal: Int(jfif.bigEndian16(at: 8)),
                        vertical: Int(jfif.bigEndian16(at: 10))
                    )
                }
            case 0xE1:
                let exif = try window.bytes(at: payload, count: min(length - 2, FileWindow.length), of: file)
                if let exif, exif.starts(with: "Exif\0\0".utf8) {
                    result.orientation = TIFFDirectory.orientation(in: .init(rebasing: exif.dropFirst(6))) ?? 1
                }
            case 0xE2:
                let profile = try window.bytes(at: payload, count: min(length - 2, 12), of: file)
                if let profile, profile.starts(with: "ICC_PROFILE\0".utf8) { result.color.insert(.iccProfile) }
            default: break
            }
            offset += 2 + length
        }
        return nil
    }
}
