import FlipbookImaging
import FlipbookMedia

extension OutputFormat {
    /// YUV4MPEG2: a header with size and rate, and 4:2:0 pictures in BT.709 with limited range, which most encoders read.
    public static let y4m = stream("y4m", "a Y4M stream", .rawYUV)

    /// 8-bit RGBA pixels, row by row, without any headers.
    public static let raw = stream("raw", "a raw stream", .rawRGBA)

    private static func stream(_ id: String, _ noun: String, _ codec: VideoCodec) -> OutputFormat {
        let writer = PictureStream.self
        return OutputFormat(id: id, noun: noun, kind: .stream, codecs: [codec], metadataFields: [], writer: writer)
    }
}

extension VideoCodec {
    /// Uncompressed 4:2:0 pictures.
    public static let rawYUV = VideoCodec(
        id: "yuv420p",
        name: "uncompressed 4:2:0",
        layouts: [.quarterChroma],
        colorSpaces: [.bt709],
        colorRanges: [.limited],
        mediaType: "video/x-raw"
    )

    /// Uncompressed RGBA pictures.
    public static let rawRGBA = VideoCodec(
        id: "rgba",
        name: "uncompressed RGBA",
        isLossless: true,
        layouts: [.rgba],
        mediaType: "video/x-raw"
    )
}
