extension ImageCodec {
    /// JPEG, ITU-T T.81, decoded by libjpeg-turbo: 8 bits, baseline and progressive, gray, YCbCr, RGB, CMYK, and YCCK. A
    /// picture that is drawn smaller is decoded at one half, one quarter, or one eighth of its size.
    public static let jpeg = ImageCodec(
        "JPEG",
        extensions: ["jpg", "jpeg", "jpe", "jfif"],
        matches: { $0.starts(with: [0xFF, 0xD8, 0xFF]) },
        details: { (file) throws(ImageError) in try ImageDetails.jpeg(&file) },
        decode: { (bytes, header, request) throws(ImageError) in
            if request.takesPlanes, let picture = try JPEGDecoder.planes(bytes, header) { return picture }
            return try JPEGDecoder.decode(bytes, header, dividedBy: request.detail.map(header.size.divisor) ?? 1)
        }
    ).decoding(by: "libjpeg-turbo").finding { ColorProfile(ofJPEG: $0) }.scaling().givingPlanes()
}
