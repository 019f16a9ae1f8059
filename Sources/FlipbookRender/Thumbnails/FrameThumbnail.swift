package import FlipbookCore
package import FlipbookFiles
package import FlipbookImaging
import FlipbookScene

package struct FrameThumbnail: Sendable {
    package let size: PixelSize
    package let pixels: [UInt8]

    /// Scales a picture down to fit a size, over black. A smaller picture is not enlarged.
    /// - Precondition: The picture is `PixelFormat.bgra`.
    package init(of picture: Picture, fitting room: PixelSize) throws(MachineShortage) {
        precondition(picture.format == .bgra, "screens require BGRA")
        // The picture is drawn as RGBA, so that blue and red keep their positions.
        try self.init(drawing: picture, as: .rgba, fitting: room)
    }

    private init(drawing picture: Picture, as format: PixelFormat, fitting room: PixelSize) throws(MachineShortage) {
        size = picture.size.fitted(in: room)
        let target = RenderTarget(size: size, format: format, isFlattened: true)
        let drawn = try LayerDrawing<EightBits>(.empty, for: target).draw(picture, scale: 1, cut: nil, stencil: nil)
        pixels = drawn.withUnsafeBytes { Array($0) }
    }

    /// Uses the desktop's current thumbnail of a file (``ThumbnailCache``), over black. Returns `nil` if there is no thumbnail
    /// of sufficient size.
    package init?(ofFile path: FilePath, fitting room: PixelSize) {
        let cache = ThumbnailCache.user
        let bytes = ThumbnailCache.Size.allCases.lazy.filter { $0.side >= max(room.width, room.height) }
            .compactMap { cache?.thumbnail(of: path, size: $0) }.first
        guard let stored = try? bytes?.withUnsafeBytes({ try ImageDecoder().decode($0) }),
            let drawn = try? FrameThumbnail(drawing: stored, as: .bgra, fitting: room)
        else { return nil }
        self = drawn
    }
}
