package import FlipbookCore
package import FlipbookImaging

/// A small picture of a frame, for the timeline of a window.
package struct FrameThumbnail: Sendable {
    package let size: PixelSize
    /// Blue, green, red and alpha of each pixel.
    package let pixels: [UInt8]

    /// The mean of the pixels that each of its own stands for; pictures are never enlarged.
    /// - Precondition: The picture is `PixelFormat.bgra`.
    package init(of picture: Picture, fitting room: PixelSize) {
        precondition(picture.format == .bgra, "screens take BGRA")
        let (width, height) = (picture.size.width, picture.size.height)
        let size = picture.size.fitted(in: room)
        self.size = size
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * size.area)
        picture.withUnsafeBytes { bytes in
            for row in 0..<size.height {
                let rows =
                    row * height / size.height..<max(row * height / size.height + 1, (row + 1) * height / size.height)
                for column in 0..<size.width {
                    let first = column * width / size.width
                    let columns = first..<max(first + 1, (column + 1) * width / size.width)
                    var (blue, green, red) = (0, 0, 0)
                    for y in rows {
                        for x in columns {
                            let place = 4 * (y * width + x)
                            blue += Int(bytes[place])
                            green += Int(bytes[place + 1])
                            red += Int(bytes[place + 2])
                        }
                    }
                    let count = rows.count * columns.count
                    pixels += [UInt8(blue / count), UInt8(green / count), UInt8(red / count), 255]
                }
            }
        }
        self.pixels = pixels
    }

    /// The thumbnail that the user's desktop has of a file as it is now (``ThumbnailCache``), over black, or `nil` for none
    /// that is large enough.
    package init?(ofFile path: FilePath, fitting room: PixelSize) {
        let cache = ThumbnailCache.user
        let bytes = ThumbnailCache.Size.allCases.lazy.filter { $0.side >= max(room.width, room.height) }
            .compactMap { cache?.thumbnail(of: path, size: $0) }.first
        // A thumbnail that cannot be read is none: the frame itself is drawn.
        guard let stored = try? bytes?.withUnsafeBytes({ try ImageDecoder().decode($0) }) else { return nil }
        let flat = try? Picture(size: stored.size, format: .bgra) { target in
            stored.withUnsafeBytes { source in
                for place in stride(from: 0, to: source.count, by: 4) {
                    let alpha = Int(source[place + 3])
                    for channel in 0..<3 {
                        target[place + channel] = UInt8(Int(source[place + 2 - channel]) * alpha / 255)
                    }
                    target[place + 3] = 255
                }
            }
        }
        guard let flat else { return nil }
        self.init(of: flat, fitting: room)
    }
}
