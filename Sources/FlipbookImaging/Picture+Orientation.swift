internal import CImageKernels
public import FlipbookCore

extension Picture {
    /// This picture as it is shown in an orientation: itself where that is `ImageOrientation.up`.
    /// - Precondition: The format has 4 bytes a pixel.
    public func oriented(_ orientation: ImageOrientation) -> Picture {
        precondition(format != .i420, "planes are not turned")
        guard orientation != .up else { return self }
        let shown = orientation.shownSize(of: size)
        func place(_ x: Int, _ y: Int) -> Int {
            let position = orientation.shownPosition(x: x, y: y, of: size)
            return position.y * shown.width + position.x
        }
        let origin = place(0, 0)
        return withUnsafeBytes { source in
            Picture(size: shown, format: format) { target in
                guard let source = source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    let target = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                else { return }
                flipbook_orient(
                    target,
                    source,
                    size.width,
                    size.height,
                    origin,
                    place(1, 0) - origin,
                    place(0, 1) - origin
                )
            }
        }
    }
}
