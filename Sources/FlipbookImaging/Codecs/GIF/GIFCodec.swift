extension ImageCodec {
    /// Graphics Interchange Format: the header only.
    public static let gif = ImageCodec(
        "GIF",
        extensions: ["gif"],
        matches: { $0.starts(with: "GIF87a".utf8) || $0.starts(with: "GIF89a".utf8) },
        details: { (file, window) throws(ImageError) in try ImageDetails.gif(file, &window) }
    )
}
