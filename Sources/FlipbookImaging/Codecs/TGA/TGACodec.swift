extension ImageCodec {
    /// Truevision TGA: gray, palettes, 15 to 32 bits, run-length encoding, all four origins. A pixel's fourth byte is alpha if
    /// the header specifies alpha, or if the byte varies within the picture.
    public static let tga = ImageCodec(
        "TGA",
        extensions: ["tga", "icb", "vda", "vst"],
        matches: { TGALayout($0) != nil },
        details: { (file) throws(ImageError) in
            guard let layout = TGALayout(try file.head()) else { return nil }
            try layout.checkEnd(in: file.byteCount)
            return ImageDetails(header: layout.header, byteCount: file.byteCount)
        },
        decode: { (bytes, header, _) throws(ImageError) in
            guard let layout = TGALayout(bytes) else { throw .notAnImage(found: FileContents(header.format)) }
            return try TGADecoder(bytes: bytes, layout: layout).decode()
        }
    )
}
