extension ImageCodec {
    /// WebP, RFC 9649: the header only.
    public static let webP = ImageCodec(
        "WebP",
        extensions: ["webp"],
        matches: { $0.count >= 12 && $0.starts(with: "RIFF".utf8) && $0[8..<12].elementsEqual("WEBP".utf8) },
        details: { (file, window) throws(ImageError) in
            try ImageDetails.webP(window.bytes, byteCount: file.byteCount)
        }
    )
}
