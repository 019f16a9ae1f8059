extension ImageCodec {
    /// JPEG, ITU-T T.81, with libjpeg-turbo: 8 bits, baseline and progressive, grey, YCbCr, RGB, CMYK and YCCK.
    public static let jpeg = ImageCodec(
        "JPEG",
        extensions: ["jpg", "jpeg", "jpe", "jfif"],
        matches: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
        details: { (file, window) throws(ImageError) in try ImageDetails.jpeg(file, &window) },
        decode: { (bytes, header, _) throws(ImageError) in try JPEGDecoder.decode(bytes, size: header.size) }
    ).finding { ColorProfile(ofJPEG: $0) }
}
