import FlipbookCore

extension Picture {
    /// Where the pixels of each plane lie: its first byte, and its bytes per row.
    package var planes: [(offset: Int, bytesPerRow: Int)] { Self.planes(of: size, format: format) }

    /// The same of pictures of a size and a format.
    static func planes(of size: PixelSize, format: PixelFormat) -> [(offset: Int, bytesPerRow: Int)] {
        let (width, height) = (size.width, size.height)
        switch format {
        case .rgba, .rgbaPremultiplied, .bgra:
            return [(0, width * 4)]
        case .rgba64, .rgba64Premultiplied:
            return [(0, width * 8)]
        case .yuv420p10:
            let luma = width * height * 2
            return [(0, width * 2), (luma, width), (luma + luma / 4, width)]
        case .yuv422p10:
            let (luma, chroma) = (width * height * 2, (width + 1) / 2 * 2)
            return [(0, width * 2), (luma, chroma), (luma + chroma * height, chroma)]
        case .gbra12, .yuva444p10:
            return (0..<4).map { ($0 * width * height * 2, width * 2) }
        case .i420:
            let luma = width * height
            return [(0, width), (luma, width / 2), (luma + luma / 4, width / 2)]
        }
    }
}
