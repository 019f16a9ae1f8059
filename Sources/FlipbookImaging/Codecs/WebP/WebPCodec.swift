import FlipbookCore
import FlipbookFiles

extension ImageCodec {
    /// WebP, RFC 9649, decoded by libwebp: lossy and lossless, still and animated.
    public static let webP = ImageCodec(
        "WebP",
        extensions: ["webp"],
        matches: { $0.count >= 12 && $0.starts(with: "RIFF".utf8) && $0[8..<12].elementsEqual("WEBP".utf8) },
        details: { (file) throws(ImageError) in try ImageDetails.webP(&file) },
        open: { (bytes, request) throws(ImageError) in
            var file = try FileReader(bytes)
            guard let header = try ImageDetails.webP(&file)?.header, !header.size.isEmpty else {
                throw .corrupt(reason: "the header is invalid")
            }
            try request.check(header)
            guard let library = LibWebP() else { throw .notAnImage(found: FileContents(header.format)) }
            if header.holdsSeveralPictures { return try AnimationSession(webP: bytes, header, library) }
            let hasPlanes = request.takesPlanes && !header.hasAlpha && header.size == header.size.roundedUpToEven
            return StillImage(header: header) { () throws(ImageError) in
                hasPlanes && RIFFChunk.row(in: bytes).contains { $0.type == "VP8 " }
                    ? try library.planes(in: bytes, size: header.size)
                    : try library.picture(in: bytes, size: header.size)
            }
        }
    ).loading(.webP).finding { ColorProfile(ofWebP: $0) }.givingPlanes()
}
