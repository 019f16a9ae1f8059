internal import FlipbookCore
public import FlipbookImaging

extension ImageCodec {
    /// A format that Flipbook does not know, of one pixel: `DOT`, and a byte each of red, green and blue.
    /// - Parameter willDecode: Is handed the color of each picture before it is made.
    public static func dot(_ willDecode: @escaping @Sendable (_ color: [UInt8]) -> Void = { _ in }) -> ImageCodec {
        let word = Array("DOT".utf8)
        return ImageCodec(
            "DOT",
            extensions: ["dot"],
            matches: { $0.starts(with: word) },
            details: { (file) throws(ImageError) in
                let header = ImageHeader(
                    size: PixelSize(width: 1, height: 1),
                    format: dotFormat,
                    bitDepth: 8,
                    colorModel: .rgb,
                    hasAlpha: false,
                    isInterlaced: false
                )
                return ImageDetails(header: header, byteCount: file.byteCount)
            },
            decode: { (bytes, header, _) throws(ImageError) in
                let color = Array(bytes.dropFirst(word.count).prefix(3))
                willDecode(color)
                return try Picture.decoded(size: header.size, format: .rgba) { $0.copyBytes(from: color + [255]) }
            }
        )
    }

    private static let dotFormat = dot().format
}
