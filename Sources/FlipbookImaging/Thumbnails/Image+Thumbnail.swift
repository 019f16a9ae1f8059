public import FlipbookCore

extension Image {
    /// A small version of the picture, as `UIImage.preparingThumbnail(of:)`: no larger than `size` in points, its sides in
    /// proportion, and never enlarged. `nil` where the picture cannot be read.
    ///
    /// Of a file, a thumbnail that the desktop has already (``ThumbnailCache``) is taken where it is large enough; `flipbook
    /// thumbs` makes them.
    public func preparingThumbnail(of size: Size) -> Image? {
        guard let path, path.picture == nil, !size.width.isNaN, !size.height.isNaN else { return nil }
        // Without an end in one direction, the other one counts.
        let side = { (points: Double) in Int(min(max(1, (points * self.scale).rounded()), 1_048_576)) }
        let room = PixelSize(width: side(size.width), height: side(size.height))
        do throws(ImageError) {
            let cache = ThumbnailCache.user
            let size = ThumbnailCache.Size.allCases.first { size in
                size.side >= max(room.width, room.height) && cache?.thumbnail(of: path, size: size) != nil
            }
            let kept = size.flatMap { cache?.path(of: path, size: $0) }
            return try Image(reading: ThumbnailCache.png(ofFileAt: kept ?? path, fitting: room), scale: scale)
        } catch {
            // As UIKit has it, there is no thumbnail then.
            return nil
        }
    }
}
