import FlipbookCore

extension AnimationCanvas {
    /// Lays a decoded picture on the canvas, in place of what is there or over it. Both are straight RGBA.
    /// - Parameters:
    ///   - picture: The picture, as large as `area`.
    ///   - area: Its part of the canvas.
    ///   - replaces: Whether it takes the place of what is there also where it is clear.
    ///   - channel: The type of a channel: four of them are a pixel.
    /// - Throws: ``ImageError`` where the picture has another depth than the canvas.
    func lay<Channel: FixedWidthInteger & UnsignedInteger>(
        _ picture: Picture,
        in area: PixelRect,
        replaces: Bool,
        of channel: Channel.Type
    ) throws(ImageError) {
        guard picture.format == (Channel.bitWidth == 16 ? .rgba64 : .rgba) else {
            throw .corrupt(reason: "its pixels have another depth than the canvas")
        }
        // The fourth channel, in the order of bytes that all machines of ours have.
        let opaque = Pixel.max << Pixel(Pixel.bitWidth / 4 * 3)
        picture.withUnsafeBytes { source in
            let above = source.assumingMemoryBound(to: Pixel.self)
            let channels = source.assumingMemoryBound(to: Channel.self)
            forEachRow(of: area) { y, row in
                let start = (y - area.y) * area.size.width
                if replaces {
                    let pixels = UnsafeBufferPointer(rebasing: above[start..<start + row.count])
                    return UnsafeMutableRawBufferPointer(row).copyMemory(from: UnsafeRawBufferPointer(pixels))
                }
                let target = UnsafeMutableRawBufferPointer(row).assumingMemoryBound(to: Channel.self)
                for x in row.indices {
                    let pixel = above[start &+ x]
                    if pixel & opaque == opaque || row[x] & opaque == 0 {
                        row[x] = pixel
                    } else if pixel & opaque != 0 {
                        Self.blend(channels, (start &+ x) &* 4, over: target, x &* 4)
                    }
                }
            }
        }
    }

    /// Lays a straight-alpha pixel over another, rounded once.
    private static func blend<Channel: FixedWidthInteger & UnsignedInteger>(
        _ source: UnsafeBufferPointer<Channel>,
        _ from: Int,
        over target: UnsafeMutableBufferPointer<Channel>,
        _ place: Int
    ) {
        let most = UInt64(Channel.max)
        let (above, below) = (UInt64(source[from + 3]), UInt64(target[place + 3]))
        // In units of 1/most².
        let (upper, lower) = (above * most, below * (most - above))
        let sum = upper + lower
        for channel in 0..<3 {
            let value = UInt64(source[from + channel]) * upper + UInt64(target[place + channel]) * lower
            target[place + channel] = Channel((value + sum / 2) / sum)
        }
        target[place + 3] = Channel((sum + most / 2) / most)
    }
}
