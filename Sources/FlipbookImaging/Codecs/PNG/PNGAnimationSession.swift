import FlipbookCore

/// An open animated PNG: its pictures, each composed with those before it.
struct PNGAnimationSession: ImageSession {
    private let bytes: UnsafeRawBufferPointer
    private let animation: PNGAnimation
    private let request: DecodingRequest
    private let canvas: Canvas
    let header: ImageHeader

    /// The pixels that are seen now, in 8 or in 16 bits a channel.
    private enum Canvas {
        case shallow(AnimationCanvas<UInt32>)
        case deep(AnimationCanvas<UInt64>)
    }

    /// Takes a whole file and what its chunks say.
    init(
        _ bytes: UnsafeRawBufferPointer,
        _ animation: PNGAnimation,
        _ header: ImageHeader,
        _ request: DecodingRequest
    ) {
        (self.bytes, self.animation, self.request) = (bytes, animation, request)
        let steps = animation.frames.map(\.step)
        var header = header
        header.holdsSeveralPictures = true
        header.hasAlpha = steps.haveGaps(on: header.size)
        self.header = header
        canvas =
            request.isDeep(header)
            ? .deep(AnimationCanvas(header.size, steps)) : .shallow(AnimationCanvas(header.size, steps))
    }

    var frameCount: Int { animation.frames.count }

    var loopCount: Int? { animation.loopCount }

    var damagedParts: [String] { PNGChunk.damagedTypes(in: bytes) }

    var remarks: [String] {
        let count = animation.frames.count { $0.isTimeless && $0.damage == nil }
        guard count > 0 else { return [] }
        return [
            (count == 1 ? "1 frame has" : "\(count) frames have") + " no delay, which counts as 0.1 s, as in browsers"
        ]
    }

    func duration(ofFrame number: Int) -> RationalTime? { animation.frames[number].duration }

    func header(ofFrame number: Int) throws(ImageError) -> ImageHeader {
        _ = try animation.file(of: animation.frames[number], in: bytes)
        return header.ofOnePicture
    }

    func frame(_ number: Int) throws(ImageError) -> Picture {
        switch canvas {
        case .shallow(let canvas):
            try canvas.picture(number) { (number, area, pixels) throws(ImageError) in
                try draw(number, area, pixels, of: UInt8.self)
            }
        case .deep(let canvas):
            try canvas.picture(number) { (number, area, pixels) throws(ImageError) in
                try draw(number, area, pixels, of: UInt16.self)
            }
        }
    }

    /// Draws one picture: in place of what is there, or over it.
    private func draw<Pixel, Channel: FixedWidthInteger & UnsignedInteger>(
        _ number: Int,
        _ area: PixelRect,
        _ pixels: UnsafeMutableBufferPointer<Pixel>,
        of channel: Channel.Type
    ) throws(ImageError) {
        let frame = animation.frames[number]
        let file = try animation.file(of: frame, in: bytes)
        let decoded = file.withUnsafeBytes { file in
            Result { () throws(ImageError) in
                // What the file says of more pictures does not hold for this one.
                try PNGSession(file, request).frame(0)
            }
        }
        let picture = try decoded.get()
        guard picture.format == (Channel.bitWidth == 16 ? .rgba64 : .rgba) else {
            throw .corrupt(reason: "its pixels have another depth than the canvas")
        }
        picture.withUnsafeBytes { source in
            let source = source.assumingMemoryBound(to: Channel.self)
            let target = UnsafeMutableRawBufferPointer(pixels).assumingMemoryBound(to: Channel.self)
            for y in area.rows {
                let from = (y - area.y) * area.size.width * 4
                let start = (y * header.size.width + area.x) * 4
                for x in stride(from: 0, to: area.size.width * 4, by: 4) {
                    if frame.step.replaces || source[from + x + 3] == .max || target[start + x + 3] == 0 {
                        for channel in 0..<4 { target[start + x + channel] = source[from + x + channel] }
                    } else if source[from + x + 3] > 0 {
                        Self.blend(source, from + x, over: target, start + x)
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
