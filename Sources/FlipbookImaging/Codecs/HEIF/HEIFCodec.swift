internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// AV1 Image File Format, decoded by libavif: 8 to 12 bits, transparency, animations.
    public static let avif: ImageCodec = heif("AVIF", ["avif"], brands: ["avif", "avis"]).loading(.avif)

    /// HEIF with HEVC pictures, as phones write them, decoded by libheif.
    public static let heic: ImageCodec = heif("HEIC", ["heic", "heif"], brands: HEIFBoxes.hevcBrands).loading(.heif)

    private static func heif(_ name: String, _ extensions: [String], brands: Set<String>) -> ImageCodec {
        ImageCodec(
            name,
            extensions: extensions,
            matches: { head in HEIFBoxes.brand(of: head).map(brands.contains) ?? false },
            details: { (file) throws(ImageError) in
                let boxes = try HEIFBoxes(&file)
                var details = try boxes.details(byteCount: file.byteCount)
                if let exif = boxes.exif {
                    details.taken = try TIFFDirectory.exif(ofPartAt: exif, of: &file)?.captureTime(&file)
                }
                return details
            },
            open: { (bytes, request) throws(ImageError) in
                var file = try FileReader(bytes)
                let boxes = try HEIFBoxes(&file)
                let header = try boxes.details(byteCount: bytes.count).header
                try request.check(header)
                try request.limits.check(boxes.presentation.storedSize)
                if boxes.format == .avif { return try AVIFSession(bytes, boxes, header, request) }
                return StillImage(header: header) { () throws(ImageError) in
                    guard let library = LibHEIF.loaded else { throw .notAnImage(found: FileContents(.heic)) }
                    return try library.picture(in: bytes, header, boxes, request)
                }
            }
        ).finding { bytes in
            guard var file = try? FileReader(bytes), let boxes = try? HEIFBoxes(&file) else { return .damaged }
            return boxes.profile
        }.givingPlanes()
    }
}
