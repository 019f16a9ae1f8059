internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// AV1 Image File Format, with libavif: 8 to 12 bits, transparency, animations.
    public static let avif: ImageCodec = heif("AVIF", ["avif"], brands: ["avif", "avis"], library: .avif) {
        (bytes, boxes, header, request) throws(ImageError) in
        try AVIFSession(bytes, boxes, header, request)
    }

    /// HEIF with HEVC pictures, as phones write them, with libheif.
    public static let heic: ImageCodec = heif("HEIC", ["heic", "heif"], brands: HEIFBoxes.hevcBrands, library: .heif) {
        (bytes, boxes, header, request) in
        StillImage(header: header) { () throws(ImageError) in
            guard let library = LibHEIF() else { throw .notAnImage(found: FileContents(header.format)) }
            return try library.picture(in: bytes, header, boxes, request)
        }
    }

    private static func heif(
        _ name: String,
        _ extensions: [String],
        brands: Set<String>,
        library: RuntimeLibrary,
        open:
            @escaping @Sendable (
                UnsafeRawBufferPointer, HEIFBoxes, ImageHeader, DecodingRequest
            ) throws(ImageError) -> any ImageSession
    ) -> ImageCodec {
        let format = ImageFormat(name: name, extensions: extensions, hasDecoder: true, library: library)
        return ImageCodec(
            format,
            matches: { head in HEIFBoxes.brand(of: head).map(brands.contains) ?? false },
            details: { (file) throws(ImageError) in
                let boxes = try HEIFBoxes(&file)
                var details = try boxes.details(format: format, byteCount: file.byteCount)
                if let exif = boxes.exif {
                    details.taken = try TIFFDirectory.exif(ofPartAt: exif, of: &file)?.captureTime(&file)
                }
                return details
            },
            open: { (bytes, request) throws(ImageError) in
                var file = try FileReader(bytes)
                let boxes = try HEIFBoxes(&file)
                let header = try boxes.details(format: format, byteCount: bytes.count).header
                try request.check(header)
                try request.limits.check(boxes.presentation.storedSize)
                return try open(bytes, boxes, header, request)
            }
        )
        .finding { bytes in
            do throws(ImageError) {
                var file = try FileReader(bytes)
                return try HEIFBoxes(&file).profile
            } catch {
                return .damaged
            }
        }
        .givingPlanes()
    }
}
