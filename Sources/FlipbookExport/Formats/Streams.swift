import FlipbookImaging
import FlipbookMedia

// Pictures for another program, which have no file.
extension OutputFormat {
    /// YUV4MPEG2: a line that says size and rate, and pictures in 4:2:0, BT.709 in limited range. What most encoders read.
    public static let y4m = OutputFormat(
        id: "y4m",
        noun: "a Y4M stream",
        kind: .stream,
        codecs: [.rawYUV],
        metadataFields: [],
        writer: PictureStream.self
    )

    /// Pixels of RGBA in 8 bits, row by row, without anything around them.
    public static let raw = OutputFormat(
        id: "raw",
        noun: "a raw stream",
        kind: .stream,
        codecs: [.rawRGBA],
        metadataFields: [],
        writer: PictureStream.self
    )
}

extension VideoCodec {
    /// Pictures in 4:2:0 that are not compressed.
    public static let rawYUV = VideoCodec(
        id: "yuv420p",
        name: "uncompressed 4:2:0",
        layouts: [.quarterChroma],
        colorSpaces: [.bt709],
        colorRanges: [.limited],
        mediaType: "video/x-raw"
    )

    /// Pictures in RGBA that are not compressed.
    public static let rawRGBA = VideoCodec(
        id: "rgba",
        name: "uncompressed RGBA",
        isLossless: true,
        layouts: [PictureLayout(format: .rgba, depth: 8, chroma: .rgb, carriesAlpha: true)],
        mediaType: "video/x-raw"
    )
}
