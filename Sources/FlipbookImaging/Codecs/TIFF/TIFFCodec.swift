extension ImageCodec {
    /// TIFF 6.0, with libtiff: the first page, 8 and 16 bits, grey and palettes of fewer, RGB, YCbCr and CMYK, in strips
    /// and tiles and in every compression that libtiff has.
    ///
    /// The first channel beyond the colours is alpha; colours that are multiplied by it are divided again.
    public static let tiff = ImageCodec(
        "TIFF",
        extensions: ["tif", "tiff"],
        matches: { $0.starts(with: [0x49, 0x49, 0x2A, 0]) || $0.starts(with: [0x4D, 0x4D, 0, 0x2A]) },
        details: { (file, window) throws(ImageError) in try ImageDetails.tiff(file, &window) },
        decode: { (bytes, header, request) throws(ImageError) in
            try TIFFDecoder.decode(
                bytes,
                size: header.size,
                isDeep: request.isDeep(header),
                limits: request.limits
            )
        }
    )
}
