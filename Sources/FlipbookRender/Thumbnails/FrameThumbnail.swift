package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
import FlipbookScene

/// A small picture of a frame, for the timeline of a window.
package struct FrameThumbnail: Sendable {
    package let size: PixelSize
    /// Blue, green, red and alpha of each pixel.
    package let pixels: [UInt8]

    /// The picture as it fits a room, over black; pictures are never enlarged.
    /// - Precondition: The picture is `PixelFormat.bgra`.
    package init(of picture: Picture, fitting room: PixelSize) throws(MachineShortage) {
        precondition(picture.format == .bgra, "screens take BGRA")
        // Drawn as if it were RGBA, blue and red keep their places.
        try self.init(drawing: picture, as: .rgba, fitting: room)
    }

    private init(drawing picture: Picture, as format: PixelFormat, fitting room: PixelSize) throws(MachineShortage) {
        size = picture.size.fitted(in: room)
        let target = RenderTarget(size: size, format: format, isFlattened: true)
        let drawn = try LayerDrawing<EightBits>(.empty, for: target).draw(picture, scale: 1, cut: nil, stencil: nil)
        pixels = drawn.withUnsafeBytes { Array($0) }
    }

    /// The thumbnail that the user's desktop has of a file as it is now (``ThumbnailCache``), over black, or `nil` for none
    /// that is large enough.
    package init?(ofFile path: FilePath, fitting room: PixelSize) {
        let cache = ThumbnailCache.user
        let bytes = ThumbnailCache.Size.allCases.lazy.filter { $0.side >= max(room.width, room.height) }
            .compactMap { cache?.thumbnail(of: path, size: $0) }.first
        // A thumbnail that cannot be read is none: the frame itself is drawn.
        guard let stored = try? bytes?.withUnsafeBytes({ try ImageDecoder().decode($0) }),
            let drawn = try? FrameThumbnail(drawing: stored, as: .bgra, fitting: room)
        else { return nil }
        self = drawn
    }
}
