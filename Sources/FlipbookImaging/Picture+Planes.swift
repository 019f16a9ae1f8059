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
        case .gray16:
            return [(0, width * 2)]
        case .gbra12:
            return (0..<4).map { ($0 * width * height * 2, width * 2) }
        case .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12, .yuv444p12:
            return format.planes?.places(in: size) ?? []
        }
    }
}
