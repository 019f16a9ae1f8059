import FlipbookCore

extension ImageDetails {
    /// The most chunks before the pixels that are looked at; files have a dozen.
    private static let mostChunks = 1000

    /// What a PNG says, and how many bytes follow its end.
    static func png(_ file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) -> ImageDetails {
        var details = ImageDetails(header: try PNGPreamble(window.bytes).header, byteCount: file.byteCount)
        try details.readPNGChunks(of: file, &window)
        do throws(ImageError) {
            details.trailingByteCount = file.byteCount - (try PNGChunk.end(of: file, &window))
        } catch {
            // Of an animation that is cut short, the frame is named that is not whole.
            guard details.header.holdsSeveralPictures, case .truncated = error.reason else { throw error }
        }
        return details
    }

    /// Takes in what the chunks between IHDR and IDAT say (PNG third edition, clause 11.3).
    ///
    /// A chunk with a wrong checksum is believed here: nothing hangs on it but a remark.
    private mutating func readPNGChunks(of file: borrowing FileReader, _ window: inout FileWindow) throws(ImageError) {
        var offset = PNGPreamble.afterHeader
        for _ in 0..<Self.mostChunks {
            guard let bytes = try window.bytes(at: offset, count: 8, of: file),
                let chunk = PNGChunk(in: bytes, at: 0), chunk.type != .imageData, chunk.type != .end
            else { return }
            let payload = offset + 8
            switch chunk.type {
            case .transparency:
                transparency = header.colorModel == .indexed ? .palette : .colorKey
                header.hasAlpha = true
            case .gamma:
                colorStatements.insert(.gamma)
                if let value = try window.bytes(at: payload, count: 4, of: file), chunk.length == 4 {
                    gamma = Int(value.bigEndian32(at: 0))
                }
            case .chromaticities: colorStatements.insert(.chromaticities)
            case .standardRGB: colorStatements.insert(.sRGB)
            case .colorProfile: colorStatements.insert(.iccProfile)
            case .codingIndependent: colorStatements.insert(.codingIndependent)
            case .animationControl:
                if chunk.length == 8, let values = try window.bytes(at: payload, count: 8, of: file) {
                    isAnimated = values.bigEndian32(at: 0) > 1
                }
            case .physicalDimensions:
                if chunk.length == 9, let values = try window.bytes(at: payload, count: 9, of: file) {
                    pixelAspect = PixelAspect(
                        horizontal: Int(values.bigEndian32(at: 0)),
                        vertical: Int(values.bigEndian32(at: 4))
                    )
                }
            case .exif:
                let length = min(chunk.length, FileWindow.length)
                if let values = try window.bytes(at: payload, count: length, of: file) {
                    let exif = TIFFDirectory.exif(in: values)
                    (orientation, namesCamera) = (exif?.orientation?.exifValue ?? 1, exif?.namesCamera ?? false)
                }
            default: break
            }
            offset = payload + chunk.length + 4
        }
    }
}
