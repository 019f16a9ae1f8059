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
        picture.withUnsafeBytes { source in
            let source = source.assumingMemoryBound(to: Channel.self)
            forEachRow(of: area) { y, row in
                let target = UnsafeMutableRawBufferPointer(row).assumingMemoryBound(to: Channel.self)
                let from = (y - area.y) * area.size.width * 4
                for x in stride(from: 0, to: area.size.width * 4, by: 4) {
                    if replaces || source[from + x + 3] == .max || target[x + 3] == 0 {
                        for channel in 0..<4 { target[x + channel] = source[from + x + channel] }
                    } else if source[from + x + 3] > 0 {
                        Self.blend(source, from + x, over: target, x)
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
