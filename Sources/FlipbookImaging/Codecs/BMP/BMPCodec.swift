extension ImageCodec {
    /// Windows and OS/2 bitmaps: 1 to 32 bits, run-length encoding, bit fields, and rows in either order. If there are no bit
    /// fields, a pixel's fourth byte is alpha, unless it is the same in the whole picture.
    public static let bmp: ImageCodec = ImageCodec(
        "BMP",
        extensions: ["bmp", "dib"],
        // A header has at least 26 bytes. A shorter file that begins with `BM` is more likely text.
        matches: { $0.starts(with: "BM".utf8) && $0.count >= 26 && !$0.isText },
        details: { (file) throws(ImageError) in
            let layout = try BMPLayout(file.head(), byteCount: file.byteCount)
            try ImageFormat.bmp.checkSole(&file, after: layout.end)
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
        },
        decode: { (bytes, _, _) throws(ImageError) in try BMPDecoder(bytes).decode() }
    )
}
