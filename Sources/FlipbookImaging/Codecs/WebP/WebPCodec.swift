extension ImageCodec {
    /// WebP, RFC 9649: lossy and lossless, with libwebp.
    public static let webP = ImageCodec(
        "WebP",
        extensions: ["webp"],
        library: .webP,
        matches: { $0.count >= 12 && $0.starts(with: "RIFF".utf8) && $0[8..<12].elementsEqual("WEBP".utf8) },
        details: { (file, window) throws(ImageError) in try ImageDetails.webP(file, &window) },
        decode: { (bytes, header, _) throws(ImageError) in
            guard let library = LibWebP() else { throw .notAnImage(found: FileContents(header.format)) }
            return try library.picture(in: bytes, size: header.size)
        }
    )
}
