import FlipbookImaging

extension OutputFormat {
    /// Numbered image files, a PNG for each frame.
    public static let numberedPNG = OutputFormat(
        numbered: "png",
        noun: "a .png file",
        fileExtensions: ["png"],
        codec: .png,
        writer: NumberedImages.self
    )
}

extension VideoCodec {
    /// A PNG file for each frame: lossless, with transparency.
    public static let png = VideoCodec(
        id: "png",
        name: "PNG",
        carriesAlpha: true,
        pictures: .rgba,
        deepPictures: .rgba64,
        mediaType: "image/png"
    )
}
