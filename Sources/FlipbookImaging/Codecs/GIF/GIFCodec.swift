extension ImageCodec {
    /// Graphics Interchange Format: each picture composed with those before it, with its delay and the number of loops.
    ///
    /// Delays of 0 and 0.01 s count as 0.1 s, as in browsers and in ffmpeg.
    public static let gif = ImageCodec(
        "GIF",
        extensions: ["gif"],
        matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
        details: { (file, window) throws(ImageError) in try ImageDetails.gif(file, &window) },
        open: { (bytes, request) throws(ImageError) in try GIFSession(bytes, request) }
    )
}
