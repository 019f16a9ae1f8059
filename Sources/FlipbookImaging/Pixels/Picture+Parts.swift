package import FlipbookCore

/// Rectangles of pictures whose pixels lie in rows.
extension Picture {
    /// The pixels in `rect` as a picture of their own: itself where that is all of it.
    /// - Precondition: The rectangle lies in the picture.
    package func cropped(to rect: PixelRect) throws(MachineShortage) -> Picture {
        if rect == PixelRect(size) { return self }
        return try Picture(size: rect.size, format: format) { target in
            copy(rect, into: target, width: rect.size.width, x: 0, y: 0)
        }
    }

    /// A picture of parts of others in its format, each at its place; what none of them covers is clear.
    package static func assembled(
        of parts: [(picture: Picture, part: PixelRect, x: Int, y: Int)],
        size: PixelSize,
        format: PixelFormat
    ) throws(MachineShortage) -> Picture {
        try Picture(size: size, format: format) { target in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            for (picture, part, x, y) in parts { picture.copy(part, into: target, width: size.width, x: x, y: y) }
        }
    }

    /// Copies a part into the memory of a picture of the same format, `width` pixels wide.
    private func copy(_ part: PixelRect, into target: UnsafeMutableRawBufferPointer, width: Int, x: Int, y: Int) {
        let pixel = byteCount / size.area
        withUnsafeBytes { source in
            for row in 0..<part.size.height {
                let from = ((part.y + row) * size.width + part.x) * pixel
                let to = ((y + row) * width + x) * pixel
                let length = part.size.width * pixel
                UnsafeMutableRawBufferPointer(rebasing: target[to..<to + length])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: source[from..<from + length]))
            }
        }
    }
}
