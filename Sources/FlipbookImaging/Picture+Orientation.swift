internal import CImageKernels
package import FlipbookCore

extension Picture {
    /// This picture as it is shown in an orientation: itself where that is `ImageOrientation.up`.
    /// - Precondition: Pixels lie in rows, not in planes.
    package func oriented(_ orientation: ImageOrientation) throws(MachineShortage) -> Picture {
        let bytesPerPixel: Int
        switch format {
        case .rgba, .rgbaPremultiplied, .bgra: bytesPerPixel = 4
        case .rgba64, .rgba64Premultiplied: bytesPerPixel = 8
        case .gbra12, .gray16, .i420, .yuv420p10, .yuv422p10, .yuva444p10, .yuv422p, .yuv444p, .yuv420p12, .yuv422p12,
            .yuv444p12:
            preconditionFailure("planes are not turned")
        }
        guard orientation != .up else { return self }
        let shown = orientation.shownSize(of: size)
        func place(_ x: Int, _ y: Int) -> Int {
            let position = orientation.shownPosition(x: x, y: y, of: size)
            return position.y * shown.width + position.x
        }
        let origin = place(0, 0)
        return try withUnsafeBytes { (source) throws(MachineShortage) in
            try Picture(size: shown, format: format) { target in
                guard let source = source.baseAddress?.assumingMemoryBound(to: UInt8.self),
                    let target = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                else { return }
                flipbook_orient(
                    target,
                    source,
                    bytesPerPixel,
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
