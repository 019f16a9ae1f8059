internal import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// AV1 Image File Format: 8 to 12 bits, transparency, animations, by libavif; stills by libheif if that does not
    /// read them.
    public static let avif = heif(
        "AVIF",
        extensions: ["avif"],
        brands: ["avif", "avis"],
        libraries: [
            ImageFormat.Decoder(library: .avif, part: "animations"), ImageFormat.Decoder(library: .heif),
        ]
    )

    /// HEIF with pictures of HEVC, as phones write them, with libheif.
    public static let heic = heif(
        "HEIC",
        extensions: ["heic", "heif"],
        brands: ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"],
        libraries: [ImageFormat.Decoder(library: .heif)]
    )

    private static func heif(
        _ name: String,
        extensions: [String],
        brands: Set<String>,
        libraries: [ImageFormat.Decoder]
    ) -> ImageCodec {
        let format = ImageFormat(name: name, extensions: extensions, hasDecoder: true, libraries: libraries)
        return ImageCodec(
            format,
            matches: { head in HEIFBoxes.brand(of: head).map(brands.contains) ?? false },
            details: { (file) throws(ImageError) in
                let boxes = try HEIFBoxes(&file)
                return try boxes.details(format: format, byteCount: file.byteCount)
            },
            open: { (bytes, request) throws(ImageError) in
                var file = try FileReader(bytes)
                let boxes = try HEIFBoxes(&file)
                let header = try boxes.details(format: format, byteCount: bytes.count).header
                try request.check(header)
                let (brand, presentation) = (HEIFBoxes.brand(of: bytes), boxes.presentation)
                if brand == "avis" {
                    return try AVIFSession(bytes, isAnimated: true, isTiled: false, header, presentation, request)
                }
                try request.limits.check(presentation.storedSize)
                // Libavif enlarges what is stored to any size that the header says, and libheif refuses it.
                let isDoubtful = presentation.storedSize.area > max(1 << 24, 4096 * bytes.count)
                // Of libheif's pictures (1.15) grey of limited range is too pale, and chroma beside transparency is coarse.
                if brand == "avif", !isDoubtful, RuntimeLibrary.avif.isInstalled {
                    do throws(ImageError) {
                        let isTiled = boxes.isDerived
                        return try AVIFSession(
                            bytes,
                            isAnimated: false,
                            isTiled: isTiled,
                            header,
                            presentation,
                            request
                        )
                    } catch {
                        // Libheif reads it, or says what is wrong with it.
                    }
                }
                return StillImage(header: header) { () throws(ImageError) in
                    guard let library = LibHEIF() else {
                        throw .notAnImage(
                            found: FileContents(header.format.noun, .needing(library: RuntimeLibrary.heif.name))
                        )
                    }
                    return try library.picture(
                        in: bytes,
                        header,
                        hasPlanes: boxes.mayHavePlanes && LibHEIF.givesPlanes,
                        isTiled: boxes.isDerived,
                        request
                    )
                }
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
